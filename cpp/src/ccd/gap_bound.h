#pragma once

#include "ccd/moving_body.h"

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
  GapBound(const Moment& at, const Vec3& normal, const Vec3& turn, double end)
      : a_(at.a, at.rotation_a, at.spin_a, normal, turn, end), b_(at.b, at.rotation_b, at.spin_b, -normal, turn, end) {
    const Vec3 apart = at.pose_b.position - at.pose_a.position;
    const Vec3 velocity = at.b.motion.velocity - at.a.motion.velocity;
    offset_ = dot(normal, apart);
    speed_ = dot(cross(turn, normal), apart) + dot(normal, velocity);
    const double turning = length(turn);
    curvature_ = a_.curvature() + b_.curvature();
    if (turning > 0.0) {
      const double moving = length(velocity);
      curvature_ += turning * (turning * (length(apart) + moving * end) + 2.0 * moving);
    }
  }

  /// L(0).
  Sample start() {
    a_.find_start();
    b_.find_start();
    return start_of_supports();
  }
  /// The same, reusing the support points at the start of a bound with the same moment and normal.
  Sample start_like(const GapBound& other) {
    a_.take_start(other.a_);
    b_.take_start(other.b_);
    return start_of_supports();
  }

  Sample operator()(double h) {
    const Sample a = a_(h), b = b_(h);
    return {offset_ + speed_ * h - b.value - a.value - 0.5 * curvature_ * h * h,
            speed_ - b.slope - a.slope - curvature_ * h};
  }
  /// K.
  double curvature() const { return curvature_; }

 private:
  Sample start_of_supports() const {
    const Sample a = a_.start(), b = b_.start();
    return {offset_ - b.value - a.value, speed_ - b.slope - a.slope};
  }

  /// Reach of a body along the direction: its terms of L.
  class TiltedSupport {
   public:
    /// @param direction unit, from the body towards the other one.
    TiltedSupport(MovingBody& body, const Mat3& rotation, const Spin& spin, const Vec3& direction, const Vec3& turn,
                  double end)
        : body_(body) {
      const Vec3 relative = spin.velocity - turn, sideways = cross(direction, relative);
      direction_ = transpose_times(rotation, direction);
      tilt_ = transpose_times(rotation, sideways);
      const double turning = length(turn), faster = length(relative) + spin.change * end;
      const double across = min(faster, length(sideways) + (turning * faster + spin.change) * end);
      curvature_ = turning * faster * body.reach + spin.change * body.reach +
                   across * length(spin.velocity) * (body.revolved() ? body.reach : body.reach_across);
    }

    /// m: reach of the body from its origin after a time h, without the second-order term.
    Sample operator()(double h) {
      const Vec3 tilted = direction_ + tilt_ * h;
      const Vec3 point = body_.core_origin + body_.core.core_support(tilted);
      return {body_.radius + dot(tilted, point), dot(tilt_, point)};
    }
    void find_start() { start_point_ = body_.core_origin + body_.core.core_support(direction_); }
    void take_start(const TiltedSupport& other) { start_point_ = other.start_point_; }
    Sample start() const { return {body_.radius + dot(direction_, start_point_), dot(tilt_, start_point_)}; }

    /// Bound of the second derivative, m.
    double curvature() const { return curvature_; }

   private:
    MovingBody& body_;
    /// In the body's frame.
    Vec3 direction_, tilt_, start_point_;
    double curvature_ = 0.0;
  };

  TiltedSupport a_, b_;
  double offset_, speed_, curvature_;
};

/// A safe step: close to the largest h with L >= 0 on [0, h], found by a superlinear search.
/// @param start L(0), positive. @param end as for L; returned if L is not negative there.
double safe_step(GapBound& bound, const GapBound::Sample& start, double end);

}  // namespace hyperplane
