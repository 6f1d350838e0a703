#include "bvh/visit.h"

#include <bit>

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

void visit_nearest(const Tree& tree, const FloatBounds& bounds, const Vec3& middle, const double& end,
                   const BoundsFilter& accepts, RowVisitor visit) {
  if (tree.size() == 0) return;
  descend_nearest(tree.nodes(), bounds, end, accept_by_bounds(tree.nodes(), middle, &accepts),
                  [&](std::uint32_t leaf) { visit(leaf & ~Tree::k_leaf); });
}

bool has_near(const Tree& tree, const FloatBounds& bounds, double end) {
  const SplatBounds splat_bounds(bounds);
  const float rest = rounded_up(end);
  float distances[4];
  const auto near_below = [&](std::uint32_t node) {
    return near_children(tree.nodes()[node], splat_bounds, rest, distances);
  };
  for (std::uint32_t hits = near_below(0); hits != 0; hits &= hits - 1) {
    const std::uint32_t child = tree.nodes()[0].child[std::countr_zero(hits)];
    if ((child & LaneNode::k_leaf) != 0 || near_below(child) != 0) return true;
  }
  return false;
}

void visit_along(const Tree& tree, const ray_descent::Path& path, std::uint32_t layers, const double& end,
                 RowVisitor visit) {
  ray_descent::descend(tree, path, layers, [&] { return end; }, visit);
}

}  // namespace hyperplane
