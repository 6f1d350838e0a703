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
      : normal_(normal), offset_(dot(normal, from) + 4.0 * k_bounds_rounding * coordinates) {}

  /// By the corner that is lowest along the normal.
  bool are_apart(const FloatBounds& bounds) const {
    const auto along = [&](double towards, int axis) {
      return towards * static_cast<double>(towards > 0.0 ? bounds.min[axis] : bounds.max[axis]);
    };
    const double x = along(normal_.x, 0), y = along(normal_.y, 1), z = along(normal_.z, 2);
    return x + y + z > offset_ + k_bounds_rounding * (std::fabs(x) + std::fabs(y) + std::fabs(z));
  }

 private:
  Vec3 normal_;
  double offset_;
};

}  // namespace hyperplane
