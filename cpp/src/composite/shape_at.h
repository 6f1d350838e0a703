#pragma once

#include <hyperplane/shape_query.h>

#include "core/safe_rotation.h"

/// Queries of shape_query.h for a shape whose frame is known, for many directions or points.

namespace hyperplane {

/// The frame of a pose with a quaternion of any length but zero.
Transform frame_of(const Pose& pose);

/// `closest_point` of shape_query.h, with the same bits.
/// @param within m: how far to look. An answer beyond it is farther than that, but need not be the closest point.
ClosestPoint closest_point_within(const Shape& shape, const Pose& pose, const Vec3& point, double within);
Vec3 support_at(const Shape& shape, const Transform& frame, const Vec3& direction);
/// In the frame of the shape. @param direction unit length.
Vec3 support_of_composite(const Shape& shape, const Vec3& direction);
/// m: the signed distance of `closest_point`.
double distance_at(const Shape& shape, const Transform& frame, const Vec3& point);

}  // namespace hyperplane
