#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// Pairs of triangles, by the separating axis theorem: the normals of both, and the cross products of an edge of each,
/// eleven axes in all (Gottschalk, Lin, Manocha, "OBBTree", 1996). They tell whether the triangles overlap, and of the
/// axes that do not part them the one of least overlap is the way out. Triangles in one plane, which these axes do not
/// tell apart, prisms, needles, and what rounding leaves in doubt are left to GJK.

namespace hyperplane {

struct TriangleTriangle {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
