#pragma once

#include <cstdint>

#include <hyperplane/geometry.h>

#include "math/simd.h"

/// The separating axis test of one box pair in 32 bits, with its axes in the lanes: the counterpart of box_filter.h for
/// a single pair. It decides pairs that are beyond doubt and leaves the others to sat_box_box.h, so that answers never
/// depend on it.
///
/// The nine cosines are stored by diagonals: lane j of diagonal k holds the cosine between B's axis j and A's axis j +
/// k (modulo 3). A quaternion gives its matrix in this form without moving numbers between vectors. All fifteen axes
/// result as five vectors of three; the only exchange of lanes is a cyclic shift of the three.
///
/// The bound is that of box_filter.h with one difference: the product of the quaternions is scaled by the lengths of
/// the two factors instead of its own, so that the scale need not wait for the product. The two squares differ by at
/// most 24 u + 10 u. This is at most 68 u in an entry of the matrix, since twice a square over the squared length is at
/// most 2: 109 u instead of 41 u, 200 u L for the edges, the worst of the axes, and 126 u for the sines. The filter
/// takes E = 512 u L = 2^-15 L, and 2^-16 = 256 u for the sines.

namespace hyperplane {

enum class BoxPairVerdict { apart, intersect, open };

/// @param size_a, size_b full sizes along x, y, z.
BoxPairVerdict filter_separation(const double* size_a, const Pose& a, const double* size_b, const Pose& b);

/// @return the axes that may separate or may have the least overlap, as bits (see sat_box_box.h); 0: the boxes are
///         apart.
std::uint32_t filter_least_overlap(const double* size_a, const Pose& a, const double* size_b, const Pose& b);

}  // namespace hyperplane
