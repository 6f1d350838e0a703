#pragma once

#include "core/constants.h"
#include "math/aabb.h"

namespace hyperplane {

/// Bounds widened by more than the sum of all roundings of their computation: bounds that are too small by one unit in
/// the last place lose a touching pair.
/// @param position of the shape's frame. @param low, high the shape's extent relative to `position`.
/// @param reach bound on the distance of the shape's points from the origin of its frame. An entry of a rotation matrix
/// has an absolute error, so the longest side counts even along an axis on which the shape is thin.
inline Aabb rounded_outwards(const Vec3& position, const Vec3& low, const Vec3& high, double reach) {
  const Vec3 margin = (abs(position) + Vec3{reach, reach, reach}) * k_bounds_rounding;
  return {position + low - margin, position + high + margin};
}

}  // namespace hyperplane
