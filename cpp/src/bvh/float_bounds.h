#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "core/constants.h"
#include "math/aabb.h"
#include "math/simd.h"

namespace hyperplane {

/// 32-bit bounds relative to the local origin of a world, used by broad phases and trees. The fourth components pad the
/// SIMD lanes.
///
/// All conversions round outwards: 32-bit bounds hold the 64-bit ones. Far from the local origin they lose sharpness,
/// by the step of a 32-bit number there.
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

/// The greatest 32-bit number that is not above `x`. @param x finite, in the range of 32 bits. Free of branches, which
/// would be mispredicted every other time.
constexpr float rounded_down(double x) {
  const auto nearest = static_cast<float>(x);
  const auto bits = std::bit_cast<std::int32_t>(nearest);
  const std::int32_t step = static_cast<double>(nearest) > x ? 1 : 0;
  return std::bit_cast<float>(bits + (bits < 0 ? step : -step));
}
/// The least 32-bit number that is not below `x`.
constexpr float rounded_up(double x) { return -rounded_down(-x); }

/// @param bounds conservative, world space. @param origin of the frame of the result.
constexpr FloatBounds to_float_bounds(const Aabb& bounds, const Vec3& origin) {
  const auto below = [](double a, double b) {
    const double difference = a - b, rounding = difference * (2.0 * k_unit_roundoff);
    return rounded_down(difference - (rounding < 0.0 ? -rounding : rounding));
  };
  const auto above = [&](double a, double b) { return -below(b, a); };
  return {{below(bounds.min.x, origin.x), below(bounds.min.y, origin.y), below(bounds.min.z, origin.z), 0.0f},
          {above(bounds.max.x, origin.x), above(bounds.max.y, origin.y), above(bounds.max.z, origin.z), 0.0f}};
}

/// The bounds in world space. @param origin of their frame.
constexpr Aabb to_world_bounds(const FloatBounds& bounds, const Vec3& origin) {
  const auto below = [](double a, float b) {
    const double sum = a + static_cast<double>(b), rounding = sum * (2.0 * k_unit_roundoff);
    return sum - (rounding < 0.0 ? -rounding : rounding);
  };
  const auto above = [&](double a, float b) { return -below(-a, -b); };
  return {{below(origin.x, bounds.min[0]), below(origin.y, bounds.min[1]), below(origin.z, bounds.min[2])},
          {above(origin.x, bounds.max[0]), above(origin.y, bounds.max[1]), above(origin.z, bounds.max[2])}};
}

inline bool overlaps(const FloatBounds& a, const FloatBounds& b) {
  constexpr std::uint32_t k_axes = 7;
  return (bits((load(a.min) <= load(b.max)) & (load(b.min) <= load(a.max))) & k_axes) == k_axes;
}

}  // namespace hyperplane
