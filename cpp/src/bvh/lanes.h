#pragma once

#include <cstdint>

#include "bvh/float_bounds.h"
#include "bvh/node.h"
#include "core/constants.h"
#include "math/simd.h"

/// The SIMD tests of a node's four children.

namespace hyperplane {

/// Bounds, each number in all four lanes.
struct SplatBounds {
  F32x4 low[3], high[3];

  explicit SplatBounds(const FloatBounds& b)
      : low{splat(b.min[0]), splat(b.min[1]), splat(b.min[2])},
        high{splat(b.max[0]), splat(b.max[1]), splat(b.max[2])} {}
  SplatBounds(const LaneNode& node, std::uint32_t lane)
      : low{splat(node.bounds[0][lane]), splat(node.bounds[1][lane]), splat(node.bounds[2][lane])},
        high{splat(node.bounds[3][lane]), splat(node.bounds[4][lane]), splat(node.bounds[5][lane])} {}
};

/// @param out lower bounds on the distances of the children from the bounds: 0 for children that overlap them, infinity
/// for empty lanes.
inline void distances_of_children(const LaneNode& node, const SplatBounds& b, float* out) {
  F32x4 squared = splat(0.0f);
  for (int k = 0; k < 3; ++k) {
    const F32x4 below = load(node.bounds[k]) - b.high[k], above = b.low[k] - load(node.bounds[3 + k]);
    const F32x4 away = max(max(below, above), splat(0.0f));
    squared = squared + away * away;
  }
  store(out, sqrt(squared) * splat(1.0f - k_lane_distance_slack));
}

/// Bit i is set where child i overlaps (closed).
inline std::uint32_t overlapping_children(const LaneNode& node, const SplatBounds& b) {
  const auto x = (load(node.bounds[0]) <= b.high[0]) & (b.low[0] <= load(node.bounds[3]));
  const auto y = (load(node.bounds[1]) <= b.high[1]) & (b.low[1] <= load(node.bounds[4]));
  const auto z = (load(node.bounds[2]) <= b.high[2]) & (b.low[2] <= load(node.bounds[5]));
  return bits(x & y & z);
}

}  // namespace hyperplane
