#pragma once

#include <array>
#include <cstdint>

#include <hyperplane/geometry.h>
#include <hyperplane/shape.h>

/// Queries on a single shape at a pose. Preconditions as in pair.h.

namespace hyperplane {

/// Where on a composite an answer lies; see PairFeatures in pair.h.
struct PartFeature {
  /// Part of a compound, or -1.
  std::int32_t part = -1;
  /// Triangle of a surface, or -1.
  std::int32_t triangle = -1;
};

struct RayHit {
  bool hit = false;
  /// Metres along the ray, whatever the length of `direction`.
  double distance = 0.0;
  Vec3 point, normal;
  PartFeature feature{};
};

/// First hit of a ray. A ray that starts inside hits at distance 0, with the normal opposite to its direction.
/// @param direction any length but zero.
/// @param max_distance m; may be infinite.
/// @param solid false: a ray that starts inside or on the surface hits where it leaves the shape, with the outward
/// normal there. Shapes without inside are hit as before. A compound is left where the ray leaves all its parts.
RayHit raycast(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
               bool solid = true);

struct ClosestPoint {
  /// Negative inside; of a compound, minus the depth in the part that contains the point deepest.
  double distance = 0.0;
  /// On the surface, with the outward normal there: query point = point + normal * distance.
  Vec3 point, normal;
  PartFeature feature{};
};

ClosestPoint closest_point(const Shape& shape, const Pose& pose, const Vec3& point);

/// Support point: the point of the shape farthest along `direction` (any length but zero).
Vec3 support(const Shape& shape, const Pose& pose, const Vec3& direction);

/// The eight corners of a box in world space: 0 at -width/2, -height/2, -depth/2; 1, 2, 3 are 0 moved along the box's
/// x, y, z edge; 4 is opposite 0; 5, 6, 7 are 4 moved back along x, y, z.
/// @param box a shape of type box.
std::array<Vec3, 8> box_vertices(const Shape& box, const Pose& pose);

/// Bounds in world space, rounded outwards.
Aabb bounds(const Shape& shape, const Pose& pose);

}  // namespace hyperplane
