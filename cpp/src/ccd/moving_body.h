#pragma once

#include "ccd/motion.h"
#include "shape/support.h"

namespace hyperplane {

/// A moving shape, with the quantities that the search for a time of impact needs at every step.
///
/// The shape may be mounted off the origin of the body, which moves on a straight line. The axes of the body are those
/// of the shape.
struct MovingBody {
  const Shape& shape;
  Motion motion;
  AnyCore core;
  /// m: origin of the shape and of its core, from the body's origin, in the body's axes. Support points of the core are
  /// relative to its origin.
  Vec3 offset, core_origin;
  /// Whether `offset` is not zero.
  bool is_offset = false;
  /// m: rounding radius, and bounds on the distance of core points from the body's origin and from its rotation axis.
  double radius = 0.0, reach = 0.0, reach_across = 0.0;
  /// m: distance of the shape's origin from that of the moving frame, whose rotation rounds the position of the shape.
  double arm = 0.0;
  /// m: bound on the distance from the middle of the core, with the radius. Tolerances are relative to it.
  double size = 0.0;
  /// m: radius of a ball that is a Minkowski summand of the core: the least radius of curvature of an ellipsoid.
  double inner_ball = 0.0;
  /// Axis of a body of revolution, 0 to 2, about which rotation has no effect. -1 for other bodies.
  int revolved_axis = -1;

  /// @param origin see motion_of.
  MovingBody(const Shape& of, const Sweep& sweep, const Vec3& origin);
  /// Moves the shape, whose axes and origin have been those of the moving frame, to a pose in that frame.
  void mount_shape(const Pose& mount);

  bool revolved() const { return revolved_axis >= 0; }
  /// m: radius of a ball around the body's origin that contains the body at all times.
  double ball() const { return radius + reach; }
  /// Whether rotation moves any of its points.
  bool turns() const { return motion.angle * reach_across > 0.0; }
  /// rad per step: spin of a body of revolution about its own axis; 0 for others.
  double spin_along_axis() const;
  /// rad: rotation in a step, without that spin.
  double visible_angle() const;
  /// @param body pose of the body at some time.
  Pose shape_pose(const Pose& body) const {
    return is_offset ? Pose{body.position + rotate(body.rotation, offset), body.rotation} : body;
  }
  /// The body's axes, without the constant spin about an axis of revolution. @param time in [0, 1].
  Mat3 frame_at(double time) const;
};

/// m: bound on the rounding of the relative position of two moving bodies.
double rounding_of_motion(const MovingBody& a, const MovingBody& b);

/// rad per step: rotation of a body at one moment, without the spin about an axis of revolution.
struct Spin {
  Vec3 velocity;
  /// Bound on the rate of change of `velocity`, whose length is constant.
  double change = 0.0;
};

/// @param rotation of the body at that moment.
inline Spin spin_of(const MovingBody& body, const Mat3& rotation) {
  const Vec3 whole = body.motion.angular_velocity();
  if (!body.revolved()) return {whole, 0.0};
  // Only the direction u of the body's axis matters, and u' = w x u = (w - (w.u) u) x u. The product w.u is constant,
  // so that w - (w.u) u changes at the rate -(w.u) u'.
  const Vec3& u = rotation.columns[body.revolved_axis];
  const double along = dot(whole, u);
  const Vec3 visible = whole - u * along;
  return {visible, std::fabs(along) * length(visible)};
}

}  // namespace hyperplane
