#pragma once

/// Tolerances of times of impact and casts, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Error of a gap, as a share of the shapes' size: for boxes and spheres, which have closed forms, and for other cores,
/// by GJK. Smaller gaps are touches.
inline constexpr double k_exact_gap_noise = 1e-12;
inline constexpr double k_core_gap_noise = 4e-9;
/// Gap of GJK's bounds in a search for a time of impact, relative to the size of the shapes: a hundredth of the
/// permitted error of a gap.
inline constexpr double k_impact_gjk_gap = 1e-11;
/// Squared sine of the angle between two edges below which the search does not follow their cross product.
inline constexpr double k_impact_edge_sine_squared = 1e-6;
/// Cosine of the angle between a normal and that of a face (8 degrees) within which the search follows the face.
inline constexpr double k_followed_face_cosine = 0.99;
/// Shares of a cast: difference of two entry times that tie (the first axis wins), about a hundred roundings; and slack
/// at the boundary of two intervals, where rounding may put a root outside both.
inline constexpr double k_cast_tie = 1e-13;
inline constexpr double k_cast_slack = 1e-12;

/// Gap, as a share of the shapes' size, below which a touch that is certainly near counts as reached: a thousandth of
/// the permitted error of a time of impact.
inline constexpr double k_impact_gap = 1e-8;
/// Nearness required for this, as a share of the step: a tenth of the permitted error of a time of impact.
inline constexpr double k_impact_time = 1e-6;
/// Share of the lengths of a motion by which rounding may change a position: a few roundings of 2^-53.
inline constexpr double k_impact_rounding = 1e-15;
/// The same for the distance of a mounted shape from the origin of its frame: the position goes through a product of
/// quaternions and a rotation matrix, as in k_bounds_rounding.
inline constexpr double k_mount_rounding = 4e-15;
/// Gap, as a share of the shapes' size, that counts as a touch after k_exact_impact_iterations: a quarter of the
/// permitted error of a time of impact.
inline constexpr double k_late_impact_gap = 2.5e-7;
/// Iterations of the search for a time of impact: after the first number it also tries bounds of third order, which few
/// motions need; after the second it accepts k_late_impact_gap; after the third it gives up. Steps past a gap of that
/// width number at most about 1,600 for half a turn, and no known motion takes half as many.
inline constexpr int k_plain_impact_iterations = 16;
inline constexpr int k_exact_impact_iterations = 128;
inline constexpr int k_max_impact_iterations = 4096;
/// Intervals of time that one search for a step of third order tries.
inline constexpr int k_path_step_rounds = 12;
/// Rounds in which a step of the search is lengthened: each costs two pairs of support mappings; a further iteration
/// costs several times that.
inline constexpr int k_safe_step_rounds = 3;
/// Shapes that touch at the start count as touching unless they are known to be apart by this share of the step.
inline constexpr double k_shortest_parting = 1e-6;

/// Cosine of the angle between the normals of an impact and of a face below which the impact is square to the face.
inline constexpr double k_surface_graze = 1e-6;

}  // namespace hyperplane
