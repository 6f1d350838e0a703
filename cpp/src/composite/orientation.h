#pragma once

#include <hyperplane/geometry.h>

/// Signs of determinants of points, exact for numbers whose products neither overflow nor underflow. A filter in 64
/// bits decides nearly all; the others are computed as expansions, which are sums of 64-bit numbers without rounding.
/// Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997).

namespace hyperplane {

/// Side of the plane through a, b, c on which d lies: 1 in front, where the triangle is counter-clockwise, -1 behind, 0
/// on it.
int side_of_plane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// A point of a plane.
struct PlanePoint {
  double x, y;
};
/// Side of the line from a to b on which c lies: 1 to the left, -1 to the right, 0 on it.
int side_of_line(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c);

}  // namespace hyperplane
