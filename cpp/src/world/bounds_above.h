#pragma once

#include "bvh/float_bounds.h"
#include "core/constants.h"
#include "core/safe_rotation.h"
#include "math/transform.h"

namespace hyperplane {

/// Whether bounds are above the plane of a half-space.
class BoundsAbove {
 public:
  /// @param origin of the frame of the bounds.
  BoundsAbove(const Pose& half_space, const Vec3& origin)
      : normal_(to_matrix(with_safe_rotation(half_space).rotation).columns[1]),
        reach_(abs(normal_)),
        offset_(dot(normal_, half_space.position - origin)) {
    offset_ += 4.0 * k_bounds_rounding * (length(half_space.position) + length(origin));
  }

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
