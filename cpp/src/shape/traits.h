#pragma once

#include "math/vec3.h"

/// Properties of the kind of a shape; see shape_class.h. All in the frame of the shape.

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

}  // namespace hyperplane
