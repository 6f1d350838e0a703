#pragma once

#include <hyperplane/shape_query.h>

namespace hyperplane {

/// `raycast` of shape_query.h for a shape whose pose is relative to another one, as that of a part in a compound.
/// @param direction unit length.
/// @param coordinates magnitude of the coordinates that the ray was given in, m: a ray that is aimed at a flat shape
/// misses it by their rounding.
RayHit raycast_at(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
                  double coordinates);

/// `raycast` of shape_query.h with the same bits. @param direction unit length.
RayHit raycast_along(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction,
                     double max_distance, bool solid);

}  // namespace hyperplane
