#pragma once

#include <cstdint>

/// Tolerances of compounds, meshes and height fields, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Share of the sum of the magnitudes of its terms above which a determinant of three (two) differences has the right
/// sign: (7 + 56 u) u and (3 + 16 u) u with u = 2^-53 (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
/// Robust Geometric Predicates", 1997), rounded up.
inline constexpr double k_volume_sign_error = 8e-16;
inline constexpr double k_area_sign_error = 4e-16;

/// Share of the sum of the magnitudes of the volumes under the triangles of a closed surface, below which their sum may
/// be zero: the roundings of 2^24 terms.
inline constexpr double k_mesh_volume_rounding = 1e-9;

/// m: distance below which vertices of a mesh are welded only if they are equal. A quotient of a coordinate by it is
/// still finite.
inline constexpr double k_least_weld = 1e-100;

/// Share of a shape's size by which the bounds of a collider exceed the shape. Above the gaps at which the narrow phase
/// (k_core_touch) and a time of impact (k_impact_gap) still report a touch, so that a verdict never depends on how
/// bounds were rounded.
inline constexpr double k_touch_margin = 1e-7;

/// Deviation of a squared length from 1 up to which a quaternion counts as normalised: four times the roundings of
/// normalising.
inline constexpr double k_unit_quaternion_slack = 0x1p-50;

/// Four triangles in 32 bits, with u = 2^-24. Share of the farthest corner's distance, and of the way, by which a bound
/// on a distance is lowered, 32 u: rounding them costs u, their products with an axis 3 u each, the quotient and the
/// sums 4 u, and the tolerance of touches 6 u.
inline constexpr float k_triangle_lane_slack = 0x1p-19f;
/// Least square of an axis, m^2, that keeps its digits.
inline constexpr float k_triangle_lane_least_squared = 0x1p-100f;
/// Share of two lengths by which an area that a ray's line spans with an edge exceeds that tolerance and the rounding
/// of the area.
inline constexpr double k_ray_filter_rounding = 0x1p-45;

/// Share of all coordinates by which bounds are widened before they reject a triangle: about a thousand roundings.
inline constexpr double k_culling_rounding = 1e-13;

/// Share of a coordinate by which a node of a height field is widened, 8 u with u = 2^-24: a line of the grid is good
/// to 2 u, and widening it costs u.
inline constexpr double k_height_node_rounding = 0x1p-21;

/// Least component of a ray's direction that is not taken for zero, for the inverse would be infinite.
inline constexpr double k_least_direction = 1e-150;

/// Share of a cell by which a contact point lies inside it: names the cell, not its neighbour.
inline constexpr double k_cell_inside = 1e-3;

/// Share of a triangle's size within which two triangles of a surface meet: what files lose that store coordinates of
/// T-junctions in 32 bits.
inline constexpr double k_surface_weld = 1e-6;
/// The same as a share of the distance from the origin of a mesh, whose vertices may have gone through 32 bits: four
/// roundings, twice what a T-junction needs. And the most of that as a share of a triangle's size.
inline constexpr double k_surface_rounding = 0x1p-22;
inline constexpr double k_most_surface_rounding = 0x1p-8;
/// Most triangles of a closed mesh that may be its hull: what has more is no simple body, and building a hull of it
/// takes longer than building the mesh.
inline constexpr std::uint32_t k_most_hull_triangles = 1024;
/// Share of its diagonal by which the surface of a mesh may lie below its hull: a few roundings of vertices that went
/// through 32 bits.
inline constexpr double k_mesh_hull_flatness = 0x1p-21;
/// Share of the way to the middle of a hull by which a contact point is moved to tell the triangle that it is on from
/// those that it shares a corner with.
inline constexpr double k_inwards = 0x1p-20;

/// m: least margin of the slab of a half-space, around bounds without extent.
inline constexpr double k_least_slab_margin = 1e-6;

/// Share of a mesh's triangles that must be the second of a pair for its tree to be one of pairs: three of four are in
/// pairs then.
inline constexpr double k_least_pair_share = 0.375;

}  // namespace hyperplane
