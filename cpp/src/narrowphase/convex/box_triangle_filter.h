#pragma once

#include <cstdint>

#include "math/aabb.h"
#include "math/lanes3.h"
#include "math/transform.h"

/// The separating axes of a box and four triangles at a time, in 32 bits, as a filter in front of box_triangle.h: it
/// tells which triangles are apart from the box beyond doubt, and names for the others the axes that the 64-bit code
/// must try. Answers never depend on it. The box may be the bounds of another shape.
///
/// # The bound
///
/// All in the frame of the box, with u = 2^-24, H the sum of its half sizes, |v| the sum of the components of v, s the
/// greatest |side| of a triangle, and L = H + the greatest |corner| (at least 2^22 times the rounding of the 64-bit
/// coordinates). Then s <= 2 L, and:
/// - Corners are subtracted in 64 bits and narrowed (u), rotated by a narrowed matrix (u) in three products and two
///   sums: good to 5 u L each. Sides are differences of them: 11 u L.
/// - Along an axis of the box: 12 u L for the overlap.
/// - Along the product of an edge and an axis of the box: corners 22 u L^2 + 13 u s L, reach 11 u L^2 + 3 u s L, sums
///   8 u L^2: 73 u L^2 for the overlap times the length of the axis, 18 u L for that length.
/// - Along the normal, whose components are good to 44 u L s + 3 u s^2: 44 u L^2 s + 14 u s^2 L, or 72 u L^2 s, for the
///   overlap times its length, 87 u L s for that length.
///
/// The filter takes 128 u = 2^-17 of L, L^2, L s and L^2 s. What is left of each covers the tolerances of touches
/// (1.7 u L). Numbers for which powers of L leave the range of 32 bits decide nothing.

namespace hyperplane {

/// What is known of a box and a triangle.
struct BoxTriangleHint {
  static constexpr std::uint32_t k_all_axes = 0x1fff;

  /// The axes of `compare_box_and_triangle` that may part them, may be doubtful, or may have the least overlap: bit 0
  /// the normal, 1 to 3 the axes of the box, 4 + 3 e + k edge e with axis k.
  std::uint32_t axes = k_all_axes;
};

class BoxTriangleFilter {
 public:
  /// @param bounds in the frame of the shape. @param frame of the shape, in that of the surface.
  /// @param reach m: bound on the coordinates of the triangles.
  BoxTriangleFilter(const Aabb& bounds, const Transform& frame, double reach);

  /// @param corners of four triangles, in the frame of the surface relative to the middle of the box, narrowed.
  /// @param hints null: not wanted. @return a bit for each triangle that is apart from the box by more
  /// than the tolerance of touches.
  std::uint32_t apart(const Lanes3 (&corners)[3], BoxTriangleHint* hints) const;

 private:
  /// Axes of the box; half its sizes.
  Lanes3 axes_[3], half_;
  F32x4 half_sum_, rounding_;
};

}  // namespace hyperplane
