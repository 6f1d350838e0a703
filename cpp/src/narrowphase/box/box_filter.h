#pragma once

#include <cstdint>

#include "math/simd.h"

/// The separating axis test of four box pairs at a time, in 32 bits, as a filter in front of sat_box_box.h. It decides
/// pairs that are beyond doubt, and lists the axes that the 64-bit code must test for the others. Answers therefore
/// never depend on the filter; only their time does. The idea is that of floating-point filters in exact geometric
/// predicates (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997).
///
/// # The bound
///
/// With u = 2^-24, T = |t_x| + |t_y| + |t_z| and L = T + all six half sizes:
/// - The quaternions' components carry an error of u each. The product of two has an error of at most 6 u |a| |b| per
///   component, 12 u in length, which turns the rotation by at most 24 u. Building the matrix adds 17 u per entry: 41 u
///   in all. The matrix of A alone, without the product, is good to 19 u.
/// - The offset is subtracted in 64 bits and rounded (u). Rotated into A's frame, each component is good to 40 u T.
/// - A's face normals: |t_i| + h_i + sum |R_ij| h_j is good to 46 u L.
/// - B's face normals: 115 u L, because t is multiplied by R.
/// - Edges: 125 u T for t.l and 46 u L for the reaches; 130 u L.
///
/// The filter takes E = 256 u L = 2^-16 L. This is about twice the largest of these, which leaves room for the rounding
/// of E itself, for the rounding of the 64-bit code, and for ties (k_axis_tie). Sines of the edges' angle are good to
/// 58 u; the filter takes 2^-17 = 128 u.
///
/// # Edges that are almost parallel
///
/// The overlap on an edge axis of sine s is scaled by s and lost in E if s is small; axis-aligned boxes have three such
/// axes. Rotate B by the angle between the two edges, about their common perpendicular n, so that the edges become
/// parallel. This changes neither n nor B's extent along n. Now n lies in a plane with two face normals of A and two of
/// B, perpendicular to a direction along which both boxes are prisms, and these four normals decide within the plane.
/// So the overlap along n is at least the least overlap along a face normal after the rotation, which has changed each
/// by at most 2 sin(angle / 2) L, no more than 1.42 s L. If all face normals overlap by more than that, such an axis
/// cannot separate.

namespace hyperplane {

/// Four pairs, one per lane.
struct BoxGroup {
  F32x4 half_a[3], half_b[3];
  /// B's position minus A's, world space, subtracted in 64 bits.
  F32x4 offset[3];
  F32x4 rotation_a[4], rotation_b[4];
};

/// Loads vectors of four pairs into a group. @tparam VectorOf vector_of(lane) has x in lane 0, y in 1, z in 3: the
/// result of loading three consecutive numbers by two overlapping loads of two numbers each.
template <class VectorOf>
[[gnu::always_inline]] inline void set_vectors(F32x4 (&to)[3], VectorOf vector_of) {
  F32x4 unused;
  to[0] = vector_of(0);
  to[1] = vector_of(1);
  unused = vector_of(2);
  to[2] = vector_of(3);
  transpose(to[0], to[1], unused, to[2]);
}
/// @tparam QuaternionOf quaternion_of(lane) has x, y, z, w in order.
template <class QuaternionOf>
[[gnu::always_inline]] inline void set_quaternions(F32x4 (&to)[4], QuaternionOf quaternion_of) {
  for (int lane = 0; lane < 4; ++lane) to[lane] = quaternion_of(lane);
  transpose(to[0], to[1], to[2], to[3]);
}

struct BoxFilterResult {
  /// Bit i is set if pair i is apart beyond doubt.
  std::uint32_t apart;
  /// For the other pairs, the axes that matter (bits as in sat_box_box.h).
  std::uint32_t candidates[4];
};

/// Candidates: the axes that may separate. Empty: the boxes intersect.
BoxFilterResult filter_separation(const BoxGroup& group);

/// Candidates: the axes that may separate or may have the least overlap, at least one.
BoxFilterResult filter_least_overlap(const BoxGroup& group);

}  // namespace hyperplane
