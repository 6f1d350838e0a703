#pragma once

/// Every tolerance of the core, with its unit and its reason. None is a length: lengths follow from the sizes of the
/// shapes at hand, so that scaling a scene by a power of two changes nothing.

namespace hyperplane {

/// Sine of the angle between two edges below which they count as parallel and give no separating axis. Leaving the axis
/// out can cost at most this share of an edge's length (the face of the Minkowski difference that the pair spans is no
/// wider), and above it the axis, normalised in 64 bits, is good to 1e-9.
inline constexpr double k_parallel_edge_sine = 1e-7;

/// Two axes whose overlaps differ by less than this share of the shapes' size tie, and the one that is listed first
/// wins: far above the rounding of 64-bit sums, far below anything that a user can see. It keeps normals from
/// flickering.
inline constexpr double k_axis_tie = 1e-13;

/// Share of the shapes' size by which a vertex may stay above the reference face and still be a point of contact (with
/// depth 0), and within which two points of contact are one: faces that only touch are apart by a rounding or two as
/// often as not. Well below the promised 1e-6.
inline constexpr double k_contact_tolerance = 1e-9;

/// Share of the shapes' size and distance within which an upper and a lower bound of the distance count as equal: some
/// hundred roundings, far below the promised 1e-6.
inline constexpr double k_distance_tolerance = 1e-12;

/// Share of the shapes' size below which the difference of two witness points is too short to be divided into a
/// direction: at this length the rounding of the points turns it by no more than 1e-8 rad or so.
inline constexpr double k_direction_from_points = 1e-7;

/// Share of |coordinate| + extent by which bounds are widened on each side: above the handful of roundings of 2^-53
/// that a corner goes through, so that bounds never lose a point of their shape.
inline constexpr double k_bounds_rounding = 4e-15;

}  // namespace hyperplane
