#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// Capsules and boxes among each other: the core of a capsule is a box without width and depth, so that the exact
/// distance and the exact depth of two boxes (distance_box_box.cpp) answer for the cores, and the radii are taken off.
///
/// A box without width has faces and edges that add nothing; the axes that come from them are directions like any
/// other, along which the overlap is at least the depth and the gap at most the distance.
///
/// Of two capsules the cores are segments, which have a closed form of their own as long as they are apart; where they
/// cross or touch, or where rounding leaves a doubt, they are boxes again.

namespace hyperplane {

struct BoxCapsule {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
