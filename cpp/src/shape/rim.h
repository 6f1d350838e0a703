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

/// Unit normal of the side of a cylinder or cone around the Y axis on the side of a point; x stands in on the axis.
/// @param rise y of the normal for a length of 1 across the axis.
inline Vec3 side_normal(const Vec3& point, double rise) {
  const double across = std::sqrt(point.x * point.x + point.z * point.z);
  const Vec3 outwards = across > 0.0 ? Vec3{point.x / across, 0.0, point.z / across} : Vec3{1.0, 0.0, 0.0};
  return normalized(outwards + Vec3{0.0, rise, 0.0});
}

}  // namespace hyperplane
