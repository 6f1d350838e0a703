#include <hyperplane/shape_query.h>

#include "composite/composite.h"
#include "composite/ray_exit.h"
#include "composite/raycast_at.h"
#include "composite/shape_at.h"
#include "shape/dispatch.h"
#include "shape/flat_shape.h"

/// The public queries about one shape: from world space to the shape's own frame, to the shape's class, and back.

namespace hyperplane {
namespace {

/// In the frame of the shape.
ClosestPoint closest_point_of(const Shape& shape, const Vec3& point) {
  if (shape.type == ShapeType::compound) return shape.compound->closest_point(point, shape.kinds);
  return is_composite(shape.type) ? visit_other_composite(shape, [&](const auto& c) { return c.closest_point(point); })
                                  : visit_shape(shape, [&](const auto& s) { return s.closest_point(point); });
}

}  // namespace

RayHit raycast(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
               bool solid) {
  return raycast_along(shape, pose, origin, direction_of(direction), max_distance, solid);
}

RayHit raycast_along(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction,
                     double max_distance, bool solid) {
  const RayHit hit = raycast_at(shape, pose, origin, direction, max_distance, length(pose.position));
  if (solid || !hit.hit || hit.distance > 0.0) return hit;
  const RayHit end = leave_shape(shape, pose, origin, direction);
  // A half-space may never be left; other shapes that are not have no inside.
  if (!end.hit && shape.type != ShapeType::half_space) return hit;
  return end.distance <= max_distance ? end : RayHit{};
}

RayHit raycast_at(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
                  double coordinates) {
  const Transform frame = frame_of(pose);
  const Vec3 local_direction = transpose_times(frame.rotation, direction);
  const Vec3 local_origin = inverse_times(frame, origin);
  RayHit hit =
      shape.type == ShapeType::compound
          ? shape.compound->raycast(local_origin, local_direction, max_distance, coordinates, shape.kinds)
      : is_composite(shape.type)
          ? visit_other_composite(
                shape,
                [&](const auto& c) { return c.raycast(local_origin, local_direction, max_distance, coordinates); })
      : is_flat(shape)
          ? raycast_flat(shape, local_origin, local_direction, max_distance, coordinates)
          : visit_shape(shape, [&](const auto& s) { return s.raycast(local_origin, local_direction, max_distance); });
  if (!hit.hit) return hit;
  hit.point = frame * hit.point;
  hit.normal = frame.rotation * hit.normal;
  return hit;
}

ClosestPoint closest_point(const Shape& shape, const Pose& pose, const Vec3& point) {
  const Transform frame = frame_of(pose);
  const Vec3 local = inverse_times(frame, point);
  ClosestPoint closest = closest_point_of(shape, local);
  closest.point = frame * closest.point;
  closest.normal = frame.rotation * closest.normal;
  return closest;
}

double distance_at(const Shape& shape, const Transform& frame, const Vec3& point) {
  const Vec3 local = inverse_times(frame, point);
  return closest_point_of(shape, local).distance;
}

Vec3 support(const Shape& shape, const Pose& pose, const Vec3& direction) {
  return support_at(shape, frame_of(pose), direction);
}

Vec3 support_at(const Shape& shape, const Transform& frame, const Vec3& direction) {
  const Vec3 local = transpose_times(frame.rotation, direction_of(direction));
  if (is_composite(shape.type)) {
    return frame * visit_composite(shape, [&](const auto& c) { return c.support(local); });
  }
  return frame * visit_shape(shape, [&](const auto& s) {
           return s.core_origin() + s.core_support(local) + local * s.radius();
         });
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
