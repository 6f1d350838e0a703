#pragma once

#include <hyperplane/sweep.h>

#include "math/transform.h"
#include "narrowphase/pair/pair_table.h"

namespace hyperplane {

/// Contacts that a motion grazes: those that it closes in on slowly count only from a smaller margin on.
struct Grazing {
  /// Share of the speed: closing in no faster is grazing. -1: nothing grazes.
  double closing = -1.0;
  /// m, less than the margin of other contacts.
  double margin = 0.0;
};

/// A shape that moves along a straight line without turning, towards one that stands still: the first time at which it
/// comes as near as a margin.
///
/// Along a straight line the signed distance of two convex shapes is a convex function of time, and the gap along the
/// normal between the closest points is one of its tangents. So Newton's method from the start never steps over the
/// time that it looks for, and a normal along which the shapes do not close in proves that they never will. That is
/// conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996) with a step that
/// is exact.
///
/// Deviation from a time of impact: shapes that are within the margin at the start count only where they close in. That
/// lets a body slide along what it touches, and out of what it overlaps.
class Approach {
 public:
  /// @param a moves by `motion` from `pose_a`. @param margin m, not negative.
  Approach(const Shape& a, const Pose& pose_a, const Vec3& motion, const Shape& b, const Pose& pose_b, double margin);

  /// @param limit times after it are of no interest; the time that is found does not depend on it.
  /// @param slack m: a gap that is no more than this above the margin counts as reached.
  /// @param least_closing share of the speed: shapes that close in more slowly move along each other.
  /// @return the normal from A to B, and the point of B that is closest then. When the bound on iterations is reached,
  ///         the time found so far, with `converged` false: the margin is kept until then.
  Impact first(double limit, double slack, double least_closing, const Grazing& grazing = {}) const;

  /// In world space, before the motion. `first` starts from the same bits; those of the public `distance`, which asks
  /// in an order of its own, differ by as much as the bounds of GJK leave open, and so do the normals.
  Distance at_start() const;

 private:
  /// In the frame of A as it stands at that time.
  Distance distance_at(double time) const;

  const Shape& a_;
  const Shape& b_;
  Vec3 origin_;
  PairFrames frames_;
  /// In the frame of A.
  Vec3 motion_;
  double margin_, tolerance_;
  Distance (*distance_)(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
