#include "query/scene_descent.h"

namespace hyperplane::ray_descent {

void visit_candidates(const Scene& scene, const Path& path, std::uint32_t layers, bool sensors, const double& end,
                      RowVisitor visit, Trees trees) {
  for_each_candidate(
      scene, path, layers, sensors, [&] { return end; }, visit, trees,
      [&](const Tree& tree, const Path& local, const auto& visit_row) {
        visit_along(tree, local, layers, end, visit_row);
      });
}

}  // namespace hyperplane::ray_descent
