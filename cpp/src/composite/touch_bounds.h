#pragma once

#include <hyperplane/shape_query.h>

#include "composite/shape_extent.h"
#include "core/constants.h"

namespace hyperplane {

/// `bounds`, widened so that every pair with a touch verdict overlaps: such shapes may be apart by a tolerance.
inline Aabb touch_bounds(const Shape& shape, const Pose& pose) {
  const double margin = k_touch_margin * size_of(shape);
  const Aabb exact = bounds(shape, pose);
  const Vec3 on_each_side{margin, margin, margin};
  return {exact.min - on_each_side, exact.max + on_each_side};
}

}  // namespace hyperplane
