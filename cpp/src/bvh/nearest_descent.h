#pragma once

#include <cstdint>

#include "bvh/tree.h"
#include "core/constants.h"
#include "math/simd.h"

namespace hyperplane {

/// Lower bounds on the distances of bounds from the four children of a node.
class LaneDistances {
 public:
  explicit LaneDistances(const FloatBounds& bounds) {
    for (int k = 0; k < 3; ++k) {
      low_[k] = splat(bounds.min[k]);
      high_[k] = splat(bounds.max[k]);
    }
  }

  /// @param out 0 for children that overlap the bounds, infinity for empty lanes.
  void of(const Tree::Node& node, float* out) const {
    F32x4 squared = splat(0.0f);
    for (int k = 0; k < 3; ++k) {
      const F32x4 below = load(node.bounds[k]) - high_[k], above = low_[k] - load(node.bounds[3 + k]);
      const F32x4 away = max(max(below, above), splat(0.0f));
      squared = squared + away * away;
    }
    store(out, sqrt(squared) * splat(1.0f - k_lane_distance_slack));
  }

 private:
  F32x4 low_[3], high_[3];
};

/// Calls `visit(row)` for every row of the layers whose bounds are within `end()` of the given bounds, nearest bounds
/// first. Rows whose bounds overlap them are always visited: a signed distance has no lower bound there. Source:
/// Roussopoulos, Kelley and Vincent, "Nearest Neighbor Queries" (1995).
/// @param bounds in the frame of the tree, rounded outwards. @param end current maximum distance, m; called after every
/// visit.
template <class End, class Visit>
void descend_nearest(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, const End& end,
                     const Visit& visit) {
  if (tree.size() == 0) return;
  const LaneDistances lanes(bounds);
  struct Task {
    std::uint32_t child;
    float distance;
  };
  Task stack[Tree::k_stack_size];
  int top = 0;
  stack[top++] = {0, 0.0f};
  while (top > 0) {
    const Task task = stack[--top];
    if (task.distance > 0.0f && task.distance > rounded_up(end())) continue;
    if ((task.child & Tree::k_leaf) != 0) {
      visit(task.child & ~Tree::k_leaf);
      continue;
    }
    const Tree::Node& node = tree.nodes()[task.child];
    float distances[4];
    lanes.of(node, distances);
    const int first = top;
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (node.child[lane] == Tree::k_none || (tree.filters()[task.child].layers[lane] & layers) == 0) continue;
      // Nearest child on top of the stack.
      int at = top++;
      for (; at > first && stack[at - 1].distance < distances[lane]; --at) stack[at] = stack[at - 1];
      stack[at] = {node.child[lane], distances[lane]};
    }
  }
}

}  // namespace hyperplane
