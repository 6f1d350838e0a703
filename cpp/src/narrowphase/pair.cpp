#include <hyperplane/pair.h>

#include "narrowphase/pair_table.h"

/// The public questions about one pair: from world space to the frame of A, through the pair table, and back.

namespace hyperplane {

Result<bool> check_pose(const Pose& pose) {
  const Vec3 p = abs(pose.position);
  // Written so that NaN fails every comparison.
  if (!(p.x <= k_max_coordinate && p.y <= k_max_coordinate && p.z <= k_max_coordinate)) {
    return Result<bool>::failure(Status::invalid_argument, is_finite(pose.position)
                                                               ? "a coordinate of the position is beyond 1e12 m"
                                                               : "a coordinate of the position is not a finite number");
  }
  if (!is_finite(pose.rotation)) {
    return Result<bool>::failure(Status::invalid_argument, "a component of the quaternion is not a finite number");
  }
  if (pose.rotation.x == 0.0 && pose.rotation.y == 0.0 && pose.rotation.z == 0.0 && pose.rotation.w == 0.0) {
    return Result<bool>::failure(Status::invalid_argument, "the quaternion is zero");
  }
  return {Status::ok, true, ""};
}

bool intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return pair_functions(a.type, b.type)
      .intersects(a, b, relative_transform(with_safe_rotation(pose_a), with_safe_rotation(pose_b)));
}

Penetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Pose safe_a = with_safe_rotation(pose_a);
  Penetration result =
      pair_functions(a.type, b.type).penetration(a, b, relative_transform(safe_a, with_safe_rotation(pose_b)));
  if (result.intersects) to_world(to_transform(safe_a), result);
  return result;
}

ContactManifold collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Pose safe_a = with_safe_rotation(pose_a);
  ContactManifold result =
      pair_functions(a.type, b.type).collide(a, b, relative_transform(safe_a, with_safe_rotation(pose_b)));
  if (result.point_count > 0) to_world(to_transform(safe_a), result);
  return result;
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Pose safe_a = with_safe_rotation(pose_a);
  Distance result =
      pair_functions(a.type, b.type).distance(a, b, relative_transform(safe_a, with_safe_rotation(pose_b)));
  to_world(to_transform(safe_a), result);
  return result;
}

}  // namespace hyperplane
