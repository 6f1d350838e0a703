#pragma once

#include <limits>

#include "math/aabb.h"

namespace hyperplane {

/// 32-bit bounds relative to the local origin of a world, used by broad phases and trees. The fourth components pad the
/// SIMD lanes.
///
/// The conversion misses no overlap and needs no margin: both bounds go through x -> float(x - origin), which is
/// monotone, so a.min <= b.max still holds afterwards. Far from the origin bounds only get coarser, by one 32-bit step.
struct alignas(32) FloatBounds {
  float min[4];
  float max[4];
};

/// Empty bounds: overlap nothing, not even themselves; neutral in a union.
inline constexpr FloatBounds k_empty_bounds = {
    {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
     std::numeric_limits<float>::infinity(), 0.0f},
    {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
     -std::numeric_limits<float>::infinity(), 0.0f}};

/// @param bounds conservative, world space. @param origin of the frame of the result.
constexpr FloatBounds to_float_bounds(const Aabb& bounds, const Vec3& origin) {
  const Vec3 low = bounds.min - origin, high = bounds.max - origin;
  return {{static_cast<float>(low.x), static_cast<float>(low.y), static_cast<float>(low.z), 0.0f},
          {static_cast<float>(high.x), static_cast<float>(high.y), static_cast<float>(high.z), 0.0f}};
}

constexpr bool overlaps(const FloatBounds& a, const FloatBounds& b) {
  return a.min[0] <= b.max[0] && b.min[0] <= a.max[0] && a.min[1] <= b.max[1] && b.min[1] <= a.max[1] &&
         a.min[2] <= b.max[2] && b.min[2] <= a.max[2];
}

}  // namespace hyperplane
