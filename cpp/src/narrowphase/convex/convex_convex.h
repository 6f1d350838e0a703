#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// Any two convex shapes: the row of the pair table that every pair has that no closed form answers for.
///
/// GJK on the cores tells how far apart they are; both roundings are taken off. Where the cores themselves overlap,
/// their depth is that of penetration_depth.h, and both roundings are added. So the signed distance is one continuous
/// number through contact, and all four questions are answered from it.

namespace hyperplane {

struct ConvexConvex {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
