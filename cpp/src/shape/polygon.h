#pragma once

#include "math/vec3.h"

namespace hyperplane {

/// Point on the outline of a flat convex polygon that is closest to a point beyond one of its sides (after Ericson,
/// "Real-Time Collision Detection", 2005, 5.1.5).
/// @param vertices a range of vertices, counter-clockwise about `normal`, of any length. @param last its last vertex.
/// @param vertex takes an element of the range to the vertex. @param closest set if the result is true.
/// @return whether the point is beyond a side; if not, its foot on the plane lies in the polygon.
template <class Vertices, class Vertex>
bool closest_on_outline(const Vertices& vertices, const Vec3& last, Vertex vertex, const Vec3& normal,
                        const Vec3& point, Vec3& closest) {
  double least_squared = __builtin_huge_val();
  bool is_beyond = false;
  Vec3 from = last;
  for (const auto& element : vertices) {
    const Vec3 to = vertex(element), side = to - from;
    if (dot(cross(normal, side), point - from) < 0.0) {
      is_beyond = true;
      const Vec3 on_side = from + side * clamp(dot(point - from, side) / length_squared(side), 0.0, 1.0);
      const double squared = length_squared(point - on_side);
      if (squared < least_squared) {
        least_squared = squared;
        closest = on_side;
      }
    }
    from = to;
  }
  return is_beyond;
}

/// Point of a flat convex polygon that is closest to a point in its plane. Sides may be as short as rounding, which
/// leaves them in any direction: then the point may seem beyond one of them that is far from it. Of vertices some are
/// at least as far along the way to a point that the polygon holds, and none to one that is outside.
template <class Vertices, class Vertex>
Vec3 closest_on_polygon(const Vertices& vertices, const Vec3& last, Vertex vertex, const Vec3& normal,
                        const Vec3& point) {
  Vec3 closest = point;
  if (!closest_on_outline(vertices, last, vertex, normal, point, closest)) return point;
  const Vec3 way = point - closest;
  const double beyond = 0.5 * length_squared(way);
  for (const auto& element : vertices) {
    if (dot(vertex(element) - closest, way) > beyond) return point;
  }
  return closest;
}

}  // namespace hyperplane
