#include "bvh/visit.h"

#include "bvh/descent.h"

namespace hyperplane {

void visit_overlapping(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, RowSearch visit) {
  if (tree.size() == 0) return;
  descend_overlapping(
      tree.nodes(), bounds,
      [&](std::uint32_t node, std::uint32_t lane) { return (tree.filters()[node].layers[lane] & layers) != 0; },
      [&](std::uint32_t leaf) { return visit(leaf & ~Tree::k_leaf); });
}

void visit_nearest(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, const double& end,
                   RowVisitor visit) {
  if (tree.size() == 0) return;
  descend_nearest(
      tree.nodes(), bounds, end,
      [&](std::uint32_t node, std::uint32_t lane) { return (tree.filters()[node].layers[lane] & layers) != 0; },
      [&](std::uint32_t leaf) { visit(leaf & ~Tree::k_leaf); });
}

void visit_along(const Tree& tree, const ray_descent::Path& path, std::uint32_t layers, const double& end,
                 RowVisitor visit) {
  ray_descent::descend(tree, path, layers, [&] { return end; }, visit);
}

}  // namespace hyperplane
