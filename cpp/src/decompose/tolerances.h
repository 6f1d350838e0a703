#pragma once

#include <hyperplane/shape.h>

/// Tolerances of decompositions, each with its unit and its reason; see core/constants.h. A model's diagonal is 1/2 to
/// 1 of its units.

namespace hyperplane {

/// Share of the diagonal within which vertices are welded: the rounding of files with 32-bit coordinates.
inline constexpr double k_model_weld = 1e-7;
/// Distance within which a vertex lies on an edge, in the model's units: the rounding of files with 32-bit coordinates,
/// and of the edge's own vertices.
inline constexpr double k_on_edge = 3e-7;
/// Heights up to this, in the model's units, are on a plane.
inline constexpr double k_on_plane = 1e-9;
/// Triangles that are turned against each other by less, in the units of `turn_around`, are in the same plane.
inline constexpr double k_same_turn = 1e-5;
/// How far into a cell a corner is tried, in the model's units: corners often lie on the surface.
inline constexpr double k_corner_inwards = 1e-6;
/// Height of a triangle of a hull over an edge, as a share of it, below which the normal is rounding.
inline constexpr double k_hull_needle = 0x1p-20;
/// A triangle that reaches no deeper into a hull lies on its surface; in the model's units. Flat faces of models whose
/// coordinates have 32 bits are bent by half of it.
inline constexpr double k_void_surface = 2e-7;
/// Distance, in the model's units, within which a sample outside a hull counts as inside.
inline constexpr double k_held_margin = 1e-6;
/// Two sites nearer than this are in one place: no plane is between them.
inline constexpr double k_same_site = 1e-9;
/// Cells by which a grid over a surface is larger than its bounds, so that the last point is in the last cell.
inline constexpr double k_grid_slack = 1e-6;
/// Keeps a quotient of volumes finite.
inline constexpr double k_least_volume = 1e-30;

/// Half the thickness of parts of sheets: this share of the diagonal, or of the permitted error if that is less.
inline constexpr double k_sheet_thickness = 5e-4, k_sheet_error_share = 0.25, k_least_thickness = 1e-5;
/// m: maximum reach of a hull from its middle: below half of the permitted size by more than rounding of coordinates up
/// to 1e9 m.
inline constexpr double k_most_reach = 0.5 * k_max_shape_size * (1.0 - 1e-12);
/// Tolerance of the reported error, as a share of the permitted depth, and in the model's units.
inline constexpr double k_final_tolerance = 0.02, k_least_tolerance = 2e-5;
/// Rounding of coordinates, as a share of the diagonal.
inline constexpr double k_error_rounding = 1e-9;

}  // namespace hyperplane
