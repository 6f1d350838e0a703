#pragma once

#include <bit>
#include <cstdint>

#include "bvh/lanes.h"

/// The descents by bounds, for nodes of any kind, stored or made on demand. (Those along a path: ray_descent.h.)

namespace hyperplane {

/// Accepts all children, for trees without filters.
struct AcceptAll {
  constexpr bool operator()(std::uint32_t /*node*/, std::uint32_t /*lane*/) const { return true; }
};

/// Accepts children by their bounds. @param nodes must outlive it. @param middle of their frame.
/// @param accepts null: all.
template <class Nodes>
auto accept_by_bounds(const Nodes& nodes, const Vec3& middle, const BoundsFilter* accepts) {
  return [&nodes, middle, accepts](std::uint32_t node, std::uint32_t lane) {
    return accepts == nullptr || (*accepts)(to_world_bounds(lane_bounds(nodes[node], lane), middle));
  };
}

/// Calls `visit(leaf)` for every leaf whose bounds overlap, in tree order, until it returns false.
/// @param nodes a node by its number. @param accept (node, lane): whether to look below a child. @param root number of
/// the node to start at.
template <class Nodes, class Accept, class Visit>
void descend_overlapping(const Nodes& nodes, const FloatBounds& bounds, const Accept& accept, const Visit& visit,
                         std::uint32_t root = 0) {
  const SplatBounds splat_bounds(bounds);
  std::uint32_t stack[LaneNode::k_stack_size];
  int top = 0;
  stack[top++] = root;
  while (top > 0) {
    const std::uint32_t index = stack[--top];
    const auto& node = nodes[index];
    for (std::uint32_t hits = overlapping_children(node, splat_bounds); hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(hits));
      if (!accept(index, lane)) continue;
      if ((node.child[lane] & LaneNode::k_leaf) != 0) {
        if (!visit(node.child[lane])) return;
      } else {
        stack[top++] = node.child[lane];
      }
    }
  }
}

/// Calls `visit(leaf)` for every leaf whose bounds are within `end` of the given bounds, nearest first; always for
/// those that overlap them.
/// @param nodes a node by its number; 0 is the root. @param end m; `visit` may lower it. @param accept (node, lane):
/// whether to look below a child.
template <class Nodes, class Accept, class Visit>
void descend_nearest(const Nodes& nodes, const FloatBounds& bounds, const double& end, const Accept& accept,
                     const Visit& visit) {
  const SplatBounds splat_bounds(bounds);
  DescentTask stack[k_descent_stack_size];
  DescentTask* top = stack;
  *top++ = {0, 0.0f};
  float rest = rounded_up(end);
  while (top > stack) {
    const DescentTask task = *--top;
    if (task.distance > 0.0f && task.distance > rest) continue;
    if ((task.child & LaneNode::k_leaf) != 0) {
      visit(task.child);
      rest = rounded_up(end);
      continue;
    }
    const auto& node = nodes[task.child];
    float distances[4];
    std::uint32_t hits = near_children(node, splat_bounds, rest, distances);
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if ((hits >> lane & 1) == 0 || accept(task.child, lane)) continue;
      distances[lane] = k_missed;
      hits &= ~(1u << lane);
    }
    top = push_children(node.child, distances, hits, 1.0f, top);
  }
}

}  // namespace hyperplane
