#include "narrowphase/box/settled_sat.h"

#include "core/safe_rotation.h"
#include "narrowphase/convex/compare_poses.h"

namespace hyperplane {
namespace {

bool are_in_order(const Vec3& half_a, const Pose& pose_a, const Vec3& half_b, const Pose& pose_b) {
  const double sizes_a[3] = {half_a.x, half_a.y, half_a.z}, sizes_b[3] = {half_b.x, half_b.y, half_b.z};
  const int by_pose = compare_poses(pose_a, pose_b);
  return (by_pose != 0 ? by_pose : compare_sizes(sizes_a, sizes_b)) <= 0;
}

/// Axis k of (B, A) as the axis of (A, B).
constexpr int exchanged_axis(int k) {
  if (k < 0) return k;
  return k < 3 ? k + 3 : k < 6 ? k - 3 : 6 + 3 * ((k - 6) % 3) + (k - 6) / 3;
}

}  // namespace

bool boxes_intersect_settled(const Vec3& half_a, const Pose& pose_a, const Vec3& half_b, const Pose& pose_b) {
  const bool in_order = are_in_order(half_a, pose_a, half_b, pose_b);
  const Vec3 &first = in_order ? half_a : half_b, &second = in_order ? half_b : half_a;
  const Transform relative = pair_frames(in_order ? pose_a : pose_b, in_order ? pose_b : pose_a).b_in_a;
  if (is_flat(first) && is_flat(second)) [[unlikely]]
    return signed_box_sat(first, second, relative).intersects;
  return boxes_intersect(first, second, relative);
}

BoxSat ordered_box_sat(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const PosePair& poses) {
  if (are_in_order(half_a, poses.a, half_b, poses.b)) return signed_box_sat(half_a, half_b, b_in_a);
  BoxSat sat = signed_box_sat(half_b, half_a, pair_frames(poses.b, poses.a).b_in_a);
  sat.axis = exchanged_axis(sat.axis);
  // The normal has the bits of the axis in this order, unless the edges are close to parallel.
  const Vec3 turned = -(b_in_a.rotation * sat.normal);
  const BoxAxis axis = box_axis(half_a, half_b, b_in_a, sat.axis);
  sat.normal = !axis.exists ? turned : dot(axis.normal, turned) < 0.0 ? -axis.normal : axis.normal;
  return sat;
}

}  // namespace hyperplane
