#pragma once

#include "bvh/float_bounds.h"
#include "core/constants.h"

namespace hyperplane {

/// Whether bounds are above the plane of a half-space.
class BoundsAbove {
 public:
  /// @param normal unit length. @param from a point of the plane, in the frame of the bounds. @param coordinates m: of
  /// the positions that it was made of.
  BoundsAbove(const Vec3& normal, const Vec3& from, double coordinates)
      : normal_(normal), reach_(abs(normal)), offset_(dot(normal, from) + 4.0 * k_bounds_rounding * coordinates) {}

  bool are_apart(const FloatBounds& bounds) const {
    const Aabb around = to_world_bounds(bounds, {});
    const Vec3 &low = around.min, &high = around.max;
    const Vec3 middle = (low + high) * 0.5, half = (high - low) * 0.5;
    const double height = dot(normal_, middle), reach = dot(reach_, half);
    return height - reach > offset_ + k_bounds_rounding * (std::fabs(height) + reach);
  }

 private:
  Vec3 normal_, reach_;
  double offset_;
};

}  // namespace hyperplane
