#pragma once

#include <cstdint>

#include <hyperplane/shape.h>

#include "math/transform.h"
#include "narrowphase/composite/box_triangle_filter.h"
#include "narrowphase/convex/axes_verdict.h"

namespace hyperplane {

/// What the separating axes of a box and a triangle tell.
struct BoxTriangleAxes {
  AxesVerdict verdict = AxesVerdict::unsure;
  /// If they overlap: the axis of the least overlap, from the triangle to the box, not of unit length, in the frame of
  /// the box. Of equal ones the normal of the triangle.
  Vec3 least;
  /// m: the overlap along it.
  double depth = 0.0;
};

/// Whether a box and a triangle overlap, by all thirteen separating axes (Akenine-Moeller, "Fast 3D Triangle-Box
/// Overlap Testing", 2001). Decides only what is clear of rounding and of the tolerance of touches.
/// @param frame of the triangle, in that of the box. @param axes to try: as in BoxTriangleHint.
BoxTriangleAxes compare_box_and_triangle(const Shape& box, const Shape& triangle, const Transform& frame,
                                         std::uint32_t axes = BoxTriangleHint::k_all_axes);

}  // namespace hyperplane
