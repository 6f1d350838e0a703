#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// Capsule-triangle pairs. The core of a capsule is a segment, and the closest points of a segment and a triangle that
/// do not meet are an end of the segment and a point of the face, or points of the segment and an edge: all have closed
/// forms (Ericson, "Real-Time Collision Detection", 2005, 5.1.10). The answer is confirmed by the gap along the line
/// through the points. A segment that meets the triangle, a triangle with the prism behind it, a needle, and results
/// that rounding leaves in doubt are left to GJK and EPA.

namespace hyperplane {

struct CapsuleTriangle {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);

  /// Distance and depth as one signed number, if the cores are clearly apart. @param frame of the capsule, in that of
  /// the triangle. @param found in the frame of the triangle; A is the capsule. @return false if it is in doubt.
  static bool find_signed_distance(const Shape& capsule, const Shape& triangle, const Transform& frame,
                                   Distance& found);
};

}  // namespace hyperplane
