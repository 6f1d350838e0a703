#pragma once

#include "narrowphase/box/sat_box_box.h"

/// The separating axis test of boxes that touch within rounding: one verdict for (A, B) and (B, A), and for every
/// question about the pair.
///
/// The frame of the computation determines whether rounding makes such boxes overlap. sat_box_box.h reports when its
/// verdict is in doubt. The pair is then computed in the frame of the box that comes first in an order that does not
/// depend on which box is A (compare_poses.h); if that box is B, the answer is flipped.

namespace hyperplane {

/// Whether two boxes that the 32-bit filter leaves open intersect.
bool boxes_intersect_settled(const Vec3& half_a, const Pose& pose_a, const Vec3& half_b, const Pose& pose_b);

struct PosePair {
  Pose a, b;
};

/// All fifteen axes, signed, in the frame of A, computed in the order of the two boxes. Called by box_sat_settled and
/// signed_box_sat_settled in case of doubt.
BoxSat ordered_box_sat(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const PosePair& poses);

/// box_sat with a verdict that is never in doubt.
/// @tparam PosesOf poses() gives the PosePair; it is called only in doubt.
template <class PosesOf>
BoxSat box_sat_settled(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, std::uint32_t candidates,
                       PosesOf poses) {
  const BoxSat sat = box_sat(half_a, half_b, b_in_a, candidates);
  if (!sat.is_doubtful) [[likely]]
    return sat;
  return ordered_box_sat(half_a, half_b, b_in_a, poses());
}

/// signed_box_sat with a verdict that is never in doubt.
inline BoxSat signed_box_sat_settled(const Vec3& half_a, const Pose& pose_a, const Vec3& half_b, const Pose& pose_b,
                                     const Transform& b_in_a) {
  const BoxSat sat = signed_box_sat(half_a, half_b, b_in_a);
  if (!sat.is_doubtful) [[likely]]
    return sat;
  return ordered_box_sat(half_a, half_b, b_in_a, {pose_a, pose_b});
}

}  // namespace hyperplane
