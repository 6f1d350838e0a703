#pragma once

#include <hyperplane/plane_query.h>

#include "plane/pair/composite_pair.h"

/// Questions about one shape whose frame is known, and about composites.

namespace hyperplane::plane {

/// Of convex shapes. @param along unit length.
ClosestPoint closest_point_at(const Shape& shape, const Frame& frame, Vec2 point);
RayHit raycast_at(const Shape& shape, const Frame& frame, Vec2 origin, Vec2 along, double max_distance);

/// Where a ray that starts inside a shape, or on it, leaves it: it enters from the far end, against the ray. With the
/// outward normal; no hit for a shape without inside, and if the ray only grazes the shape.
RayHit leave_at(const Shape& shape, const Frame& frame, Vec2 origin, Vec2 along);
/// The same for a composite: where the ray leaves the union of its parts.
RayHit leave_composite(const Shape& shape, const Pose& pose, Vec2 origin, Vec2 along, const KindMask* kinds = nullptr);
/// Where a ray leaves a shape that it starts in, or on but for rounding, as at the point of an earlier hit; up to a
/// distance. @return the hit itself elsewhere, and for a shape without inside. @param hit of the ray as a solid one.
RayHit leave_from(const RayHit& hit, const Shape& shape, const Pose& pose, Vec2 origin, Vec2 along, double max_distance,
                  const KindMask* kinds = nullptr);

/// The first hit among the parts; of equal ones the lowest part. Rays pass through one-sided parts from behind.
RayHit composite_raycast(const Shape& shape, const Pose& pose, Vec2 origin, Vec2 along, double max_distance,
                         const KindMask* kinds = nullptr);
/// The least signed distance of the parts. Inside a polygon the distance of its outline counts, not that of its parts.
ClosestPoint composite_closest_point(const Shape& shape, const Pose& pose, Vec2 point, const KindMask* kinds = nullptr);
Vec2 composite_support(const Shape& shape, const Pose& pose, Vec2 along);

}  // namespace hyperplane::plane
