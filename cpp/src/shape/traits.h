#pragma once

#include "math/vec3.h"

/// What the class of a shape may know beside the members that shape_class.h asks of it: hints that make single
/// algorithms faster or more exact. All in the frame of the shape.

namespace hyperplane {

/// The unit directions n with n.y = sine, at which the support point of a core jumps from one end of a line to the
/// other: those perpendicular to a capsule's axis, or to the side of a cylinder or cone.
struct Crease {
  bool exists = false;
  double sine = 0.0;
  /// In place of Y.
  int axis = 1;
};

/// A box of these half sizes around the origin, rounded by this radius.
struct RoundedBox {
  bool exists = false;
  Vec3 half;
  double radius = 0.0;
};

/// A shape without volume: a point, a segment, a rectangle or an ellipse.
struct FlatExtent {
  /// Half sizes along the axes, at least one of them zero.
  Vec3 half;
  /// Two half sizes that are not zero are those of an ellipse, not of a rectangle.
  bool is_round = false;
};

/// Which flat round ends a core has.
struct Caps {
  bool at_bottom = false, at_top = false;
};

/// At most two unit normals.
struct Normals {
  int count = 0;
  Vec3 at[2];
};

/// The base of every shape's class: what is assumed of a shape that says nothing. A class that knows better has a
/// member of the same name.
struct ShapeTraits {
  /// Whether the core is a polyhedron or a polygon; polytope_features.h needs its faces and edges then.
  static constexpr bool k_is_polytope = false;
  /// Whether the core's surface is smooth and curved everywhere.
  static constexpr bool k_is_smooth = false;
  /// The parameters, as bits, without which the shape has no volume (a capsule without height is a ball).
  static constexpr unsigned k_thickness_parameters = 0u;
  /// The parameter, as a bit, that is a rounding, with which the shape has volume in any case.
  static constexpr unsigned k_rounding_parameter = 0u;
  /// The axis, 0 to 2, of a surface of revolution; -1 for others, and where the axis would not speed anything up.
  constexpr int revolved_axis() const { return -1; }
  /// Where the support point of a round core jumps along an axis.
  constexpr Crease crease() const { return {}; }
  /// The shape as a box with rounded edges, where it is one.
  constexpr RoundedBox rounded_box() const { return {}; }
  /// m: radius of a ball that is a summand of the core.
  constexpr double inner_ball() const { return 0.0; }
  /// Flat round ends of the core across the Y axis.
  constexpr Caps core_caps() const { return {}; }
  /// Sizes of a shape in which one of its k_thickness_parameters is zero.
  constexpr FlatExtent flat_extent() const { return {}; }
  /// Outward normals at the curved parts of a round core where the distance from the point has a local minimum.
  constexpr Normals core_normals_towards(const Vec3& /*point*/) const { return {}; }
};

/// m: a bound on the distance of core points from core_origin(): core_extent(), or, where the class has it, the tighter
/// core_reach() for a square root.
template <class T>
double core_reach_of(const T& shape) {
  if constexpr (requires { shape.core_reach(); }) return shape.core_reach();
  return shape.core_extent();
}

/// m: a bound on the distance of core points from an axis of unit length through the origin of the frame; tighter where
/// the class has core_reach_across(axis).
template <class T>
double core_reach_across(const T& shape, const Vec3& axis) {
  if constexpr (requires { shape.core_reach_across(axis); }) return shape.core_reach_across(axis);
  return length(shape.core_origin()) + core_reach_of(shape);
}

}  // namespace hyperplane
