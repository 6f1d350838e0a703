#pragma once

#include "math/vec3.h"

namespace hyperplane {

inline constexpr int k_rim_points = 8;

/// Eight points on a circle around the Y axis, evenly spread, the first one towards `towards`: the polygon that stands
/// for a round cap where a face is asked for. Its corners lie on the rim, and the first one is the rim's farthest point
/// along `towards`. The middle of a cap prefers no direction; x stands in.
/// @param towards only its x and z count.
/// @param up whether the cap looks to +Y; the points run counter-clockwise seen from outside.
void rim_polygon(double radius, double y, bool up, const Vec3& towards, Vec3* out);

}  // namespace hyperplane
