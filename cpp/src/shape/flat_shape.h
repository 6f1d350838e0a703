#pragma once

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "math/vec3.h"

/// Shapes with a size of zero: points, segments, rectangles, discs. They have a surface and no inside.

namespace hyperplane {

/// Whether a size of the shape is zero, so that it has no volume. False for a capsule without height, a ball.
bool is_flat(const Shape& shape);

/// `raycast` of shape_query.h for a flat shape, in its frame. A ray hits a surface from both sides, an edge in its
/// plane, a segment and a point. Along its zero sizes the shape is as thick as the rounding of the ray
/// (k_flat_ray_margin), so that a ray aimed at it hits it at any pose.
/// @param direction unit length. @param coordinates magnitude of the coordinates that the ray was given in, m.
RayHit raycast_flat(const Shape& shape, const Vec3& origin, const Vec3& direction, double max_distance,
                    double coordinates);

}  // namespace hyperplane
