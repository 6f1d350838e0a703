#pragma once

#include <hyperplane/sweep.h>

#include "core/safe_rotation.h"
#include "math/transform.h"

namespace hyperplane {

/// Grazing contacts, which a motion approaches slowly, count only within a smaller margin.
struct Grazing {
  /// Maximum closing speed of a grazing contact, as a share of the speed. -1: no contact grazes.
  double closing = -1.0;
  /// m: margin of grazing contacts, less than the margin of others.
  double margin = 0.0;
};

/// A distance in world space, with the witness point of B alone.
struct Gap {
  double distance;
  Vec3 point_b, normal;
};

/// The first time at which a shape that moves along a straight line without rotation comes within a margin of a shape
/// at rest.
///
/// Along a straight line the signed distance of two convex shapes is a convex function of time, and the gap along the
/// normal between the closest points is one of its tangents. Newton's method from the start therefore never steps over
/// the time of contact, and a normal along which the shapes do not approach proves that they never touch. This is
/// conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996) with an exact
/// step.
///
/// Deviation from a time of impact: shapes that start within the margin count only if they approach, so that a body can
/// slide along a contact and out of an overlap.
class Approach {
 public:
  /// @param a moves by `motion` from `pose_a`. @param margin m, not negative.
  Approach(const Shape& a, const Pose& pose_a, const Vec3& motion, const Shape& b, const Pose& pose_b, double margin)
      : Approach(a, pose_a.position, motion, b, pose_b.position, pair_frames(pose_a, pose_b), margin) {}
  /// The same for shapes that keep their rotations. @param turned their frames at any positions.
  Approach(const Shape& a, const Vec3& position_a, const Vec3& motion, const Shape& b, const Vec3& position_b,
           const PairFrames& turned, double margin);

  /// @param limit latest time of interest; does not change the result.
  /// @param slack m: tolerance of the margin.
  /// @param least_closing share of the speed: shapes that approach more slowly move along each other.
  /// @return includes the normal from A to B and the closest point of B at that time. At the iteration limit: the time
  ///         reached, up to which the margin is kept, with `converged` false.
  /// @param apart_along if not null: without a hit, set to the last normal, along which the shapes stay apart; kept if
  ///        they only move along each other.
  Impact first(double limit, double slack, double least_closing, const Grazing& grazing = {},
               Vec3* apart_along = nullptr);

  /// The gap before the motion. `first` starts from the same bits. The public `distance` orders the shapes and may
  /// differ within the bounds of GJK, also in the normal.
  Gap at_start();

 private:
  /// In the frame of A at that time.
  Distance distance_at(double time);

  const Shape& a_;
  const Shape& b_;
  /// The frame of A before the motion, and B in the frame of A when the distance was last asked for.
  PairFrames frames_;
  /// In the frame of A: of B before the motion, and the motion.
  Vec3 start_, motion_;
  double margin_;
  Distance (*distance_)(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
