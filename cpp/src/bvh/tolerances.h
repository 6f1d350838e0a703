#pragma once

/// Tolerances of trees and rays through them, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Queries of trees in 32 bits. Share of a coordinate by which a point is widened: four times the rounding of the
/// point.
inline constexpr float k_lane_point_margin = 0x1p-22f;
/// Share of a distance by which its bounds are widened: twice the roundings of a slab test.
inline constexpr float k_lane_distance_slack = 0x1p-20f;
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
/// Share of the bins over which the centres spread: sixteen roundings less than all, so that the highest is in the last
/// bin.
inline constexpr float k_bin_scale = 1.0f - 0x1p-20f;
/// Growth of a tree's expected query cost that triggers a rebuild. A build costs about thirty refits, and randomly
/// moving boxes degrade the tree by a half in as many frames.
inline constexpr double k_rebuild_cost_growth = 1.5;

}  // namespace hyperplane
