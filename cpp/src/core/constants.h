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
inline constexpr double k_axis_tie = 1e-11;

}  // namespace hyperplane
