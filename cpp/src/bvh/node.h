#pragma once

#include <cstdint>

#include "bvh/float_bounds.h"
#include "math/simd.h"

namespace hyperplane {

/// The node of all trees: four children, their bounds stored lane by lane for one SIMD test.
struct LaneNode {
  static constexpr std::uint32_t k_none = 0xffffffff;
  /// Set in a child that is a leaf and not a node.
  static constexpr std::uint32_t k_leaf = 0x80000000;
  /// Maximum number of nodes from the root to a leaf. A depth-first traversal stacks at most three children a level.
  static constexpr int k_max_depth = 64;
  static constexpr int k_stack_size = 3 * k_max_depth + 4;

  /// Lower ends on x, y, z, then upper ends, of each child.
  alignas(16) float bounds[6][4];
  /// A node, or a leaf with k_leaf, or k_none (whose bounds are empty).
  std::uint32_t child[4];
};

constexpr bool is_leaf(std::uint32_t child) { return child != LaneNode::k_none && (child & LaneNode::k_leaf) != 0; }

inline FloatBounds lane_bounds(const LaneNode& node, std::uint32_t lane) {
  return {{node.bounds[0][lane], node.bounds[1][lane], node.bounds[2][lane], 0.0f},
          {node.bounds[3][lane], node.bounds[4][lane], node.bounds[5][lane], 0.0f}};
}

/// @return whether anything changed.
inline bool set_lane_bounds(LaneNode& node, std::uint32_t lane, const FloatBounds& bounds) {
  bool changed = false;
  for (int k = 0; k < 3; ++k) {
    changed |= node.bounds[k][lane] != bounds.min[k] || node.bounds[3 + k][lane] != bounds.max[k];
    node.bounds[k][lane] = bounds.min[k];
    node.bounds[3 + k][lane] = bounds.max[k];
  }
  return changed;
}

inline FloatBounds united(const FloatBounds& a, const FloatBounds& b) {
  FloatBounds u = a;
  for (int k = 0; k < 3; ++k) {
    u.min[k] = b.min[k] < a.min[k] ? b.min[k] : a.min[k];
    u.max[k] = b.max[k] > a.max[k] ? b.max[k] : a.max[k];
  }
  return u;
}

/// Bounds of all children. Not inlined: ten callers, and 200 bytes of WebAssembly.
[[gnu::noinline]] inline FloatBounds bounds_of(const LaneNode& node) {
  F32x4 low[4], high[4];
  for (int k = 0; k < 4; ++k) {
    low[k] = k < 3 ? load(node.bounds[k]) : splat(0.0f);
    high[k] = k < 3 ? load(node.bounds[3 + k]) : splat(0.0f);
  }
  transpose(low[0], low[1], low[2], low[3]);
  transpose(high[0], high[1], high[2], high[3]);
  FloatBounds u;
  // In the order of `united`, whose answer is the first of equal numbers.
  store(u.min, min(min(low[3], low[2]), min(low[1], low[0])));
  store(u.max, max(max(high[3], high[2]), max(high[1], high[0])));
  return u;
}

}  // namespace hyperplane
