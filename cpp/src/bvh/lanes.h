#pragma once

#include <bit>
#include <cstdint>

#include "bvh/float_bounds.h"
#include "bvh/node.h"
#include "bvh/tolerances.h"
#include "core/function_ref.h"
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

/// Marks children that a descent by distance skips: less than any distance.
inline constexpr float k_missed = -1.0f;

/// @param end children up to this far are near; those that overlap the bounds always are.
/// @param out set to lower bounds on the distances of the children from the bounds: 0 for children that overlap them,
/// k_missed for those that are not near, and for empty lanes.
/// @return bit i: child i is near.
inline std::uint32_t near_children(const LaneNode& node, const SplatBounds& b, float end, float (&out)[4]) {
  F32x4 squared = splat(0.0f);
  for (int k = 0; k < 3; ++k) {
    const F32x4 below = load(node.bounds[k]) - b.high[k], above = b.low[k] - load(node.bounds[3 + k]);
    const F32x4 away = max(max(below, above), splat(0.0f));
    squared = squared + away * away;
  }
  const F32x4 distances = sqrt(squared) * splat(1.0f - k_lane_distance_slack);
  const U32x4 is_near = (distances <= splat(end > 0.0f ? end : 0.0f)) & (load(node.bounds[0]) <= load(node.bounds[3]));
  store(out, select(is_near, distances, splat(k_missed)));
  return bits(is_near);
}

/// Bit i is set where child i overlaps (closed).
inline std::uint32_t overlapping_children(const LaneNode& node, const SplatBounds& b) {
  const auto x = (load(node.bounds[0]) <= b.high[0]) & (b.low[0] <= load(node.bounds[3]));
  const auto y = (load(node.bounds[1]) <= b.high[1]) & (b.low[1] <= load(node.bounds[4]));
  const auto z = (load(node.bounds[2]) <= b.high[2]) & (b.low[2] <= load(node.bounds[5]));
  return bits(x & y & z);
}

/// Decides by the bounds of a child whether a descent enters it.
using BoundsFilter = FunctionRef<bool(const Aabb&)>;

/// A child, or a node, to be visited by a descent.
struct DescentTask {
  std::uint32_t child;
  float distance;
};

/// Room for a descent that stacks by `push_children`, which writes all four children before the top moves.
inline constexpr int k_descent_stack_size = LaneNode::k_stack_size + 4;

/// The places of four children by the comparisons of their distances: bit 0 to 5 where child 0 is nearer than 1, 2, 3,
/// child 1 nearer than 2, 3, and child 2 nearer than 3. A child's place is the number of children that are farther.
struct ChildPlaces {
  std::uint8_t of[64][4];

  constexpr ChildPlaces() : of{} {
    for (unsigned order = 0; order < 64; ++order) {
      constexpr int k_first[6] = {0, 0, 0, 1, 1, 2}, k_second[6] = {1, 2, 3, 2, 3, 3};
      for (unsigned pair = 0; pair < 6; ++pair) ++of[order][(order >> pair & 1) != 0 ? k_first[pair] : k_second[pair]];
    }
  }
};
inline constexpr ChildPlaces k_child_places;

/// Stacks the children at distances that are not negative, the nearest on top. Without branches, which would be
/// mispredicted half the time; the other children end up above the top. @param share by which distances are multiplied.
/// @return the new top.
inline DescentTask* push_children(const std::uint32_t (&children)[4], const float (&d)[4], std::uint32_t hits,
                                  float share, DescentTask* top) {
  const F32x4 all = load(d);
  const std::uint32_t order = bits(permute<0, 0, 0, 1>(all) < permute<1, 2, 3, 2>(all)) |
                              (bits(permute<1, 2, 2, 2>(all) < permute<3, 3, 3, 3>(all)) & 3) << 4;
  float shares[4];
  store(shares, all * splat(share));
  const std::uint8_t(&places)[4] = k_child_places.of[order];
  for (int i = 0; i < 4; ++i) top[places[i]] = {children[i], shares[i]};
  return top + std::popcount(hits);
}

}  // namespace hyperplane
