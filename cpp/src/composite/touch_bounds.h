#pragma once

#include <hyperplane/shape_query.h>

#include "composite/shape_extent.h"
#include "composite/tolerances.h"
#include "math/aabb.h"

namespace hyperplane {

/// `bounds`, widened so that every pair with a touch verdict overlaps: such shapes may be apart by a tolerance.
inline Aabb touch_bounds(const Shape& shape, const Pose& pose) {
  return grown_by(bounds(shape, pose), k_touch_margin * size_of(shape));
}

}  // namespace hyperplane
