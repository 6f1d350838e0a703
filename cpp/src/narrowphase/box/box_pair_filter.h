#pragma once

#include <cstdint>

#include <hyperplane/geometry.h>

#include "math/simd.h"

/// The separating axis test of one box pair in 32 bits, its axes side by side in the lanes: what box_filter.h is to
/// many pairs this is to a single one. It settles what it can settle beyond doubt; the rest is left to sat_box_box.h,
/// so that answers never depend on it.
///
/// The nine cosines are kept by diagonals: lane j of diagonal k holds the cosine between B's axis j and A's axis j + k
/// (modulo 3). A quaternion gives its matrix in just this form, without moving numbers between vectors, and all fifteen
/// axes come out as five vectors of three, with no other exchange of lanes than turning the three in a circle.
///
/// The bound is that of box_filter.h with one difference: the product of the quaternions is scaled by the lengths of
/// the two instead of its own, which need not wait for the product. The two squares differ by at most 24 u + 10 u,
/// which makes at most 68 u in an entry of the matrix, since twice a square over the squared length is at most 2: 109 u
/// instead of 41 u, and 200 u L for the edges, the worst of the axes, and 126 u for the sines. The filter takes E = 512
/// u L = 2^-15 L, and 2^-16 = 256 u for the sines.

namespace hyperplane {

enum class BoxPairVerdict { apart, intersect, open };

/// @param size_a, size_b full sizes along x, y, z.
BoxPairVerdict filter_separation(const double* size_a, const Pose& a, const double* size_b, const Pose& b);

/// @return the axes that may separate or may be the one of least overlap, as bits (see sat_box_box.h); none: the boxes
///         are apart.
std::uint32_t filter_least_overlap(const double* size_a, const Pose& a, const double* size_b, const Pose& b);

}  // namespace hyperplane
