#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// Capsule-box and capsule-capsule pairs. The core of a capsule is a box without width and depth, so the exact distance
/// and depth of two boxes (distance_box_box.cpp) apply to the cores; the radii are then subtracted.
///
/// The degenerate faces and edges of a box without width add nothing: their axes are valid directions, along which the
/// overlap is at least the depth and the gap at most the distance.
///
/// The core of a capsule is a segment. Separated segments have a closed form, and the place on a segment that is
/// nearest to a box is the root of a function with few kinks; shapes whose cores cross or touch, or whose result
/// rounding leaves in doubt, are treated as boxes.

namespace hyperplane {

struct BoxCapsule {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
