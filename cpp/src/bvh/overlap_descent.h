#pragma once

#include <bit>

#include "bvh/lanes.h"
#include "bvh/tree.h"

namespace hyperplane {

/// Calls `visit(row)` for every leaf whose layer is accepted and whose bounds overlap, in tree order.
template <class Visit>
void descend_overlapping(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, const Visit& visit) {
  if (tree.size() == 0) return;
  const SplatBounds splat_bounds(bounds);
  std::uint32_t stack[Tree::k_stack_size];
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const std::uint32_t index = stack[--top];
    const Tree::Node& node = tree.nodes()[index];
    for (std::uint32_t hits = overlapping_children(node, splat_bounds); hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(hits));
      if ((tree.filters()[index].layers[lane] & layers) == 0) continue;
      if ((node.child[lane] & Tree::k_leaf) != 0) {
        visit(node.child[lane] & ~Tree::k_leaf);
      } else {
        stack[top++] = node.child[lane];
      }
    }
  }
}

}  // namespace hyperplane
