#pragma once

/// Tolerances of shapes of the plane, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Share of the diagonal of a polygon's bounds below which its width counts as none: far above rounding, far below what
/// a needle is used for.
inline constexpr double k_plane_least_width = 1e-9;
/// Share of the shapes' size within which a vertex counts as lying on the surface, and two contact points as one.
inline constexpr double k_plane_point = 1e-9;
/// Share of a place among tiles, in tiles, within which a ray touches the tiles on both sides of a boundary.
inline constexpr double k_tile_ray_rounding = 1e-13;
/// Half thickness of bounds in the plane, m: large beside their sides, so that trees are built by circumferences.
inline constexpr float k_plane_tree_thickness = 1e6f;
/// m: sides of the least and the largest slab of a half-space in the plane, powers of two.
inline constexpr double k_plane_least_slab = 0x1p-24, k_plane_most_slab = 0x1p29;

}  // namespace hyperplane
