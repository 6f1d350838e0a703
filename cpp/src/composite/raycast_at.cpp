#include "composite/raycast_at.h"

#include "bvh/tolerances.h"
#include "composite/composite.h"
#include "composite/ray_exit.h"
#include "core/safe_rotation.h"
#include "shape/dispatch.h"
#include "shape/flat_shape.h"

namespace hyperplane {
namespace {

/// A hit at the start becomes that where the ray leaves the shape. The point of an earlier hit, where a ray goes on, is
/// on the surface but for rounding.
void leave(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
           RayHit& hit) {
  if (hit.distance > k_ray_margin * (length(origin) + length(pose.position))) return;
  const RayHit end = leave_shape(shape, pose, origin, direction);
  // A half-space may never be left; other shapes that are not have no inside.
  if (!end.hit && shape.type != ShapeType::half_space) return;
  hit = end.distance <= max_distance ? end : RayHit{};
}

}  // namespace

RayHit raycast_along(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction,
                     double max_distance, bool solid) {
  RayHit hit = raycast_at(shape, pose, origin, direction, max_distance, length(pose.position));
  if (!solid && hit.hit) [[unlikely]] {
    leave(shape, pose, origin, direction, max_distance, hit);
  }
  return hit;
}

RayHit raycast_at(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
                  double coordinates) {
  const Transform frame = to_transform(with_safe_rotation(pose));
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

}  // namespace hyperplane
