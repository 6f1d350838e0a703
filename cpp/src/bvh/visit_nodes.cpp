#include "bvh/visit_nodes.h"

namespace hyperplane {
namespace {

/// Bounds of a node's subtree; empty for a node without children.
FloatBounds subtree_bounds(const Tree::Node& node) {
  FloatBounds united = k_empty_bounds;
  for (int k = 0; k < 3; ++k) {
    for (int lane = 0; lane < 4; ++lane) {
      const float low = node.bounds[k][lane], high = node.bounds[3 + k][lane];
      united.min[k] = low < united.min[k] ? low : united.min[k];
      united.max[k] = high > united.max[k] ? high : united.max[k];
    }
  }
  return united;
}

}  // namespace

bool visit_nodes(const Tree& tree, std::uint32_t max_depth,
                 FunctionRef<bool(const FloatBounds&, std::uint32_t)> visit) {
  const std::span<const Tree::Node> nodes = tree.nodes();
  // Parents come before their children, so that one pass computes all depths.
  Buffer<std::uint32_t> depths;
  if (!depths.resize_uninitialized(nodes.size())) return false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    depths[i] = nodes[i].parent == Tree::k_none ? 0 : depths[nodes[i].parent / 4] + 1;
    if (depths[i] > max_depth) continue;
    const FloatBounds bounds = subtree_bounds(nodes[i]);
    const bool is_empty = bounds.min[0] > bounds.max[0];
    if (!is_empty && !visit(bounds, depths[i])) return false;
  }
  return true;
}

}  // namespace hyperplane
