#pragma once

#include <cstdint>

#include "math/lanes3.h"

/// The separating axes of two triangles, four pairs at a time, in 32 bits, as a filter in front of triangle_triangle.h:
/// it tells which triangles are apart beyond doubt. Answers never depend on it.
///
/// # The bound
///
/// With u = 2^-24, S the greatest |component| of all corners, |v| the sum of the |components| of v, and n the axis as
/// it has been computed, whatever its errors:
/// - Corners are subtracted in 64 bits and narrowed: u S |n| along n for each triangle.
/// - A height above the axis, of three products and two sums: 3 u S |n| for each. A sum to compare them: 2 u S |n|.
/// - The tolerances of touches: less than 2^-23 of the sizes of both, which are at most 4 S each: 16 u S |n|.
/// - Along n = e x f one end of an edge stands for both. They differ by the edge times the error of n, 4 u S |e| |f|,
///   and by n times the rounding of the edge, 2 u S |n|, for each triangle.
///
/// So 26 u S |n| along a normal, and 38 u S |e| |f| along a product of edges, for |n| <= |e| |f|. The filter takes
/// 128 u = 2^-17 of S, S |n| and S |e| |f|, and what the caller knows of the roundings of 64 bits.

namespace hyperplane {

/// Four triangles, one a lane.
class FourTriangles {
 public:
  /// Puts a triangle in a lane; in lane 0 also in those that have none. @param middle that the corners are relative to.
  void put(int lane, const Vec3 (&corners)[3], const Vec3& middle);
  /// After the last of them.
  void complete();

  Lanes3 corner(int i) const { return {load(given_[i][0]), load(given_[i][1]), load(given_[i][2])}; }
  Lanes3 low, high, normal;
  /// Heights along the normal.
  F32x4 from, to;

 private:
  /// By corner and component.
  float given_[3][3][4];
};

/// m: what the filter needs for its own roundings. @param reach m: of all triangles from the middle along each axis.
/// @param rounding m: of the corners' coordinates in 64 bits, and other tolerances.
F32x4 filter_margin(double reach, double rounding);

/// Bits of the lanes whose bounds overlap `low` to `high`.
inline std::uint32_t overlapping(const Lanes3& low, const Lanes3& high, const FourTriangles& b) {
  return bits((low.x <= b.high.x) & (low.y <= b.high.y) & (low.z <= b.high.z) & (b.low.x <= high.x) &
              (b.low.y <= high.y) & (b.low.z <= high.z));
}

/// Bits of the lanes whose triangles are apart by more than the tolerance of touches.
/// @param wanted the lanes to look at.
std::uint32_t apart(const FourTriangles& a, const FourTriangles& b, F32x4 margin, std::uint32_t wanted);

}  // namespace hyperplane
