#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// A sphere and a box: the point of the box that is closest to the sphere's centre (Arvo, "A Simple Method for
/// Box-Sphere Intersection Testing", 1990), in the frame of the box. A centre inside the box leaves through the nearest
/// face; of several at the same distance the one with the lowest axis.

namespace hyperplane {

struct SphereBox {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
