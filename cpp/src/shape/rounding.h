#pragma once

#include <hyperplane/shape_query.h>

#include "core/function_ref.h"
#include "math/vec3.h"

/// Queries about shapes with a rounding, from those about their cores.

namespace hyperplane {

/// The closest point of a rounded shape, from that of its core. Exact on both sides of the surface: at a point in the
/// core a convex shape's distance from its surface is its least height over the point, to which a ball adds its radius.
constexpr ClosestPoint grown(const ClosestPoint& core, double rounding) {
  return {core.distance - rounding, core.point + core.normal * rounding, core.normal};
}

/// First hit of a ray on any convex shape with volume that has its signed distance, by Newton's method. Along a ray the
/// distance is convex, so that no step from outside passes the surface, and a ray on which it grows has missed.
/// @param closest of the shape, in its frame. @param middle, extent a ball around the shape. @param direction unit
/// length.
RayHit raycast_by_distance(FunctionRef<ClosestPoint(const Vec3&)> closest, const Vec3& middle, double extent,
                           const Vec3& origin, const Vec3& direction, double max_distance);

template <class Rounded>
RayHit raycast_rounded(const Rounded& shape, const Vec3& origin, const Vec3& direction, double max_distance) {
  return raycast_by_distance([&](const Vec3& point) { return shape.closest_point(point); }, shape.core_origin(),
                             shape.core_extent() + shape.radius(), origin, direction, max_distance);
}

}  // namespace hyperplane
