#pragma once

#include "ccd/moving_body.h"
#include "math/lanes3.h"

/// A lower bound, over a stretch of time, of the gap between two moving bodies along one direction.
///
/// The direction starts as a unit vector n from A to B and turns with a constant angular velocity W. Relative to the
/// turning direction a body with angular velocity w turns with w - W. A point r of the body, relative to its origin,
/// advances along the direction by n . ((w - W) x r) = r . (n x (w - W)) to first order, and its second derivative,
///
///   (W x n) . ((w - W) x r) + (n x (w - W)) . (w x r),
///
/// is bounded. (For a body of revolution w omits the rotation about its own axis; it then changes with time, which adds
/// a third term, n . (w' x r).) With D and V the position and velocity of B's origin relative to A's, the gap after a
/// time h is at least
///
///   L(h) = n . D + h ((W x n) . D + n . V) - support_B(-(n + h n x (w_B - W))) - support_A(n + h n x (w_A - W))
///          - radii - K h^2 / 2
///
/// whose supports, in a direction that tilts with h, are exact. L is concave, being a minimum of linear functions less
/// a square: if L(0) >= 0 and L(h) >= 0 the bodies stay apart over [0, h]. One evaluation, two support mappings,
/// certifies a step.
///
/// Both bodies are computed at once, one a lane.
///
/// Any n and W are valid; they only affect the quality of L. W = 0 is best far away. For the normal of a face, use the
/// angular velocity of its body; for the normal of two edges, an angular velocity that follows both.

namespace hyperplane {

/// Two bodies at one time.
struct Moment {
  MovingBody& a;
  MovingBody& b;
  Pose pose_a, pose_b;
  Mat3 rotation_a, rotation_b;
  Spin spin_a, spin_b;

  Moment(MovingBody& body_a, MovingBody& body_b, double time)
      : a(body_a),
        b(body_b),
        pose_a(a.motion.at(time)),
        pose_b(b.motion.at(time)),
        rotation_a(to_matrix(pose_a.rotation)),
        rotation_b(to_matrix(pose_b.rotation)),
        spin_a(spin_of(body_a, rotation_a)),
        spin_b(spin_of(body_b, rotation_b)) {}

  Transform a_in_world() const { return {rotation_a, pose_a.position}; }
  Transform b_in_a() const {
    const Mat3 back = transpose(rotation_a);
    return {back * rotation_b, back * (pose_b.position - pose_a.position)};
  }
};

class GapBound {
 public:
  /// L and its derivative (at a kink, a subgradient).
  struct Sample {
    double value, slope;
  };

  /// @param normal unit length. @param turn W. @param end the bound holds for times up to this from the moment.
  GapBound(const Moment& at, const Vec3& normal, const Vec3& turn, double end);

  /// L(0).
  Sample start();
  /// The same, reusing the support points at the start of a bound with the same moment and normal.
  Sample start_like(const GapBound& other);

  Sample operator()(double h) const;
  /// K.
  double curvature() const { return curvature_; }

 private:
  /// Support points of both cores. @param directions from each body towards the other one, in its frame.
  PairedVec3 supports(const PairedVec3& directions) const;
  Sample start_of_supports() const;

  const MovingBody &a_, &b_;
  bool are_boxes_;
  /// Of boxes: the half sizes.
  PairedVec3 half_, core_origin_;
  /// From each body towards the other one, in its frame; how that tilts; support points at the start.
  PairedVec3 direction_, tilt_, start_points_;
  F64x2 radius_;
  double offset_, speed_, curvature_;
};

/// A safe step: close to the largest h with L >= 0 on [0, h], found by a superlinear search.
/// @param start L(0), positive. @param end as for L; returned if L is not negative there.
double safe_step(const GapBound& bound, const GapBound::Sample& start, double end);

}  // namespace hyperplane
