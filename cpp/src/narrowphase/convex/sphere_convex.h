#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// A sphere and another shape: uses the other shape's closest point to the sphere's centre (for a box this is Arvo, "A
/// Simple Method for Box-Sphere Intersection Testing", 1990). Exact, also for a centre inside, for which it avoids the
/// search for the depth.

namespace hyperplane {

struct SphereConvex {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
