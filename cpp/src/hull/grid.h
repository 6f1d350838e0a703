#pragma once

#include <cstdint>

#include "hull/tolerances.h"
#include "math/vec3.h"

#ifndef __SIZEOF_INT128__
#error "hyperplane needs 128-bit integers: clang or gcc for a 64-bit processor or for WebAssembly"
#endif

/// Exact predicates for quickhull.
///
/// The cloud is centred, scaled by a power of two, and rounded to integers of at most 2^40 in magnitude (stored exactly
/// as double). Differences then have 42 bits, and the 3x3 determinant of the orientation test stays below 2^126
/// (Hadamard), exact in 128-bit integers. A plane in 64-bit floating point with an error bound decides nearly all tests
/// first: a floating-point filter (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates", 1997) with integers as the exact stage, which are simpler than expansions. The grid step is 2^-40 of
/// the cloud's half extent, five orders of magnitude below the flatness tolerance of faces.

namespace hyperplane {

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): __extension__ does not go with using

struct GridVector {
  std::int64_t x, y, z;
};

/// b - a, exactly.
inline GridVector grid_difference(const Vec3& a, const Vec3& b) {
  return {static_cast<std::int64_t>(b.x) - static_cast<std::int64_t>(a.x),
          static_cast<std::int64_t>(b.y) - static_cast<std::int64_t>(a.y),
          static_cast<std::int64_t>(b.z) - static_cast<std::int64_t>(a.z)};
}

struct GridCross {
  Int128 x, y, z;
};

inline GridCross grid_cross(const GridVector& a, const GridVector& b) {
  return {Int128{a.y} * b.z - Int128{a.z} * b.y, Int128{a.z} * b.x - Int128{a.x} * b.z,
          Int128{a.x} * b.y - Int128{a.y} * b.x};
}

/// Sign of the tetrahedron's volume: positive if d lies above the plane through a, b, c, on the side from which they
/// are counter-clockwise.
inline int exact_side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const GridCross n = grid_cross(grid_difference(a, b), grid_difference(a, c));
  const GridVector p = grid_difference(a, d);
  const Int128 volume = n.x * p.x + n.y * p.y + n.z * p.z;
  return volume > 0 ? 1 : (volume < 0 ? -1 : 0);
}

/// Plane of a non-degenerate triangle of grid points: dot(normal, p) - offset is the height of p above it, with an
/// error below k_grid_plane_error for every grid point.
struct GridPlane {
  Vec3 normal;
  double offset;
};

/// The normal's relative error is at most 4u (1 + ratio) where ratio is |e||f| / |e x f|, u = 2^-53; times the distance
/// of two grid points, sqrt(3) 2^41, and with the rounding of the two dot products, 8u 2^41, that is below
/// 2^-8 (1 + ratio). Ratios above 2^4 do not occur: those go through integers (k_narrow_triangle_sine_squared). That is
/// what k_grid_plane_error covers.

inline GridPlane grid_plane(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 e = b - a, f = c - a;
  Vec3 n = cross(e, f);
  double n2 = length_squared(n);
  if (n2 < k_narrow_triangle_sine_squared * (length_squared(e) * length_squared(f))) {
    // A narrow triangle: floating point would cancel, so compute exactly and round once.
    const GridCross exact = grid_cross(grid_difference(a, b), grid_difference(a, c));
    n = {static_cast<double>(exact.x), static_cast<double>(exact.y), static_cast<double>(exact.z)};
    n2 = length_squared(n);
  }
  n = n * (1.0 / std::sqrt(n2));
  return {n, dot(n, a)};
}

inline double height_above(const GridPlane& plane, const Vec3& p) { return dot(plane.normal, p) - plane.offset; }

/// exact_side for the plane of the triangle a, b, c; nearly always for the price of one dot product.
/// @param height height_above(plane, p).
inline int side_of(double height, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
  if (height > k_grid_plane_error) return 1;
  if (height < -k_grid_plane_error) return -1;
  return exact_side(a, b, c, p);
}

}  // namespace hyperplane
