#pragma once

/// Tolerances of pairs of convex shapes, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Two axes tie when their overlaps differ by less than this share of the shapes' size; the first in the list then
/// wins. Far above the rounding of 64-bit sums, far below anything that a user can see. Keeps normals from flickering.
inline constexpr double k_axis_tie = 1e-13;

/// Boxes that overlap, or are apart, by less than this share of their size touch within rounding: about a hundred
/// roundings of 64-bit sums. Their verdict is computed in an order that does not depend on which box is A.
inline constexpr double k_touch_doubt = 1e-13;

/// Sine of the angle at a corner of a simplex below which its area or volume is not trusted. At that angle the normal
/// is still good to 1e-6; considering only the sides costs 1e-10 of the length of the needle.
inline constexpr double k_needle_sine = 1e-10;

/// Share of the product of three lengths below which the volume that they span has no trustworthy sign: a few roundings
/// of 2^-53.
inline constexpr double k_volume_rounding = 4e-15;

/// GJK stops when its bounds on the distance are this close, relative to the size of the shapes. Polyhedra end much
/// earlier, exactly, at the closest features. For round shapes every digit costs about two iterations, and a witness
/// point lies as deep under its surface as the gap between the bounds.
inline constexpr double k_gjk_gap = 1e-9;

/// The same relative to the distance itself, for shapes that are far apart: a few roundings of 2^-53.
inline constexpr double k_gjk_relative_gap = 1e-14;

/// The same for `distance`, whose normal matters: the normal is then good to 1e-6 rad, the square root of twice this.
inline constexpr double k_normal_relative_gap = 5e-13;

/// Largest difference of GJK's bounds there, relative to the size of the shapes, without a restart from the direction
/// found; and the number of restarts.
inline constexpr double k_gjk_restart_gap = 1e-13;
inline constexpr int k_max_gjk_restarts = 2;

/// Cores closer than this, relative to the size of the shapes, count as touching. Rounding dominates the direction
/// between such cores; the penetration algorithm, whose normals are face normals, takes over.
inline constexpr double k_core_touch = 1e-9;

/// Distance of curved cores: rounds of Newton's method and GJK, iterations of each in a round, and the step, as a share
/// of the distance, after which the next one is shorter than rounding.
inline constexpr int k_max_curved_rounds = 6, k_max_curved_steps = 4, k_curved_gjk_iterations = 2;
inline constexpr double k_last_curved_step = 1e-4;
/// Iterations of GJK before that, within a margin: enough for most pairs beyond it, and a good start for the others.
inline constexpr int k_bounded_gjk_iterations = 4;
/// Squared sine of the angle between two edges below which their points cannot both be kept level.
inline constexpr double k_level_edges = 1e-12;

/// Iterations after which GJK stops with open bounds and reports it. Round shapes take up to 40.
inline constexpr int k_max_gjk_iterations = 96;

/// Every function treats a pair that is farther apart than this, relative to the size of its shapes, as separated. This
/// is the band that the accuracy promise leaves undecided, a thousand times the distance at which GJK reports touching.
inline constexpr double k_separation_margin = 1e-6;

/// EPA stops when a face is this close to the surface of the Minkowski difference, relative to the size of the shapes.
/// Polyhedra end exactly.
inline constexpr double k_epa_gap = 1e-9;

/// Most vertices of EPA's polytope: in general, and for two round shapes. Polyhedra and most round shapes need about
/// 30. Two round shapes that are equally deep in many directions would never end; minimize_depth.h finds their depth.
inline constexpr int k_max_epa_vertices = 128;
inline constexpr int k_max_round_epa_vertices = 64;

/// And for two ellipsoids: just close enough to prove that no other valley is deeper (k_depth_doubt). Newton's method
/// finds the remaining digits in a few steps; each digit costs EPA as many points again.
inline constexpr double k_smooth_epa_gap = 9e-7;

/// A point this close to the plane of a face, relative to the size of the shapes, lies in it: rounding of the plane.
inline constexpr double k_epa_coplanar = 1e-13;

/// Difference of the unit normals of two faces of EPA's polytope that share a plane: the rounding of a needle's normal.
inline constexpr double k_epa_same_plane = 1e-7;

/// Share of an arc of the Gauss map within which its crossings with other arcs count as one: about a thousand
/// roundings, because the arcs that leave a face with many vertices all start at a tie between them.
inline constexpr double k_same_crossing = 1e-12;

/// Volume below which EPA does not start with a tetrahedron, relative to the cube of its longest edge.
inline constexpr double k_epa_min_start_volume = 1e-9;

/// Thickness below which a Minkowski difference counts as flat, relative to the size of the shapes: rounding of support
/// points.
inline constexpr double k_epa_flat = 1e-13;

/// Slope of the depth, m per rad, relative to the size of the shapes, below which a direction counts as one of least
/// depth. The slope equals the lateral distance between the witness points.
inline constexpr double k_depth_slope = 1e-8;
/// Largest excess of a depth over its lower bound, relative to the size of the shapes, for which other valleys are not
/// searched: a tenth of the permitted error of a depth.
inline constexpr double k_depth_doubt = 1e-6;

/// Largest excess of the depth along an arc of normals over its lower bound, relative to the size of the shapes: a
/// tenth of the permitted error of a depth. An arc of constant depth is split into about 1 / sqrt(this) parts per
/// radian.
inline constexpr double k_depth_arc_gap = 1e-7;
/// Most parts of an arc that wait to be split: one per level. Each level reduces the gap to about a quarter.
inline constexpr int k_max_arc_depth = 64;

/// Angle to an axis, rad, at which additional searches for the least depth start.
inline constexpr double k_valley_start = 0.1;
/// Step of the difference quotients of the support points, rad. Their error is this times the third derivative, plus
/// the rounding, 1e-16, divided by this.
inline constexpr double k_depth_side_step = 1e-7;
/// Longest step of Newton's method, rad. A second-order model of a support function is not reliable beyond it.
inline constexpr double k_longest_depth_step = 0.2;
/// Least damping, as a share of the largest curvature, that keeps the matrix of a step regular.
inline constexpr double k_least_depth_damping = 1e-12;
/// Squared width of a bracket of directions, rad^2, at which bisection stops: the slope there is rounding.
inline constexpr double k_depth_bracket_width_squared = 1e-24;
inline constexpr int k_max_depth_bracket_steps = 48;
inline constexpr int k_max_depth_descent_steps = 24;

/// Squares of directions of two ellipsoids that wait for a proof; and splits of squares before the proof is given up,
/// which cost as much as EPA. Of random pairs half need none, and of the others one in a hundred more.
inline constexpr int k_max_depth_cells = 64;
inline constexpr int k_max_depth_splits = 100;
/// Diagonal of a square by its side; rounded up.
inline constexpr double k_square_diagonal = 1.4142135623730952;

/// Cylinders, cones and segments (revolved_depth.h). Largest excess of a depth over the proven bound, relative to the
/// size of the shapes, and least depth for which that is tried: a few times the distance at which GJK reports a touch.
inline constexpr double k_revolved_depth_gap = 4e-10;
inline constexpr double k_revolved_least_depth = 4e-9;
/// Slope of the depth along a crease, relative to the size of the shapes, that is small enough.
inline constexpr double k_revolved_slope = 1e-11;
/// Sine of the angle between two axes below which they count as parallel: the depth is off by as much of the size.
inline constexpr double k_parallel_axis_sine = 1e-10;
/// Parts of a circle that wait for a proof, and splits before the proof is given up.
inline constexpr int k_max_revolved_parts = 64;
inline constexpr int k_max_revolved_splits = 200;
/// A revolved solid and an ellipsoid (revolved_ellipsoid_depth.h): cones of proven directions that are remembered, and
/// how they are found, from half of a right angle down by this factor.
inline constexpr int k_max_proven_cones = 8;
inline constexpr int k_max_cone_steps = 24;
inline constexpr double k_cone_step = 0.75;
/// Largest ratio of an arc of a right angle or less to its chord; rounded up.
inline constexpr double k_arc_by_chord = 1.1108;

/// Distance by which cores are moved apart to locate their contact, relative to their size: large enough for an
/// accurate direction between the closest points, small enough for accurate closest points.
inline constexpr double k_witness_gap = 0.05;
inline constexpr int k_max_witness_rounds = 24;
inline constexpr double k_longest_witness_stride = 100.0;
/// Required difference of GJK's bounds there: the direction between the points is as good as the square root of it.
inline constexpr double k_witness_bounds = 1e-15;

/// Largest lateral distance between EPA's witness points, relative to the size of the shapes; beyond it they are
/// computed another way. A tenth of the promised accuracy. Rounding in the plane of a needle's face can put them
/// anywhere.
inline constexpr double k_witness_aside = 1e-7;

/// Largest difference, relative to the size of the shapes, between the distance of the cores and their gap along GJK's
/// direction for that direction to count as a normal: a hundredth of the promised accuracy, ten times GJK's own
/// tolerance.
inline constexpr double k_normal_gap = 1e-8;

/// Largest increase of the depth, relative to the size of the shapes, accepted for a direction whose witness points fit
/// better.
inline constexpr double k_depth_tie = 1e-10;

/// Least cosine between the normal of a contact and a face normal for the face to be the reference face of the manifold
/// (8 degrees). Beyond it edges are in contact, and the faces beside them are no contact area.
inline constexpr double k_reference_cosine = 0.99;

/// Largest deviation from parallel, and largest distance seen along the normal, of two lines that touch in two points,
/// relative to the size of the shapes: a tenth of the permitted error of a contact point.
inline constexpr double k_parallel_contact = 1e-7;

/// Share of a rounding within which the exit from it is found, and the steps of Newton's method for it. A line that
/// leaves through a face, as in most contacts, needs one.
inline constexpr double k_exit_gap = 1e-13;
inline constexpr int k_max_exit_steps = 16;
/// Cosine between a face and the direction out of its rounding below which its edges bound the exit.
inline constexpr double k_least_exit_cosine = 1e-3;

/// Two triangles in 32 bits (triangle_triangle_filter.h): the share of the coordinates, and the least product of three
/// lengths, m^3, far above the steps of 32-bit numbers around zero.
inline constexpr double k_triangle_filter_margin = 0x1p-17;
inline constexpr float k_least_filter_margin = 0x1p-110f;
/// Boxes and four triangles in 32 bits (derived in box_triangle_filter.h): share of the lengths by which overlaps may
/// be off; lengths, m, whose fourth powers and their errors stay within the range of 32 bits; and what the rounding of
/// 64-bit coordinates is multiplied by, to count as a length: that of corners is 5 u of the lengths.
inline constexpr float k_box_triangle_error = 0x1p-17f;
inline constexpr float k_box_triangle_least = 0x1p-24f, k_box_triangle_most = 0x1p24f;
inline constexpr double k_box_triangle_rounding = 0x1p22;

}  // namespace hyperplane
