#include <hyperplane/shape_query.h>

#include "composite/composite.h"
#include "composite/raycast_at.h"
#include "composite/shape_at.h"
#include "shape/dispatch.h"
#include "shape/flat_shape.h"

/// The public queries about one shape: from world space to the shape's own frame, to the shape's class, and back.

namespace hyperplane {
namespace {

/// In the frame of the shape.
ClosestPoint closest_point_of(const Shape& shape, const Vec3& point, double within) {
  if (shape.type == ShapeType::compound) return shape.compound->closest_point(point, within, shape.kinds);
  return is_composite(shape.type)
             ? visit_other_composite(shape, [&](const auto& c) { return c.closest_point(point, within); })
             : visit_shape(shape, [&](const auto& s) { return s.closest_point(point); });
}

}  // namespace

RayHit raycast(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
               bool solid) {
  return raycast_along(shape, pose, origin, direction_of(direction), max_distance, solid);
}

ClosestPoint closest_point(const Shape& shape, const Pose& pose, const Vec3& point) {
  return closest_point_within(shape, pose, point, ray_descent::k_infinity);
}

ClosestPoint closest_point_within(const Shape& shape, const Pose& pose, const Vec3& point, double within) {
  const Transform frame = frame_of(pose);
  const Vec3 local = inverse_times(frame, point);
  ClosestPoint closest = closest_point_of(shape, local, within);
  closest.point = frame * closest.point;
  closest.normal = frame.rotation * closest.normal;
  return closest;
}

double distance_at(const Shape& shape, const Transform& frame, const Vec3& point) {
  const Vec3 local = inverse_times(frame, point);
  return closest_point_of(shape, local, ray_descent::k_infinity).distance;
}

Vec3 support_of_composite(const Shape& shape, const Vec3& direction) {
  return visit_composite(shape, [&](const auto& c) { return c.support(direction); });
}

Aabb bounds(const Shape& shape, const Pose& pose) {
  if (is_composite(shape.type)) {
    return visit_composite(shape,
                           [&](const auto& c) { return c.bounds_at({pose.position, normalized(pose.rotation)}); });
  }
  const Transform frame = frame_of(pose);
  return visit_shape(shape, [&](const auto& s) { return s.bounds(frame); });
}

}  // namespace hyperplane
