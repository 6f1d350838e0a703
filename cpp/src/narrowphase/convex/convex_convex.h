#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// Any two convex shapes: the default of the pair table, for pairs without a closed form.
///
/// GJK gives the distance of the cores, from which both rounding radii are subtracted. If the cores overlap,
/// penetration_depth.h gives their depth, to which both radii are added. So the signed distance is continuous through
/// contact, and it answers all four queries.

namespace hyperplane {

struct ConvexConvex {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
