#pragma once

#include "narrowphase/box/sat_box_box.h"

/// The separating axis test of boxes that touch within rounding: one verdict for (A, B) and (B, A), and for every
/// question about the pair.
///
/// Whether rounding makes such boxes overlap depends on the frame it is computed in. sat_box_box.h says where its
/// verdict is in doubt; the pair is then computed in the frame of the box that comes first in an order of the two that
/// does not depend on which is A (pair_order.h), and the answer turned round if that is B.

namespace hyperplane {

/// Whether two boxes whose 32-bit filter has left them open intersect.
bool boxes_intersect_settled(const Vec3& half_a, const Pose& pose_a, const Vec3& half_b, const Pose& pose_b);

/// All fifteen axes, signed, in the frame of A.
BoxSat signed_box_sat_settled(const Vec3& half_a, const Pose& pose_a, const Vec3& half_b, const Pose& pose_b,
                              const Transform& b_in_a);

/// box_sat with a verdict that is never in doubt.
inline BoxSat box_sat_settled(const Vec3& half_a, const Pose& pose_a, const Vec3& half_b, const Pose& pose_b,
                              const Transform& b_in_a, std::uint32_t candidates) {
  const BoxSat sat = box_sat(half_a, half_b, b_in_a, candidates);
  if (!sat.is_doubtful) [[likely]]
    return sat;
  return signed_box_sat_settled(half_a, pose_a, half_b, pose_b, b_in_a);
}

}  // namespace hyperplane
