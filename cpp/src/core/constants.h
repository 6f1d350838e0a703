#pragma once

#include <cstddef>
#include <cstdint>

/// Every tolerance of the core, with its unit and its reason. Lengths are relative to the sizes of the shapes, so that
/// scaling a scene by a power of two changes nothing; only guards against division by zero are in metres.

namespace hyperplane {

/// Sine of the angle between two edges below which they count as parallel and give no separating axis. Skipping the
/// axis costs at most this share of an edge's length, because the face of the Minkowski difference that the pair spans
/// is no wider. Above it, the axis, normalised in 64 bits, is good to 1e-9.
inline constexpr double k_parallel_edge_sine = 1e-7;

/// Two axes tie when their overlaps differ by less than this share of the shapes' size; the first in the list then
/// wins. Far above the rounding of 64-bit sums, far below anything that a user can see. Keeps normals from flickering.
inline constexpr double k_axis_tie = 1e-13;

/// Boxes that overlap, or are apart, by less than this share of their size touch within rounding: about a hundred
/// roundings of 64-bit sums. Their verdict is computed in an order that does not depend on which box is A.
inline constexpr double k_touch_doubt = 1e-13;

/// Share of the shapes' size by which a vertex above the reference face still counts as a contact point (with depth 0),
/// and within which two contact points are merged. Faces that only touch are often apart by a rounding or two. Well
/// below the promised 1e-6.
inline constexpr double k_contact_tolerance = 1e-9;

/// Height of a triangle over its longest side, as a share of that side, below which it has no area: the rounding of
/// corners a thousand sides away from the origin turns the normal of a flatter one by more than a degree.
inline constexpr double k_least_triangle_height = 1e-11;

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

/// Distance of the sides of a reference face without width from its middle, as a share of the tolerance of contacts.
inline constexpr double k_narrow_side = 0.25;

/// Share of a shape's size within which a witness point lies on a face, edge or vertex, for the id of its contact.
/// Above the error of witness points of polyhedra.
inline constexpr double k_feature_tolerance = 1e-7;

/// Share of the shapes' size and distance within which an upper and a lower bound of the distance count as equal: about
/// a hundred roundings, far below the promised 1e-6.
inline constexpr double k_distance_tolerance = 1e-12;

/// Share of the shapes' size below which the difference of two witness points is too short to normalise. At this length
/// rounding of the points turns the direction by at most about 1e-8 rad.
inline constexpr double k_direction_from_points = 1e-7;

/// Share of |coordinate| + reach by which bounds are widened on each side. Exceeds the roundings of 2^-53 that a corner
/// goes through (an entry of a rotation matrix is good to 18 of them), so that bounds never lose a point of their
/// shape.
inline constexpr double k_bounds_rounding = 4e-15;

/// Share of a shape's size by which the bounds of a collider exceed the shape. Above the gaps at which the narrow phase
/// (k_core_touch) and a time of impact (k_impact_gap) still report a touch, so that a verdict never depends on how
/// bounds were rounded.
inline constexpr double k_touch_margin = 1e-7;

/// Largest relative error of one rounding in 64 bits.
inline constexpr double k_unit_roundoff = 0x1p-53;

/// Deviation of a squared length from 1 up to which a quaternion counts as normalised: four times the roundings of
/// normalising.
inline constexpr double k_unit_quaternion_slack = 0x1p-50;

/// Squared lengths between which a quaternion needs no scaling: the square of a product of two neither overflows nor
/// loses bits to underflow.
inline constexpr double k_min_quat_length_squared = 1e-30;
inline constexpr double k_max_quat_length_squared = 1e30;

/// Range of the sum of the magnitudes of a quaternion's components within which it is certainly finite and not zero.
/// Outside this range the components are checked one by one.
inline constexpr double k_plain_rotation_min = 1e-300;
inline constexpr double k_plain_rotation_max = 1e300;

/// 32-bit filters of box pairs, with u = 2^-24. Error of an overlap, as a share of the lengths of the pair, and error
/// of the sine between two edges: 256 u and 128 u for four pairs at a time (derived in box_filter.h), twice that for a
/// single pair (box_pair_filter.h).
inline constexpr float k_box_filter_error = 0x1p-16f;
inline constexpr float k_box_filter_sine_error = 0x1p-17f;
inline constexpr float k_box_pair_filter_error = 0x1p-15f;
inline constexpr float k_box_pair_filter_sine_error = 0x1p-16f;
/// m: added to the error of an overlap, for boxes without size at almost the same place: numbers below 2^-126 are
/// rounded to 2^-149 in 32 bits.
inline constexpr float k_box_filter_least_error = 0x1p-120f;
/// With e the error of a sine s: (s + e)^2 <= k_box_filter_sine_growth s^2 + box_filter_sine_floor(e), by the
/// inequality of the means; this avoids a square root. 1.01 covers the rounding of the floor.
inline constexpr float k_box_filter_sine_growth = 1.0f + 0x1p-7f;
constexpr float box_filter_sine_floor(float sine_error) { return sine_error * sine_error * (1.0f + 0x1p7f) * 1.01f; }
/// Squared share of lengths times sine by which turning a box parallel can change its overlaps: 1.42^2, plus room for
/// rounding.
inline constexpr float k_box_filter_turn_squared = 2.1f;
/// Squared lengths of quaternions outside which squares may leave the range of 32 bits.
inline constexpr float k_box_filter_min_length_squared = 0x1p-30f;
inline constexpr float k_box_filter_max_length_squared = 0x1p30f;

/// Boxes and four triangles in 32 bits (derived in box_triangle_filter.h): share of the lengths by which overlaps may
/// be off; lengths, m, whose fourth powers and their errors stay within the range of 32 bits; and what the rounding of
/// 64-bit coordinates is multiplied by, to count as a length: that of corners is 5 u of the lengths.
inline constexpr float k_box_triangle_error = 0x1p-17f;
inline constexpr float k_box_triangle_least = 0x1p-24f, k_box_triangle_most = 0x1p24f;
inline constexpr double k_box_triangle_rounding = 0x1p22;

/// Bounds of colliders in 32 bits, with u = 2^-24. Share of the half sizes by which a reach is widened, 32 u: an entry
/// of the matrix is good to 17 u, products and sums cost 4 u, and rounding the bound costs 1 u.
inline constexpr float k_lane_reach_slack = 0x1p-19f;
/// Share of the distance from the local origin by which bounds grow: rounding the bound costs u of it.
inline constexpr double k_lane_centre_slack = 0x1p-23;
/// Squared lengths of quaternions for which the 32-bit matrix is that exact.
inline constexpr float k_lane_min_quat_length_squared = 0x1p-60f, k_lane_max_quat_length_squared = 0x1p60f;

/// Distance from the world's local origin to the middle of its colliders, in collider sizes, beyond which the origin
/// moves: there a 32-bit coordinate has a step of a ten-thousandth of the size.
inline constexpr double k_origin_sizes = 1024.0;

/// Queries of trees in 32 bits. Share of a coordinate by which a point is widened: four times the rounding of the
/// point.
inline constexpr float k_lane_point_margin = 0x1p-22f;
/// Share of a distance by which its bounds are widened: twice the roundings of a slab test.
inline constexpr float k_lane_distance_slack = 0x1p-20f;
/// Four triangles in 32 bits, with u = 2^-24. Share of the farthest corner's distance, and of the way, by which a bound
/// on a distance is lowered, 32 u: rounding them costs u, their products with an axis 3 u each, the quotient and the
/// sums 4 u, and the tolerance of touches 6 u.
inline constexpr float k_triangle_lane_slack = 0x1p-19f;
/// Least square of an axis, m^2, that keeps its digits.
inline constexpr float k_triangle_lane_least_squared = 0x1p-100f;
/// Least component of a ray's direction in a slab test, and widening of a slab, m. Their quotient exceeds the length of
/// any ray, so that a ray in the plane of a face meets its box.
inline constexpr double k_least_ray_component = 1e-30;
inline constexpr float k_least_ray_margin = 1e-15f;
/// Share of its operands by which a line must miss bounds or a box in 64 bits: about a thousand roundings of 2^-53. A
/// slab test makes six.
inline constexpr double k_ray_margin = 1e-12;

/// Extent of the centres of a node's children, m, below which no plane separates them. Its inverse is still finite in
/// 32 bits.
inline constexpr float k_least_split_width = 1e-30f;
/// Growth of a tree's expected query cost that triggers a rebuild. A build costs about thirty refits, and randomly
/// moving boxes degrade the tree by a half in as many frames.
inline constexpr double k_rebuild_cost_growth = 1.5;

/// Share of the distance of a ray's origin from a triangle within which the ray hits an edge that it passes: several
/// roundings of the coordinates.
inline constexpr double k_ray_edge_rounding = 0x1p-51;
/// Share of two lengths by which an area that a ray's line spans with an edge exceeds that tolerance and the rounding
/// of the area.
inline constexpr double k_ray_filter_rounding = 0x1p-45;

/// Squared sine of the angle between a ray and the axis of a cylinder or cone below which the ray counts as parallel to
/// the axis. Within the shape it then moves sideways by less than 1e-15 of the shape's height, which is rounding.
inline constexpr double k_ray_parallel_sine_squared = 1e-30;

/// Half thickness that a ray finds along the zero sizes of a shape, as a share of the ray's way to it and of the
/// coordinates: the roundings of both and of the transformation (see k_bounds_rounding).
inline constexpr double k_flat_ray_margin = 4e-15;

/// Sine of the angle at a corner of a simplex below which its area or volume is not trusted. At that angle the normal
/// is still good to 1e-6; considering only the sides costs 1e-10 of the length of the needle.
inline constexpr double k_needle_sine = 1e-10;

/// Share of all coordinates by which bounds are widened before they reject a triangle: about a thousand roundings.
inline constexpr double k_culling_rounding = 1e-13;

/// Share of a coordinate by which a node of a height field is widened, 8 u with u = 2^-24: a line of the grid is good
/// to 2 u, and widening it costs u.
inline constexpr double k_height_node_rounding = 0x1p-21;

/// Squared sine of the angle at a corner of a triangle at which the rounding of its normal is 1e-12.
inline constexpr double k_needle_area = 1e-8;
/// Share of all lengths by which a triangle's planes may be off: the normal's rounding, and those of projections.
inline constexpr double k_plane_rounding = 1e-11;

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

/// How a hull finds its support points, by its number of vertices: up to the first number it scans all of them, up to
/// the second the list of its cell of directions; beyond that it climbs. Measured: see bench/native/hull_bench.cpp.
inline constexpr unsigned k_max_scanned_vertices = 24;
inline constexpr unsigned k_max_listed_vertices = 256;

/// Height below another vertex, relative to the largest coordinate, from which on a vertex is left out of a list: ten
/// times the rounding of heights in 32 bits, so that no list loses a support point.
inline constexpr float k_support_cell_margin = 4e-6f;

/// Most cells along a side of the cube map in the table of starting vertices for climbs.
inline constexpr unsigned k_max_start_side = 32;

/// Steps of Newton's method for the closest point of an ellipsoid. It starts at most a factor of sqrt(3) from the root
/// and then converges quadratically; ten steps are ample.
inline constexpr int k_max_ellipsoid_iterations = 32;

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
/// at the seam of two intervals, where rounding may put a root outside both.
inline constexpr double k_cast_tie = 1e-13;
inline constexpr double k_cast_seam = 1e-12;

/// Gap, as a share of the shapes' size, below which a touch that is certainly near counts as reached: a thousandth of
/// the permitted error of a time of impact.
inline constexpr double k_impact_gap = 1e-8;
/// Nearness required for this, as a share of the step: a tenth of the permitted error of a time of impact.
inline constexpr double k_impact_time = 1e-6;
/// Share of the shapes' size by which touching colliders must approach in a step to count as about to hit each other:
/// above the rounding of rows of 32-bit quaternions, which makes sliding bodies seem to sink.
inline constexpr double k_impact_closing = 1e-6;
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

/// Share of a mover's skin by which a gap may exceed the skin and still count as touching: at least the distance by
/// which a cast may end short, many roundings wide, and far too small to see.
inline constexpr double k_mover_slop = 1.0 / 64;

/// Gap to ground, as a share of a mover's skin, within which the body stands on it: the widest that a step asks for.
inline constexpr double k_mover_reach = 2.0;

/// Distance around a move, in skins, within which colliders are looked up at its start: its reach, and some pushing.
inline constexpr double k_mover_gather_skins = 4.0;

/// Share of a mover's skin by which a cast may end short of it. The end depends on the iterates of a search only within
/// this share.
inline constexpr double k_mover_stop = 1e-5;

/// Share of its motion by which a mover may close in on a contact without being stopped: 32-bit rotations tilt planes
/// that are meant to be plumb by 1e-7.
inline constexpr double k_mover_graze = 1e-6;
/// Share of its skin at which such a contact stops a mover after all: above k_mover_push by more than rounding.
inline constexpr double k_mover_graze_margin = 0.5 + k_mover_slop;

/// Share of a mover's skin below which a gap is widened again. Between the two nothing moves, so that a body that keeps
/// its skin is never pushed.
inline constexpr double k_mover_push = 0.5;

/// Most steps along one direction in which a mover looks for a free place.
inline constexpr int k_most_push_steps = 24;
/// Share of a direction by which it may close in on a contact of the mover: far below k_mover_parallel.
inline constexpr double k_push_direction_slack = 1e-12;
/// Share of the deepest overlap of a mover without a way out that may stay for the sake of a shorter push.
inline constexpr double k_push_forgone = 1.0 / 32;
/// Share that contacts must leave of a direction to be tried: less is mostly rounding.
inline constexpr double k_least_push_share = 1e-3;

/// Share of a mover's skin by which a push may violate a contact: far below k_mover_stop.
inline constexpr double k_mover_push_slack = 1e-9;

/// Cosine of the angle between the normals of two contacts with one row (8 degrees) within which they count as one hit.
inline constexpr double k_mover_same_hit_cosine = 0.99;

/// Slack of the cosine of the steepest slope: normals from witness points turn by 1e-8 rad or so.
inline constexpr double k_mover_slope_slack = 1e-7;

/// Share of its motion by which a mover may approach a surface that it slides along: a few roundings of a projection.
inline constexpr double k_mover_parallel = 1e-9;

/// Most changes of direction in one move of a mover, and most rounds that push it out of overlaps. Corners take three
/// changes of direction; the remaining motion is then dropped.
inline constexpr int k_max_mover_slides = 12;
inline constexpr int k_max_mover_pushes = 12;

/// Least cosine between up and the normal of a contact with an edge that a mover can stand on, provided that the face
/// beside the edge is walkable.
inline constexpr double k_least_ledge_cosine = 0.05;

/// Cosine of the angle between two normals of one collider above which a mover needs only one of them: 1e-7 rad.
inline constexpr double k_same_plane_cosine = 1.0 - 5e-15;

/// Distance from an edge, as a share of a mover's size (of its skin if that is larger), at which it looks for the face
/// that it could stand on.
inline constexpr double k_ledge_ray = 1e-3;

/// Sine of the angle between two planes below which their crease is ignored, and volume of three normals below which
/// their corner is ignored.
inline constexpr double k_least_crease_sine = 1e-6;

/// Share of a triangle's size within which two triangles of a surface meet: what files lose that store coordinates of
/// T-junctions in 32 bits.
inline constexpr double k_surface_weld = 1e-6;
/// The same as a share of the distance from the origin of a mesh, whose vertices may have gone through 32 bits: four
/// roundings, twice what a T-junction needs. And the most of that as a share of a triangle's size.
inline constexpr double k_surface_rounding = 0x1p-22;
inline constexpr double k_most_surface_rounding = 0x1p-8;
/// Sine of the greatest angle between the normal of a face and a contact with its edge that such a gap may explain.
inline constexpr double k_crack_sine = 1.0 / 16;
/// The same as a share of a surface's reach, beside other shapes: poses of rows have rotations in 32 bits, which
/// misplace the borders of both.
inline constexpr double k_surface_placing = 2.5e-7;
/// Sine of the angle by which a triangle may rise above a plane that still counts as a supporting plane of the surface.
inline constexpr double k_surface_rise = 5e-7;
/// Share of a body's gap to a surface within which two triangles beside the body meet, and by which the body may be off
/// the edge of a face and still be over it. The gap along the normal of the face is the distance but for 5e-7.
inline constexpr double k_surface_seam = 1e-3;
/// Share of that gap up to which two points of a surface are equally near: above the errors of searches for distances.
inline constexpr double k_surface_nearer = 1e-4;
/// Share of a surface's size below which a gap is too small to tell which of two triangles is nearer.
inline constexpr double k_least_clear_gap = 1e-9;
/// Cosine of the angle between the normals of an impact and of a face below which the impact is square to the face.
inline constexpr double k_surface_graze = 1e-6;
/// Most siblings that share the point of a contact whose seams are looked at: more than meet in a corner of any floor.
inline constexpr int k_most_siblings = 128;
/// Share of a shape's size that exceeds all tolerances of flush contacts.
inline constexpr double k_flush_reach = 1e-4;
/// Angle, rad, within which a direction is the normal of a face.
inline constexpr double k_face_normal_tilt = 1e-7;
/// The same for a mover, whose skin keeps its contacts clear of rounding.
inline constexpr double k_mover_seam_tilt = 1e-8;
/// Share of the smaller shape's size within which shapes lie flush, and a contact point lies on a sibling or on a face:
/// what files lose that store positions in 32 bits.
inline constexpr double k_flush_gap = 1e-6;
/// Share of a static collider's distance from the origin by which others beside it are off their places: two roundings
/// of both positions to 32 bits, the collider's own and that of a group that it is in.
inline constexpr double k_flush_placing = 0x1p-22;
/// Most of that as a share of the sizes of the collider and of the other shape: what a floor of a thousand tiles needs.
/// Farther out only positions in 64 bits make colliders flush, and a wider gap would find them so by chance.
inline constexpr double k_most_flush_placing = 0x1p-12;
inline constexpr double k_most_flush_placing_of_mover = 0x1p-9;
/// Cosine of the angle, 45 degrees, between the ways out of a segment and square to it within which it counts as thick.
inline constexpr double k_hiding_cosine = 0.7;
/// Share of a triangle's size within which two corners are equally far along a direction.
inline constexpr double k_surface_feature = 1e-7;
/// Cosine of the angle, 1e-7 rad, within which a normal is that of a face.
inline constexpr double k_face_normal_cosine = 1.0 - 5e-15;
/// Share of a triangle's size within which a contact point beside the triangle still lies on it.
inline constexpr double k_surface_side = 1e-9;
/// Share of the smaller shape's size up to which shapes that touch have barely met. Where two parts are deeper, looking
/// for another way out would only cost time.
inline constexpr double k_barely_met = 0.02;
/// Cosine of the greatest angle between the normals of a patch and that of its deepest contact: 10 degrees.
inline constexpr double k_patch_cosine = 0.984807753012208;

/// Share of the deepest contact of a collider by which its separation may violate another one: twice the rounding of
/// depths and normals to 32 bits.
inline constexpr double k_separation_slack = 2e-7;
/// Cosine of the angle between two contacts above which only the deeper one counts: 1e-6 rad.
inline constexpr double k_same_separation_cosine = 1.0 - 5e-13;
/// Halvings of the depth that a separation gives up where contacts oppose each other.
inline constexpr int k_separation_bisections = 40;
/// Length of a separation, in depths of the deepest contact, up to which no shorter way out of convex shapes is looked
/// for: that of two equal contacts 120 degrees apart.
inline constexpr double k_separation_corner = 2.001;
/// The same for shapes with parts, in depths of the deepest overlap of two: that of two equal ones at right angles.
inline constexpr double k_separation_parts_corner = 1.415;
/// Share by which another way must be shorter than the one that the contacts give: above the rounding of these.
inline constexpr double k_separation_gain = 1e-5;
/// Share of a collider's size by which it may overlap others after a separation: as much as a verdict may be wrong, far
/// above the rounding of contacts to 32 bits.
inline constexpr double k_separation_overlap = 1e-6;
/// Share of a collider's size that counts as a touch in the search for the end of an overlap.
inline constexpr double k_separation_touch = 1e-9;
/// Halvings of the angle between the directions of a separation around the best one.
inline constexpr int k_separation_halvings = 12;
/// Parts near a collider up to which its separation looks in all directions. With more the work is bounded: units of
/// work for each part and in addition. A look at the extent of a part is one unit.
inline constexpr std::size_t k_separation_crowd = 256;
inline constexpr std::int64_t k_separation_work_per_part = 100, k_separation_work = 75000;
/// No direction takes more than one share of the work.
inline constexpr std::int64_t k_separation_work_shares = 8;
/// Units of work of a visit to a part by a tree, of a verdict on two parts, and of their distance or depth.
inline constexpr std::int64_t k_separation_visit = 16, k_separation_verdict = 64, k_separation_test = 256;
/// Rounds in which what a separation still overlaps joins the contacts.
inline constexpr int k_separation_rounds = 4;
/// Parts that a separation may pass along a direction.
inline constexpr int k_most_separation_passes = 32;

// The plane.

/// Relative error of a determinant of three points: 3 + 16 u, in units of u = 2^-53 (Shewchuk's ccwerrboundA).
inline constexpr double k_plane_orientation_error = 3.3306690738754716e-16;
/// Share of the diagonal of a polygon's bounds below which its width counts as none: far above rounding, far below what
/// a needle is used for.
inline constexpr double k_plane_least_width = 1e-9;
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
/// Share of the shapes' size within which a vertex counts as lying on the surface, and two contact points as one.
inline constexpr double k_plane_point = 1e-9;
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
/// Half thickness of bounds in the plane, m: large beside their sides, so that trees are built by circumferences.
inline constexpr float k_plane_tree_thickness = 1e6f;

/// Cosine of the angle, 60 degrees, from which on two contacts of a union lead elsewhere.
inline constexpr double k_redundant_cosine = 0.5;
/// Most half-spaces of a body's contacts with a union that are told apart.
inline constexpr int k_union_planes = 32;
/// Triangles, those of the least deep faces first, whose least overlaps are searched for: a body in more of them is
/// hardly taken out by any.
inline constexpr std::size_t k_union_searches = 192;
/// Parts, the least deep first, that a round looks at again.
inline constexpr std::size_t k_union_candidates = 64;
/// Rounds in which the way out of a union may lead into parts that it had freed.
inline constexpr int k_union_rounds = 4;
/// Share of a body's size within which a part of a union contains a point, and above which it rises: what rotations in
/// 32 bits misplace.
inline constexpr double k_union_gap = 1e-6;
/// Share of the sizes of body and part by which they may overlap and still be free of each other.
inline constexpr double k_union_touch = 2e-7;
/// Shares of a body's size: how deep behind the time of an impact its contacts decide whether it stops, and how far it
/// may move until then.
inline constexpr double k_behind_impact = 1e-4;
/// The same in lengths by which a part may be off its place.
inline constexpr double k_behind_placing = 8.0;
inline constexpr double k_far_behind_impact = 1e-3;
/// Length of what is left of a unit direction without what leads against other contacts, below which it is none.
inline constexpr double k_least_aside = 0.05;
/// Cosine of the angle, 1e-6 rad, within which a search has found the normal of a face.
inline constexpr double k_snapping_cosine = 1.0 - 5e-13;
/// Steps of the search for the least overlap over the normals of an edge: an angle good to 1e-5 of a right one.
inline constexpr int k_edge_sections = 24;
/// Share of a body's size within which two points of a contact are as deep: far less than a direction that is off by
/// the least angle that matters makes of the closeness of points.
inline constexpr double k_same_depth = 1e-12;
/// How many times as deep as the least overlap a direction out of a part may lead.
inline constexpr double k_union_detour = 16.0;
/// The faces of a part, the least deep first, that are tried.
inline constexpr int k_union_faces = 8;

}  // namespace hyperplane
