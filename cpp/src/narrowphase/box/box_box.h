#pragma once

#include <limits>

#include <hyperplane/pair.h>

#include "core/function_ref.h"
#include "narrowphase/box/box_manifold.h"
#include "narrowphase/box/settled_sat.h"
#include "narrowphase/convex/pair_answers.h"

/// Two boxes that the 32-bit filters leave open. Used by single calls (pair.cpp), batches (batch.cpp) and the rows of a
/// world (box_rows.cpp). Verdict, penetration and manifold come from the separating axis theorem (sat_box_box.h,
/// box_manifold.h), the distance from features (distance_box_box.cpp).
///
/// @param frames of the pair. @param candidates the axes that the filter leaves open.
/// @tparam PosesOf poses() gives the PosePair; called only if the verdict is in doubt.

namespace hyperplane {

/// World space.
template <class PosesOf>
Penetration penetration_of_open_boxes(const Vec3& half_a, const Vec3& half_b, const PairFrames& frames,
                                      std::uint32_t candidates, PosesOf poses) {
  const BoxSat sat = box_sat_settled(half_a, half_b, frames.b_in_a, candidates, poses);
  if (!sat.intersects) return {};
  return {true, frames.a.rotation * sat.normal, sat.depth};
}

/// @param manifold is written if the boxes touch, world space; points beyond the count are unchanged.
/// @return whether they touch.
template <class PosesOf>
bool collide_open_boxes(const Vec3& half_a, const Vec3& half_b, const PairFrames& frames, std::uint32_t candidates,
                        PosesOf poses, ContactManifold& manifold) {
  const BoxSat sat = box_sat_settled(half_a, half_b, frames.b_in_a, candidates, poses);
  if (!sat.intersects) return false;
  box_manifold(half_a, half_b, frames.b_in_a, sat, manifold);
  to_world(frames.a, manifold);
  return true;
}

/// Signed distance of two boxes with witness points, in the frame of A. Half sizes may be zero.
/// @param most m: beyond, the distance may be infinity.
Distance box_distance(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a,
                      double most = std::numeric_limits<double>::infinity());
/// @param find_sat gives their signed separating axis; called only if the points do not prove themselves.
Distance box_distance(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, FunctionRef<BoxSat()> find_sat,
                      double most = std::numeric_limits<double>::infinity());

}  // namespace hyperplane
