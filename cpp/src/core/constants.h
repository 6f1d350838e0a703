#pragma once

#include <cstddef>
#include <cstdint>

/// Tolerances that layers share, each with its unit and its reason; those of a single layer are in its tolerances.h.
/// Lengths are relative to the sizes of the shapes, so that scaling a scene by a power of two changes nothing; only
/// guards against division by zero are in metres.

namespace hyperplane {

/// Share of the shapes' size by which a vertex above the reference face still counts as a contact point (with depth 0),
/// and within which two contact points are merged. Faces that only touch are often apart by a rounding or two. Well
/// below the promised 1e-6.
inline constexpr double k_contact_tolerance = 1e-9;

/// Share of |coordinate| + reach by which bounds are widened on each side. Exceeds the roundings of 2^-53 that a corner
/// goes through (an entry of a rotation matrix is good to 18 of them), so that bounds never lose a point of their
/// shape.
inline constexpr double k_bounds_rounding = 4e-15;

/// Largest relative error of one rounding in 64 bits.
inline constexpr double k_unit_roundoff = 0x1p-53;

/// Squared lengths between which a quaternion needs no scaling: the square of a product of two neither overflows nor
/// loses bits to underflow.
inline constexpr double k_min_quat_length_squared = 1e-30;
inline constexpr double k_max_quat_length_squared = 1e30;

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

/// Share of all lengths by which a triangle's planes may be off: the normal's rounding, and those of projections.
inline constexpr double k_plane_rounding = 1e-11;

/// Share of the shapes' size by which touching colliders must approach in a step to count as about to hit each other:
/// above the rounding of rows of 32-bit quaternions, which makes sliding bodies seem to sink.
inline constexpr double k_impact_closing = 1e-6;
/// rad: shapes that touch at the start may part and meet again unnoticed while they turn by less (core/parting.h).
inline constexpr double k_parting_turn = 1.0 / 16.0;
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

/// Sine of the greatest angle between the normal of a face and a contact with its edge that places of parts explain.
inline constexpr double k_most_face_tilt = 1.0 / 16;
/// Sine of the angle by which a triangle may rise above a plane that still counts as a supporting plane of the surface.
inline constexpr double k_surface_rise = 5e-7;
/// Share of a shape's size that exceeds all tolerances of flush contacts.
inline constexpr double k_flush_reach = 1e-4;
/// Angle, rad, within which a direction is the normal of a face.
inline constexpr double k_face_normal_tilt = 1e-7;
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
/// Cosine of the greatest angle between the normals of a patch and that of its deepest contact: 10 degrees.
inline constexpr double k_patch_cosine = 0.984807753012208;

/// Share of the deepest contact of a collider by which its separation may violate another one: twice the rounding of
/// depths and normals to 32 bits.
inline constexpr double k_separation_slack = 2e-7;
/// Cosine of the angle between two contacts above which only the deeper one counts: 1e-6 rad.
inline constexpr double k_same_separation_cosine = 1.0 - 5e-13;
/// Share of distances by which sums of a few products in 32 bits may be off.
inline constexpr double k_separation_extent_rounding = 0x1p-20;
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
/// Share of a place among tiles, in tiles, within which a ray touches the tiles on both sides of a boundary.
inline constexpr double k_tile_ray_rounding = 1e-13;
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
inline constexpr std::size_t k_union_searches = 64;
/// Parts, the least deep first, that a round looks at again.
inline constexpr std::size_t k_union_candidates = 64;
/// Rounds in which the way out of a union may lead into parts that it had freed; and where there is none.
inline constexpr int k_union_rounds = 16, k_union_stuck_rounds = 4;
/// Share of a body's size within which a part of a union contains a point, and above which it rises: what rotations in
/// 32 bits misplace.
inline constexpr double k_union_gap = 1e-6;
/// How far beyond a face within a margin (an edge in the plane), and from its ends, parts are looked for that cover it,
/// in units of how close flush ones are; the latter is greater, so that it is inside of the acute corners of flush
/// parts as well. And how deep it is in them.
inline constexpr double k_beyond_margin_face = 2.0, k_beside_margin_face = 32.0, k_beyond_margin_face_depth = 0.5;
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
/// Most steps of the search for the least overlap over the normals of an edge; a polytope takes one a vertex.
inline constexpr int k_edge_steps = 16;
/// Share of a body's size within which two points of a contact are as deep: far less than a direction that is off by
/// the least angle that matters makes of the closeness of points.
inline constexpr double k_same_depth = 1e-12;
/// How many times as deep as the least overlap a direction out of a part may lead.
inline constexpr double k_union_detour = 16.0;
/// The faces of a part, the least deep first, that are tried.
inline constexpr int k_union_faces = 8;

/// m: sides of the least and the largest slab of a half-space in the plane, powers of two.
inline constexpr double k_plane_least_slab = 0x1p-24, k_plane_most_slab = 0x1p29;

}  // namespace hyperplane
