#include "bvh/visit.h"

#include "bvh/nearest_descent.h"
#include "bvh/overlap_descent.h"

namespace hyperplane {

void visit_overlapping(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, RowVisitor visit) {
  descend_overlapping(tree, bounds, layers, visit);
}

void visit_nearest(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, const double& end,
                   RowVisitor visit) {
  descend_nearest(tree, bounds, layers, [&] { return end; }, visit);
}

void visit_along(const Tree& tree, const ray_descent::Path& path, std::uint32_t layers, const double& end,
                 RowVisitor visit) {
  ray_descent::descend(tree, path, layers, [&] { return end; }, visit);
}

}  // namespace hyperplane
