#pragma once

/// Tolerances of hulls, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// How a hull finds its support points, by its number of vertices: up to the first number it scans all of them, up to
/// the second the list of its cell of directions; beyond that it climbs. Measured: see bench/native/hull_bench.cpp.
inline constexpr unsigned k_max_scanned_vertices = 24;
inline constexpr unsigned k_max_listed_vertices = 256;

/// Height below another vertex, relative to the largest coordinate, from which on a vertex is left out of a list: ten
/// times the rounding of heights in 32 bits, so that no list loses a support point.
inline constexpr float k_support_cell_margin = 4e-6f;

/// Number of faces up to which a hull compares all with a direction in 64 bits; beyond that in 32 bits first. And how
/// far ahead of the others a face must be there: five times the rounding of two cosines in 32 bits.
inline constexpr unsigned k_max_scanned_faces = 24;
inline constexpr float k_face_cosine_margin = 4e-6f;

/// Most cells along a side of the cube map in the table of starting vertices for climbs.
inline constexpr unsigned k_max_start_side = 32;

/// Share of a cloud's diagonal within which a convex hull may differ from the hull of the cloud: neighbours that
/// deviate less from one plane become one face, and smaller protrusions are dropped. One unit in the last place of a
/// 32-bit number of that size, because many clouds are rotated meshes in 32 bits, whose flat faces are only that flat;
/// also an eighth of the total error that the accuracy promise permits (1e-6 of the size).
inline constexpr double k_hull_flatness = 0x1p-23;

/// The same for clouds far from the origin: share of the greatest coordinate, a few units in the last place of the
/// 64-bit numbers that the points came in.
inline constexpr double k_hull_coordinate_noise = 0x1p-50;

/// A cloud has volume if a tetrahedron of its points is higher than this many times the flatness. The cloud is then at
/// least about three times as thick as the tolerance, so that its upper and lower faces are distinct.
inline constexpr double k_hull_least_height = 16.0;

/// Share of a hull's bounding radius below which an edge is short. A climb over longer edges by rounded heights ends
/// within about 2^12 roundings of the highest vertex, 1e-12 of the radius.
inline constexpr double k_short_hull_edge = 0x1p-12;

/// Share of a hull's tolerance below which two heights tie when quickhull looks for the farthest point. Small, because
/// the tie-break, distance from the middle, only serves to take corners before points in a flat side.
inline constexpr double k_hull_tie = 0.25;

/// Largest magnitude of a grid coordinate in quickhull: determinants of differences fit into 128 bits.
inline constexpr double k_grid_extent = 0x1p40;
/// Error of a height above the plane of a grid triangle, grid steps (derived in hull/grid.h).
inline constexpr double k_grid_plane_error = 0x1p-3;
/// Squared sine at a corner of a grid triangle below which its normal is computed in integers.
inline constexpr double k_narrow_triangle_sine_squared = 0x1p-8;

/// Rounding of a finished hull, as shares of its bounding radius: of heights above its planes, and of points(), which
/// are the vertices up to 2^-40 of the half extent. Also the error of the length of a normal.
inline constexpr double k_hull_height_rounding = k_grid_plane_error / k_grid_extent;
inline constexpr double k_hull_point_rounding = 0x1p-39;
inline constexpr double k_hull_normal_rounding = 1e-14;

/// Relative error of the gain of an edge in a climb: three products and two sums, of 2^-53 each.
inline constexpr double k_climb_rounding = 0x1p-51;
/// Length of a direction below which it counts as zero in a cube map: its inverse is still finite.
inline constexpr double k_least_cube_map_direction = 1e-300;

}  // namespace hyperplane
