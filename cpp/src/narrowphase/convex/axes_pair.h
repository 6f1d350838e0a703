#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// A triangle against another one, or a box against a triangle, by the separating axis theorem: the axes tell whether
/// they overlap, and of those that do not part them the one of least overlap is that of the minimum
/// translation. What the axes leave in doubt is left to GJK.

namespace hyperplane {

struct AxesPair {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
