#include "query/scene_descent.h"

namespace hyperplane::ray_descent {

void visit_candidates(const Scene& scene, const Path& path, std::uint32_t layers, bool sensors, const double& end,
                      RowVisitor visit, Trees trees) {
  for_each_candidate(scene, path, layers, sensors, [&] { return end; }, visit, trees);
}

}  // namespace hyperplane::ray_descent
