#pragma once

#include <hyperplane/shape_query.h>

namespace hyperplane {

/// Where a ray that starts inside a shape, or on it, leaves it. A convex shape is entered from the far end, against the
/// ray. Of a solid mesh the first triangle that the ray meets from behind counts. A compound or a grid is
/// left where the ray leaves the union of its parts that have an inside.
/// @param direction unit length.
/// @return with the outward normal; no hit for a shape without inside, and if the ray only grazes the shape.
RayHit leave_shape(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction);

}  // namespace hyperplane
