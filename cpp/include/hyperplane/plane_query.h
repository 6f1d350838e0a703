#pragma once

#include <cstdint>

#include <hyperplane/plane.h>

/// Questions about one shape in the plane. Preconditions as in plane_pair.h.

namespace hyperplane::plane {

struct RayHit {
  bool hit = false;
  /// Metres along the ray, whatever the length of `direction`.
  double distance = 0.0;
  Vec2 point, normal;
  /// Which part of a composite; -1: the shape has none.
  std::int32_t part = -1;
};
/// First hit of a ray. One that starts inside hits at distance 0, with the normal opposite to its direction.
/// @param direction any length but zero. @param max_distance m; may be infinite.
/// @param solid false: a ray that starts inside or on the surface hits where it leaves the shape, with the outward
/// normal there. Shapes without inside are hit as before. A compound is left where the ray leaves all its parts.
RayHit raycast(const Shape& shape, const Pose& pose, Vec2 origin, Vec2 direction, double max_distance,
               bool solid = true);

struct ClosestPoint {
  /// Negative inside.
  double distance = 0.0;
  /// Query point = point + normal * distance.
  Vec2 point, normal;
  std::int32_t part = -1;
};
ClosestPoint closest_point(const Shape& shape, const Pose& pose, Vec2 point);

/// The point of the shape farthest along `direction` (any length but zero).
Vec2 support(const Shape& shape, const Pose& pose, Vec2 direction);

}  // namespace hyperplane::plane
