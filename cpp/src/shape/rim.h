#pragma once

#include "math/vec3.h"

namespace hyperplane {

inline constexpr int k_rim_points = 8;

/// Eight evenly spaced points on a circle around the Y axis, the first one towards `towards`. They form the polygon
/// that represents a round cap as a supporting face. The corners lie on the rim, and the first one is the rim's
/// farthest point along `towards`. If `towards` is along the axis, x is used instead.
/// @param towards only its x and z count.
/// @param up whether the cap faces +Y; the points run counter-clockwise seen from outside.
void rim_polygon(double radius, double y, bool up, const Vec3& towards, Vec3* out);

/// Unit normal of a cylinder's or cone's side around the Y axis, on the side of a point; x is used for a point on the
/// axis.
/// @param rise y of the normal for a length of 1 across the axis.
inline Vec3 side_normal(const Vec3& point, double rise) {
  const double across = std::sqrt(point.x * point.x + point.z * point.z);
  const Vec3 outwards = across > 0.0 ? Vec3{point.x / across, 0.0, point.z / across} : Vec3{1.0, 0.0, 0.0};
  return normalized(outwards + Vec3{0.0, rise, 0.0});
}

}  // namespace hyperplane
