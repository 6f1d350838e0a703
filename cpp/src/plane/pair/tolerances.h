#pragma once

/// Tolerances of pairs, sweeps and queries of the plane, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Cosine of the angle, 45 degrees, between the direction out of a segment and the one square to it within which it
/// counts as thick.
inline constexpr double k_hiding_cosine = 0.7;
/// Cosine of the greatest angle, 8 degrees, between a contact and the normal of an edge that lies along it: that of a
/// body's face in space.
inline constexpr double k_plane_resting_cosine = 0.99;
/// Share of the shapes' size by which an axis must be better than an earlier one: ties go to A, then to lower indices.
inline constexpr double k_plane_tie = 1e-10;
/// Share of the shapes' size by which a gap between closest features may differ from the gap along their normal before
/// all features are searched: a hundredth of the promised accuracy.
inline constexpr double k_plane_certified_gap = 1e-8;
/// Steps from closest points to closer ones before all features are searched; a few confirm any distance.
inline constexpr int k_max_plane_refinements = 64;
/// Most that a static collider may be off its place (k_flush_placing), as a share of the size of what touches it:
/// farther out only positions in 64 bits make colliders flush.
inline constexpr double k_most_plane_placing = 0x1p-10;
/// Share of the shapes' size by which the search for the distance of an ellipse may miss a greater gap: as much as
/// rounding may add to its bounds.
inline constexpr double k_plane_search = 1e-12;
/// Share of the shapes' size by which witness points may be off along the surface where that search ends.
inline constexpr double k_plane_search_slope = 1e-13;
/// Radius of curvature, as a share of the shapes' size, above which that search takes less of it: its bounds are
/// differences of such numbers, with roundings of a ten-thousandth of the above.
inline constexpr double k_plane_search_sharpness = 1e3;
/// Radians between the ends of an arc of directions below which that search leaves it: the gap changes less than it is
/// rounded there, and the bounds would divide by the turn.
inline constexpr double k_least_plane_search_turn = 1e-15;
/// Halvings of a quarter of directions in that search; each reduces its uncertainty to a quarter.
inline constexpr int k_max_plane_search_depth = 40;
/// Steps of Newton's method in it; halvings of the bracket alone would take that many.
inline constexpr int k_max_plane_newton_steps = 60;
/// Share of the coordinates within which a ray meets a shape without thickness: their rounding.
inline constexpr double k_plane_ray_thickness = 4e-15;
/// Gap, as a share of the shapes' size, that counts as a touch in a search for a time of impact: a hundredth of the
/// permitted error of a gap.
inline constexpr double k_plane_impact_gap = 1e-8;
/// Share of the coordinates that positions between two poses, and their differences, may be off: a few roundings.
inline constexpr double k_plane_motion_rounding = 1e-15;
/// Shares of a step: the shortest step from a touch, and the least speed, in sizes of the shapes per step and the
/// lengths of the motion, that counts as parting.
inline constexpr double k_plane_parting_step = 1e-6;
inline constexpr double k_plane_parting_speed = 1e-6;
/// Most iterations of that search; no known motion takes a tenth as many.
inline constexpr int k_max_plane_impact_iterations = 20000;

}  // namespace hyperplane
