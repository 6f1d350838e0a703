#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "bvh/lanes.h"

/// The descents by bounds, for nodes of any kind. (Those along a path: ray_descent.h.)

namespace hyperplane {

/// Accepts all children, for trees without filters.
struct AcceptAll {
  constexpr bool operator()(std::uint32_t /*node*/, std::uint32_t /*lane*/) const { return true; }
};

/// Calls `visit(leaf)` for every leaf whose bounds overlap, in tree order.
/// @param nodes not empty. @param accept (node, lane): whether to look below a child.
template <class Node, class Accept, class Visit>
void descend_overlapping(std::span<const Node> nodes, const FloatBounds& bounds, const Accept& accept,
                         const Visit& visit) {
  const SplatBounds splat_bounds(bounds);
  std::uint32_t stack[LaneNode::k_stack_size];
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const std::uint32_t index = stack[--top];
    const Node& node = nodes[index];
    for (std::uint32_t hits = overlapping_children(node, splat_bounds); hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(hits));
      if (!accept(index, lane)) continue;
      if ((node.child[lane] & LaneNode::k_leaf) != 0) {
        visit(node.child[lane]);
      } else {
        stack[top++] = node.child[lane];
      }
    }
  }
}

/// Calls `visit(leaf)` for every leaf whose bounds are within `end` of the given bounds, nearest first; always for
/// those that overlap them.
/// @param nodes not empty. @param end m; `visit` may lower it. @param accept (node, lane): whether to look below a
/// child.
template <class Node, class Accept, class Visit>
void descend_nearest(std::span<const Node> nodes, const FloatBounds& bounds, const double& end, const Accept& accept,
                     const Visit& visit) {
  const SplatBounds splat_bounds(bounds);
  struct Task {
    std::uint32_t child;
    float distance;
  };
  Task stack[LaneNode::k_stack_size];
  int top = 0;
  stack[top++] = {0, 0.0f};
  while (top > 0) {
    const Task task = stack[--top];
    if (task.distance > 0.0f && task.distance > rounded_up(end)) continue;
    if ((task.child & LaneNode::k_leaf) != 0) {
      visit(task.child);
      continue;
    }
    const Node& node = nodes[task.child];
    float distances[4];
    distances_of_children(node, splat_bounds, distances);
    const int first = top;
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (node.child[lane] == LaneNode::k_none || !accept(task.child, lane)) continue;
      // Nearest child on top of the stack.
      int at = top++;
      for (; at > first && stack[at - 1].distance < distances[lane]; --at) stack[at] = stack[at - 1];
      stack[at] = {node.child[lane], distances[lane]};
    }
  }
}

}  // namespace hyperplane
