#pragma once

#include <cstdint>

#include <hyperplane/shape.h>

#include "math/transform.h"
#include "narrowphase/convex/axes_verdict.h"
#include "narrowphase/convex/box_triangle_filter.h"

namespace hyperplane {

/// Whether a box and a triangle overlap, by all thirteen separating axes (Akenine-Moeller, "Fast 3D Triangle-Box
/// Overlap Testing", 2001). Unsure of prisms, and of what is not clear of rounding and of the tolerance of touches.
/// Of equal overlaps the one along the normal of the triangle.
/// @param frame of the triangle, in that of the box. @param axes to try: as in BoxTriangleHint.
PairAxes compare_box_and_triangle(const Shape& box, const Shape& triangle, const Transform& frame,
                                  std::uint32_t axes = BoxTriangleHint::k_all_axes);

}  // namespace hyperplane
