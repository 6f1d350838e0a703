#include <hyperplane/pair.h>

#include "narrowphase/box/box_manifold.h"
#include "narrowphase/box/box_pair_filter.h"
#include "narrowphase/box/sat_box_box.h"
#include "narrowphase/pair/pair_table.h"
#include "shape/box.h"

/// The public questions about one pair: from world space to the frame of A, through the pair table, and back.

/// Pairs of boxes take a shorter way to the functions that their cell of the table leads to.

namespace hyperplane {
namespace {

bool are_boxes(const Shape& a, const Shape& b) { return a.type == ShapeType::box && b.type == ShapeType::box; }

}  // namespace

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
  if (are_boxes(a, b)) {
    const BoxPairVerdict verdict = filter_separation(a.parameters, pose_a, b.parameters, pose_b);
    if (verdict != BoxPairVerdict::open) [[likely]]
      return verdict == BoxPairVerdict::intersect;
  }
  return pair_functions(a.type, b.type).intersects(a, b, pair_frames(pose_a, pose_b).b_in_a);
}

Penetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  Penetration result;
  if (are_boxes(a, b)) {
    const std::uint32_t candidates = filter_least_overlap(a.parameters, pose_a, b.parameters, pose_b);
    if (candidates == 0) return result;
    const PairFrames frames = pair_frames(pose_a, pose_b);
    const BoxSat sat = box_sat(Box(a).half, Box(b).half, frames.b_in_a, candidates);
    if (sat.intersects) result = {true, frames.a.rotation * sat.normal, sat.depth};
    return result;
  }
  const PairFrames frames = pair_frames(pose_a, pose_b);
  result = pair_functions(a.type, b.type).penetration(a, b, frames.b_in_a);
  if (result.intersects) to_world(frames.a, result);
  return result;
}

ContactManifold collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (are_boxes(a, b)) {
    const std::uint32_t candidates = filter_least_overlap(a.parameters, pose_a, b.parameters, pose_b);
    if (candidates == 0) return {};
    const PairFrames frames = pair_frames(pose_a, pose_b);
    const Vec3 half_a = Box(a).half, half_b = Box(b).half;
    const BoxSat sat = box_sat(half_a, half_b, frames.b_in_a, candidates);
    if (!sat.intersects) return {};
    ContactManifold result = box_manifold(half_a, half_b, frames.b_in_a, sat);
    to_world(frames.a, result);
    return result;
  }
  const PairFrames frames = pair_frames(pose_a, pose_b);
  ContactManifold result = pair_functions(a.type, b.type).collide(a, b, frames.b_in_a);
  if (result.point_count > 0) to_world(frames.a, result);
  return result;
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const PairFrames frames = pair_frames(pose_a, pose_b);
  Distance result = pair_functions(a.type, b.type).distance(a, b, frames.b_in_a);
  to_world(frames.a, result);
  return result;
}

}  // namespace hyperplane
