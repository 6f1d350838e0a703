#pragma once

/// Every tolerance of the core, with its unit and its reason. Lengths follow from the sizes of the shapes at hand, so
/// that scaling a scene by a power of two changes nothing; only guards against division by zero are in metres.

namespace hyperplane {

/// Sine of the angle between two edges below which they count as parallel and give no separating axis. Leaving the axis
/// out can cost at most this share of an edge's length (the face of the Minkowski difference that the pair spans is no
/// wider), and above it the axis, normalised in 64 bits, is good to 1e-9.
inline constexpr double k_parallel_edge_sine = 1e-7;

/// Two axes whose overlaps differ by less than this share of the shapes' size tie, and the one that is listed first
/// wins: far above the rounding of 64-bit sums, far below anything that a user can see. It keeps normals from
/// flickering.
inline constexpr double k_axis_tie = 1e-13;

/// Boxes that overlap, or are apart, by less than this share of their size touch within rounding: some hundred times
/// that of 64-bit sums. Their verdict is computed in an order that does not depend on which of them is A.
inline constexpr double k_touch_doubt = 1e-13;

/// Share of the shapes' size by which a vertex may stay above the reference face and still be a point of contact (with
/// depth 0), and within which two points of contact are one: faces that only touch are apart by a rounding or two as
/// often as not. Well below the promised 1e-6.
inline constexpr double k_contact_tolerance = 1e-9;

/// Share of a shape's size within which a witness point lies on a face, edge or vertex, for the id of its contact.
/// Above the error of witness points of polyhedra.
inline constexpr double k_feature_tolerance = 1e-7;

/// Share of the shapes' size and distance within which an upper and a lower bound of the distance count as equal: some
/// hundred roundings, far below the promised 1e-6.
inline constexpr double k_distance_tolerance = 1e-12;

/// Share of the shapes' size below which the difference of two witness points is too short to be divided into a
/// direction: at this length the rounding of the points turns it by no more than 1e-8 rad or so.
inline constexpr double k_direction_from_points = 1e-7;

/// Share of |coordinate| + reach by which bounds are widened on each side: above the roundings of 2^-53 that a corner
/// goes through (an entry of a rotation matrix is good to 18 of them), so that bounds never lose a point of their
/// shape.
inline constexpr double k_bounds_rounding = 4e-15;

/// Share of a shape's size by which the bounds of colliders are wider than the shape: above the gaps at which the
/// narrow phase (k_core_touch) and a time of impact (k_impact_gap) still report a touch. So a verdict never depends on
/// how bounds were rounded.
inline constexpr double k_touch_margin = 1e-7;

/// Largest relative error of one rounding in 64 bits.
inline constexpr double k_unit_roundoff = 0x1p-53;

/// Squared lengths between which a quaternion needs no scaling: the square of a product of two neither overflows nor
/// loses bits to underflow.
inline constexpr double k_min_quat_length_squared = 1e-30;
inline constexpr double k_max_quat_length_squared = 1e30;

/// Sums of the magnitudes of a quaternion's components between which it is finite and not zero for certain; beyond it
/// the components are looked at one by one.
inline constexpr double k_plain_rotation_min = 1e-300;
inline constexpr double k_plain_rotation_max = 1e300;

/// 32-bit filters of box pairs, with u = 2^-24. Error of an overlap, as a share of the lengths of the pair, and error
/// of the sine between two edges: 256 u and 128 u for four pairs at a time (derived in box_filter.h), twice that for a
/// single pair (box_pair_filter.h).
inline constexpr float k_box_filter_error = 0x1p-16f;
inline constexpr float k_box_filter_sine_error = 0x1p-17f;
inline constexpr float k_box_pair_filter_error = 0x1p-15f;
inline constexpr float k_box_pair_filter_sine_error = 0x1p-16f;
/// With e the error of a sine s: (s + e)^2 <= k_box_filter_sine_growth s^2 + box_filter_sine_floor(e), by the
/// inequality of the means, which spares a square root. 1.01 covers the rounding of the floor.
inline constexpr float k_box_filter_sine_growth = 1.0f + 0x1p-7f;
constexpr float box_filter_sine_floor(float sine_error) { return sine_error * sine_error * (1.0f + 0x1p7f) * 1.01f; }
/// Squared share of lengths times sine by which turning a box parallel can change its overlaps: 1.42^2, and room for
/// rounding.
inline constexpr float k_box_filter_turn_squared = 2.1f;
/// Squared lengths of quaternions beyond which squares may leave the range of 32 bits.
inline constexpr float k_box_filter_min_length_squared = 0x1p-30f;
inline constexpr float k_box_filter_max_length_squared = 0x1p30f;

/// Bounds of colliders in 32 bits, with u = 2^-24. Share of the half sizes by which a reach is widened: an entry of the
/// matrix is good to 17 u, products and sums cost 4 u, rounding the bound 1 u; this is 32 u.
inline constexpr float k_lane_reach_slack = 0x1p-19f;
/// Share of the distance from the local origin by which bounds grow: rounding the bound costs u of it.
inline constexpr double k_lane_centre_slack = 0x1p-23;
/// Squared lengths of quaternions for which the 32-bit matrix is that exact.
inline constexpr float k_lane_min_quat_length_squared = 0x1p-60f, k_lane_max_quat_length_squared = 0x1p60f;

/// Distance of the world's local origin from the middle of its colliders, in sizes of a collider, beyond which the
/// origin moves: a 32-bit coordinate there has a step of a ten-thousandth of the size.
inline constexpr double k_origin_sizes = 1024.0;

/// Queries of trees in 32 bits. Share of a coordinate by which a point is widened: four times the rounding of the
/// point.
inline constexpr float k_lane_point_margin = 0x1p-22f;
/// Share of a distance by which its bounds are widened: twice the roundings of a slab test.
inline constexpr float k_lane_distance_slack = 0x1p-20f;
/// Least component of a ray's direction in a slab test, and widening of a slab, m: their quotient is longer than any
/// ray, so that a ray in the plane of a face meets its box.
inline constexpr double k_least_ray_component = 1e-30;
inline constexpr float k_least_ray_margin = 1e-15f;
/// Share of its operands by which a line must miss bounds or a box in 64 bits: some thousand roundings of 2^-53, of
/// which a slab test makes six.
inline constexpr double k_ray_margin = 1e-12;

/// Extent of the centres of a node's children, m, below which no plane separates them: its inverse is still finite in
/// 32 bits.
inline constexpr float k_least_split_width = 1e-30f;
/// Growth of a tree's expected query cost that triggers a rebuild. A build costs about thirty refits, and randomly
/// moving boxes degrade the tree by a half in as many frames.
inline constexpr double k_rebuild_cost_growth = 1.5;

/// Squared sine of the angle between a ray and the axis of a cylinder or cone below which the ray counts as parallel to
/// it: within the shape it then moves sideways by less than 1e-15 of the shape's height, which is rounding.
inline constexpr double k_ray_parallel_sine_squared = 1e-30;

/// Sine of the angle at a corner of a simplex below which its area, or volume, is not trusted. At that angle the normal
/// is still good to 1e-6, and what is given up by looking at the sides only is 1e-10 of the length of the needle.
inline constexpr double k_needle_sine = 1e-10;

/// Share of the product of three lengths below which the volume that they span has no trustworthy sign: some roundings
/// of 2^-53.
inline constexpr double k_volume_rounding = 4e-15;

/// GJK stops when its bounds on the distance are this close, relative to the size of the shapes. Polyhedra end exactly,
/// at the closest features, long before; for round shapes every digit costs about two iterations, and a witness point
/// lies as deep under its surface as the bounds are apart.
inline constexpr double k_gjk_gap = 1e-9;

/// The same relative to the distance itself, for shapes that are far apart: some roundings of 2^-53.
inline constexpr double k_gjk_relative_gap = 1e-14;

/// The same where the normal counts (`distance`): it is then good to 1e-6 rad, the root of twice this.
inline constexpr double k_normal_relative_gap = 5e-13;

/// How far apart GJK's bounds may end there, relative to the size of the shapes, before it starts again from the
/// direction found, and how often it does.
inline constexpr double k_gjk_restart_gap = 1e-13;
inline constexpr int k_max_gjk_restarts = 2;

/// Cores closer than this, relative to the size of the shapes, count as touching: there the direction from one to the
/// other drowns in rounding, and the penetration algorithm, whose normals are those of faces, takes over.
inline constexpr double k_core_touch = 1e-9;

/// Iterations after which GJK gives up on closing its bounds and says so. Round shapes take up to 40.
inline constexpr int k_max_gjk_iterations = 96;

/// A pair that is farther apart than this, relative to the size of its shapes, is apart for every function that looks
/// at it: this is what the accuracy promise allows to be doubtful, a thousand times what GJK takes for touching.
inline constexpr double k_separation_margin = 1e-6;

/// EPA stops when a face is this close to the surface of the Minkowski difference, relative to the size of the shapes.
/// Polyhedra end exactly.
inline constexpr double k_epa_gap = 1e-9;

/// Corners of EPA's polytope at most: in general, and for two round shapes. Polyhedra and most round shapes need about
/// 30; two that are round and equally deep in many directions would never end, and have another way to their depth
/// (minimize_depth.h).
inline constexpr int k_max_epa_vertices = 128;
inline constexpr int k_max_round_epa_vertices = 64;

/// And for two ellipsoids: just close enough to prove that no other valley is deeper (k_depth_doubt). Newton's method
/// has the other digits in a few steps, each of which costs EPA as many points again.
inline constexpr double k_smooth_epa_gap = 9e-7;

/// A point this close to the plane of a face, relative to the size of the shapes, lies in it: rounding of the plane.
inline constexpr double k_epa_coplanar = 1e-13;

/// Difference of the unit normals of two faces of EPA's polytope that share a plane: the rounding of a needle's normal.
inline constexpr double k_epa_same_plane = 1e-7;

/// Share of an arc of the Gauss map within which its crossings with other arcs count as one: some thousand roundings,
/// for the arcs that leave a face with many vertices all start at a tie between them.
inline constexpr double k_same_crossing = 1e-12;

/// Volume below which EPA does not start with a tetrahedron, relative to that of the cube over its longest edge.
inline constexpr double k_epa_min_start_volume = 1e-9;

/// Thickness below which a Minkowski difference counts as flat, relative to the size of the shapes: rounding of support
/// points.
inline constexpr double k_epa_flat = 1e-13;

/// Slope of the depth, m per rad, relative to the size of the shapes, below which a direction counts as one of least
/// depth. The witness points are as far beside each other as the slope is steep.
inline constexpr double k_depth_slope = 1e-8;
/// How far above its lower bound a depth may be, relative to the size of the shapes, without other valleys being looked
/// for: a tenth of what a depth may be wrong by.
inline constexpr double k_depth_doubt = 1e-6;

/// How far above its lower bound the depth along an arc of normals may be, relative to the size of the shapes: a tenth
/// of what a depth may be wrong by. An arc that is equally deep everywhere is split into about
/// the inverse of its root in parts per radian.
inline constexpr double k_depth_arc_gap = 1e-7;
/// Most parts of an arc that wait to be split: one a level, and a level about quarters the gap.
inline constexpr int k_max_arc_depth = 64;

/// How far beside an axis, rad, the search for the least depth also starts.
inline constexpr double k_valley_start = 0.1;
/// Step of the difference quotients of the support points, rad: their error is this times the third derivative, plus
/// the rounding, 1e-16, over this.
inline constexpr double k_depth_side_step = 1e-7;
/// Longest step of Newton's method, rad: beyond it a second-order model of a support function is worth little.
inline constexpr double k_longest_depth_step = 0.2;
/// Least damping, as a share of the largest curvature, that keeps the matrix of a step regular.
inline constexpr double k_least_depth_damping = 1e-12;
/// Squared width of a bracket of directions, rad^2, that is not worth another step: the slope there is rounding.
inline constexpr double k_depth_bracket_width_squared = 1e-24;
inline constexpr int k_max_depth_bracket_steps = 48;
inline constexpr int k_max_depth_descent_steps = 24;

/// How far cores are moved apart to find where they touched, relative to their size: far enough for a good direction
/// between the closest points, near enough for the closest points to be found well.
inline constexpr double k_witness_gap = 0.05;
inline constexpr int k_max_witness_rounds = 24;
inline constexpr double k_longest_witness_stride = 100.0;
/// And how close GJK's bounds must come there: the direction between the points is as good as the square root of it.
inline constexpr double k_witness_bounds = 1e-15;

/// How far beside each other, relative to the size of the shapes, EPA's witness points may lie before they are looked
/// for in another way: a tenth of what is promised. Rounding in the plane of a needle's face puts them anywhere.
inline constexpr double k_witness_aside = 1e-7;

/// How much less than the distance of the cores their gap along GJK's direction may be, relative to the size of the
/// shapes, for that direction to be a normal: a hundredth of what is promised, ten times what GJK aims at.
inline constexpr double k_normal_gap = 1e-8;

/// What the depth may grow by, relative to the size of the shapes, for a direction whose witness points fit better.
inline constexpr double k_depth_tie = 1e-10;

/// Cosine between the normal of a contact and that of a face from which on the face is the reference of the manifold
/// (8 degrees). Beyond it the contact is one of edges, and the faces beside them are no area of contact.
inline constexpr double k_reference_cosine = 0.99;

/// How far two lines may be from parallel and from each other, seen along the normal, to touch in two points, relative
/// to the size of the shapes: a tenth of what a point of contact may be beside its shape.
inline constexpr double k_parallel_contact = 1e-7;

/// How a hull finds its support points, by its number of vertices: up to the first number it scans them all, up to the
/// second those that its cell of directions lists, beyond that it climbs. Measured: see bench/native/hull_bench.cpp.
inline constexpr unsigned k_max_scanned_vertices = 24;
inline constexpr unsigned k_max_listed_vertices = 256;

/// What a vertex must be lower by than another one to be left out of a list, relative to the hull's radius: far above
/// the rounding of heights, so that lists lose nothing.
inline constexpr double k_support_cell_margin = 1e-12;

/// The table of where climbs start has at most so many cells along a side of the cube map.
inline constexpr unsigned k_max_start_side = 32;

/// Steps of Newton's method for the closest point of an ellipsoid. It starts at most a factor of sqrt(3) from the root
/// and then doubles its digits: ten are plenty.
inline constexpr int k_max_ellipsoid_iterations = 32;

/// Share of the length of a cloud's diagonal within which a convex hull may differ from that of the cloud: neighbours
/// that deviate less from one plane are one face, and what sticks out less is dropped. One unit in the last place of a
/// 32-bit number of that size, because many clouds are rotated meshes in 32 bits, whose flat faces are flat only so
/// far; and an eighth of what the accuracy promise (1e-6 of the size) leaves for everything.
inline constexpr double k_hull_flatness = 0x1p-23;

/// The same for clouds far from the origin: share of the greatest coordinate, a few units in the last place of the
/// 64-bit numbers that the points came in.
inline constexpr double k_hull_coordinate_noise = 0x1p-50;

/// A cloud has volume where a tetrahedron of its points is higher than this many times the flatness. The cloud is then
/// at least about three times as thick as the tolerance, so that its upper and its lower faces are told apart.
inline constexpr double k_hull_least_height = 16.0;

/// Share of a hull's bounding radius below which an edge is short. A climb over longer edges by rounded heights ends
/// within some 2^12 roundings of the highest vertex, 1e-12 of the radius.
inline constexpr double k_short_hull_edge = 0x1p-12;

/// Share of the tolerance of a hull below which two heights tie when quickhull looks for the farthest point. Small,
/// because what it prefers among those, distance from the middle, only serves to take corners before points in a flat
/// side.
inline constexpr double k_hull_tie = 0.25;

/// Largest magnitude of a grid coordinate in quickhull: determinants of differences fit into 128 bits.
inline constexpr double k_grid_extent = 0x1p40;
/// Error of a height above the plane of a grid triangle, grid steps (derived in hull/grid.h).
inline constexpr double k_grid_plane_error = 0x1p-3;
/// Squared sine at a corner of a grid triangle below which its normal is computed in integers.
inline constexpr double k_narrow_triangle_sine_squared = 0x1p-8;

/// Rounding of a finished hull, as shares of its bounding radius: of heights above its planes, and of points(), which
/// are the vertices up to 2^-40 of the half extent. And the error of the length of a normal.
inline constexpr double k_hull_height_rounding = k_grid_plane_error / k_grid_extent;
inline constexpr double k_hull_point_rounding = 0x1p-39;
inline constexpr double k_hull_normal_rounding = 1e-14;

/// Relative error of the gain of an edge in a climb: three products and two sums, of 2^-53 each.
inline constexpr double k_climb_rounding = 0x1p-51;
/// Length of a direction below which it counts as zero in a cube map: its inverse is still finite.
inline constexpr double k_least_cube_map_direction = 1e-300;

/// Share of the shapes' size within which gaps are right: of boxes and spheres, which have closed forms, and of other
/// cores, by GJK. Smaller gaps are touches.
inline constexpr double k_exact_gap_noise = 1e-12;
inline constexpr double k_core_gap_noise = 4e-9;
/// Gap of GJK's bounds in a search for a time of impact, relative to the size of the shapes: a hundredth of what a gap
/// may be wrong by.
inline constexpr double k_impact_gjk_gap = 1e-11;
/// Squared sine of the angle between two edges below which the search does not follow their cross product.
inline constexpr double k_impact_edge_sine_squared = 1e-6;
/// Cosine of the angle between a normal and that of a face (8 degrees) within which the search follows the face.
inline constexpr double k_followed_face_cosine = 0.99;
/// Shares of a cast: difference of two times of entry that tie, where the first axis wins, some hundred roundings; and
/// slack at the seam of two intervals, where rounding may put a root outside both.
inline constexpr double k_cast_tie = 1e-13;
inline constexpr double k_cast_seam = 1e-12;

/// Gap, as a share of the shapes' size, below which a touch that is certainly near counts as one: a thousandth of what
/// a time of impact may be wrong by.
inline constexpr double k_impact_gap = 1e-8;
/// And how near, as a share of the step: a tenth of what a time of impact may be wrong by.
inline constexpr double k_impact_time = 1e-6;
/// Share of the shapes' size by which colliders that touch must come closer in a step to be about to hit each other:
/// above the rounding of rows of 32-bit quaternions, which makes what slides seem to sink.
inline constexpr double k_impact_closing = 1e-6;
/// Share of the lengths of a motion that rounding may change a position by: some roundings of 2^-53.
inline constexpr double k_impact_rounding = 1e-15;
/// Gap, as a share of the shapes' size, that counts as a touch after k_exact_impact_iterations: a quarter of what a
/// time of impact may be wrong by.
inline constexpr double k_late_impact_gap = 2.5e-7;
/// Iterations of the search for a time of impact: after which it also tries bounds of third order, which few motions
/// need; after which it is content with k_late_impact_gap; and after which it gives up. Steps past a gap of that width
/// take at most some 1,600 for half a turn, and no motion is known that takes half as many.
inline constexpr int k_plain_impact_iterations = 16;
inline constexpr int k_exact_impact_iterations = 128;
inline constexpr int k_max_impact_iterations = 4096;
/// Stretches of time that one search for a step of third order tries.
inline constexpr int k_path_step_rounds = 12;
/// Rounds in which a step of the search is made longer: each costs two pairs of support mappings, a further iteration
/// several times that.
inline constexpr int k_safe_step_rounds = 3;
/// Shapes that touch at the start, and are not known to be apart by this share of the step, count as touching.
inline constexpr double k_shortest_parting = 1e-6;

/// Share of a mover's skin that its gap to something may be wider and still count as touching: what a cast may end
/// short of, many roundings wide, and far too small to see.
inline constexpr double k_mover_slop = 1.0 / 64;

/// Share of a mover's skin by which a cast may end short of it. Ends depend on the iterates of a search only so far.
inline constexpr double k_mover_stop = 1e-5;

/// Share of its way by which a mover may close in on a contact that does not stop it: rotations of 32 bits tilt planes
/// that are meant to be plumb by 1e-7.
inline constexpr double k_mover_graze = 1e-6;
/// Share of its skin at which such a contact stops a mover after all: above k_mover_push by more than rounding.
inline constexpr double k_mover_graze_margin = 0.5 + k_mover_slop;

/// Share of a mover's skin below which a gap is widened again. In between nothing moves, so that a body that keeps to
/// the skin is never pushed.
inline constexpr double k_mover_push = 0.5;

/// Share of a mover's skin by which a push may violate a contact: far below k_mover_stop.
inline constexpr double k_mover_push_slack = 1e-9;

/// Cosine of the angle between the normals of two contacts with a row (8 degrees) within which they are one hit.
inline constexpr double k_mover_same_hit_cosine = 0.99;

/// Slack of the cosine of the steepest slope: normals from witness points turn by 1e-8 rad or so.
inline constexpr double k_mover_slope_slack = 1e-7;

/// Share of its way by which a mover may come closer to what it slides along: some roundings of a projection.
inline constexpr double k_mover_parallel = 1e-9;

/// Times that a mover changes its direction in one move, and rounds in which it is pushed out of overlaps. Corners take
/// three of the former; what is left of the way after that is given up.
inline constexpr int k_max_mover_slides = 12;
inline constexpr int k_max_mover_pushes = 12;

/// Least cosine between up and the normal of a contact with an edge that a mover can stand on, provided that the face
/// beside the edge can be walked on.
inline constexpr double k_least_ledge_cosine = 0.05;

/// Share of a mover's size beside an edge at which it looks for the face that it could stand on.
inline constexpr double k_ledge_ray = 1e-3;

/// Sine of the angle between two planes below which their crease is not looked for, and volume of three normals below
/// which their corner is not.
inline constexpr double k_least_crease_sine = 1e-6;

}  // namespace hyperplane
