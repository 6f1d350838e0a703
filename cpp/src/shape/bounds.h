#pragma once

#include "core/constants.h"
#include "math/aabb.h"

namespace hyperplane {

/// Bounds pushed outwards by more than all the roundings of their computation can come to: bounds that are too small by
/// one unit in the last place lose a touching pair.
/// @param low, high the shape's extent relative to `centre`, with a relative error of a few units in the last place.
inline Aabb rounded_outwards(const Vec3& centre, const Vec3& low, const Vec3& high) {
  const Vec3 margin = (abs(centre) + max(abs(low), abs(high))) * k_bounds_rounding;
  return {centre + low - margin, centre + high + margin};
}

}  // namespace hyperplane
