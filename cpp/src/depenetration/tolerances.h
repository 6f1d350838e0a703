#pragma once

#include <cstddef>
#include <cstdint>

/// Tolerances of contacts with unions and of depenetration, in the plane and in space, each with its unit and
/// its reason; see core/constants.h.

namespace hyperplane {

// Contacts with unions.

/// Share of the sizes of body and part by which they may overlap and still be free of each other.
inline constexpr double k_union_touch = 2e-7;
/// Share of a body's size within which a part of a union contains a point, and above which it rises: what rotations in
/// 32 bits misplace.
inline constexpr double k_union_gap = 1e-6;
/// Most half-spaces of a body's contacts with a union that are told apart.
inline constexpr int k_union_planes = 32;
/// Triangles, those of the least deep faces first, whose least overlaps are searched for: a body in more of them is
/// hardly taken out by any.
inline constexpr std::size_t k_union_searches = 64;
/// Parts, the least deep first, that a round looks at again.
inline constexpr std::size_t k_union_candidates = 64;
/// Rounds in which the depenetration from a union may lead into parts that it had freed; and where there is none.
inline constexpr int k_union_rounds = 16, k_union_stuck_rounds = 4;
/// The faces of a part, the least deep first, that are tried.
inline constexpr int k_union_faces = 8;
/// How many times as deep as the least overlap a direction out of a part may lead.
inline constexpr double k_union_detour = 16.0;
/// Length of what is left of a unit direction without what leads against other contacts, below which it is none.
inline constexpr double k_least_aside = 0.05;
/// Cosine of the angle, 60 degrees, from which on two contacts of a union lead elsewhere.
inline constexpr double k_redundant_cosine = 0.5;
/// How far beyond a face within a margin (an edge in the plane), and from its ends, parts are looked for that cover it,
/// in units of how close flush ones are; the latter is greater, so that it is inside of the acute corners of flush
/// parts as well. And how deep it is in them.
inline constexpr double k_beyond_margin_face = 2.0, k_beside_margin_face = 32.0, k_beyond_margin_face_depth = 0.5;

// Static colliders that lie flush.

/// Share of a static collider's distance from the origin by which others beside it are off their places: two roundings
/// of both positions to 32 bits, the collider's own and that of a group that it is in.
inline constexpr double k_flush_placing = 0x1p-22;
/// Most of that as a share of the sizes of the collider and of the other shape: what a floor of a thousand tiles needs.
/// Farther out only positions in 64 bits make colliders flush, and a wider gap would find them so by chance.
inline constexpr double k_most_flush_placing = 0x1p-12;
inline constexpr double k_most_flush_placing_of_mover = 0x1p-9;

// Separations from all that a collider touches.

/// Sine of the angle between two planes below which their crease is ignored, and volume of three normals below which
/// their corner is ignored.
inline constexpr double k_least_crease_sine = 1e-6;
/// Cosine of the angle between two contacts above which only the deeper one counts: 1e-6 rad.
inline constexpr double k_same_separation_cosine = 1.0 - 5e-13;
/// Share of the deepest contact of a collider by which its separation may violate another one: twice the rounding of
/// depths and normals to 32 bits.
inline constexpr double k_separation_slack = 2e-7;
/// Length of a separation, in depths of the deepest contact, beyond which a collider rather stays where it overlaps
/// least.
inline constexpr double k_longest_separation = 6.0;
/// Length of a separation, in depths of the deepest contact, up to which no shorter one of convex shapes is looked
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
/// Halvings of the depth that a separation gives up where contacts oppose each other.
inline constexpr int k_separation_bisections = 40;
/// Halvings of the angle between the directions of a separation around the best one.
inline constexpr int k_separation_halvings = 12;
/// Parts that a separation may pass along a direction.
inline constexpr int k_most_separation_passes = 32;

// Movers: their skin, and pushes out of what they overlap.

/// Share of a mover's skin by which a gap may exceed the skin and still count as touching: at least the distance by
/// which a cast may end short, many roundings wide, and far too small to see.
inline constexpr double k_mover_slop = 1.0 / 64;
/// Share of a mover's skin by which a cast may end short of it. The end depends on the iterates of a search only within
/// this share.
inline constexpr double k_mover_stop = 1e-5;
/// Share of its motion by which a mover may close in on a contact without being stopped: 32-bit rotations tilt planes
/// that are meant to be plumb by 1e-7.
inline constexpr double k_mover_graze = 1e-6;
/// Share of a mover's skin below which a gap is widened again. Between the two nothing moves, so that a body that keeps
/// its skin is never pushed.
inline constexpr double k_mover_push = 0.5;
/// Share of a mover's skin by which a push may violate a contact: far below k_mover_stop.
inline constexpr double k_mover_push_slack = 1e-9;
/// Most rounds that push a mover out of overlaps.
inline constexpr int k_max_mover_pushes = 12;
/// Most steps along one direction in which a mover looks for a free place.
inline constexpr int k_most_push_steps = 24;
/// Parts around a mover's body up to which it looks for a free place wherever one may be. With more, the work is
/// bounded: after so many tests of parts the best place so far has to do. One push by all planes is always tried.
inline constexpr std::int64_t k_push_crowd = 128, k_push_tests = 1024;
/// Share of a direction by which it may close in on a contact of the mover: far below k_mover_parallel.
inline constexpr double k_push_direction_slack = 1e-12;
/// Share of the deepest overlap of a mover without a free place that may stay for the sake of a shorter push.
inline constexpr double k_push_forgone = 1.0 / 32;
/// Share that contacts must leave of a direction to be tried: less is mostly rounding.
inline constexpr double k_least_push_share = 1e-3;

}  // namespace hyperplane
