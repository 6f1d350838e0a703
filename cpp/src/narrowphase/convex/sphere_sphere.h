#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// Two spheres: everything follows from the distance of the centres. Concentric spheres separate along A's x axis.

namespace hyperplane {

struct SphereSphere {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
