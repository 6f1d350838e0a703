#pragma once

#include "ccd/motion.h"
#include "shape/support.h"

namespace hyperplane {

/// A shape on its way: what the search for a time of impact asks it, again and again.
struct MovingBody {
  const Shape& shape;
  Motion motion;
  AnyCore core;
  /// Where the core's support points are counted from, in the shape's frame.
  Vec3 core_origin;
  /// Rounding radius, and bounds on the distance of a core point from the body's origin, and from the axis through it
  /// that the body turns around, m.
  double radius = 0.0, reach = 0.0, reach_across = 0.0;
  /// The same from the middle of the core, with the radius: what tolerances are relative to, m.
  double size = 0.0;
  /// Radius of a ball that is a summand of the core: the least radius of curvature of an ellipsoid, m.
  double inner_ball = 0.0;
  /// The own axis, 0 to 2, of a body of revolution: turning about it is no motion. -1 for other bodies.
  int revolved_axis = -1;

  MovingBody(const Shape& of, const Sweep& sweep, const Vec3& origin);

  bool revolved() const { return revolved_axis >= 0; }
  /// Radius of a ball around the body's origin that the body never leaves, m.
  double ball() const { return radius + reach; }
  /// Whether its turning moves any of its points.
  bool turns() const { return motion.angle * reach_across > 0.0; }
  /// How fast a body of revolution turns about its own axis, rad per step; 0 for others.
  double spin_along_axis() const;
  /// The body's axes, without the turning that its symmetry makes invisible, which is constant. @param time in [0, 1].
  Mat3 frame_at(double time) const;
};

/// What rounding may do to the relative position of two bodies on their ways, m.
double rounding_of_motion(const MovingBody& a, const MovingBody& b);

/// How a body turns at one moment, without what its symmetry makes invisible, rad per step.
struct Spin {
  Vec3 velocity;
  /// Bound on how fast `velocity` changes; its length does not.
  double change = 0.0;
};

/// @param rotation of the body at that moment.
inline Spin spin_of(const MovingBody& body, const Mat3& rotation) {
  const Vec3 whole = body.motion.angular_velocity();
  if (!body.revolved()) return {whole, 0.0};
  // Only the direction u of the body's axis matters, and u' = w x u = (w - (w.u) u) x u. The product w.u is constant,
  // hence the part that is left changes by -(w.u) u', and no faster.
  const Vec3& u = rotation.columns[body.revolved_axis];
  const double along = dot(whole, u);
  const Vec3 visible = whole - u * along;
  return {visible, std::fabs(along) * length(visible)};
}

}  // namespace hyperplane
