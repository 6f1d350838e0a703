#pragma once

#include <cstddef>
#include <cstdint>

/// Tolerances of worlds, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Bounds of colliders in 32 bits (k_lane_reach_slack in core/constants.h): share of the distance from the local origin
/// by which they grow. Rounding the bound costs u = 2^-24 of it.
inline constexpr double k_lane_centre_slack = 0x1p-23;
/// Squared lengths of quaternions for which the 32-bit matrix is that exact.
inline constexpr float k_lane_min_quat_length_squared = 0x1p-60f, k_lane_max_quat_length_squared = 0x1p60f;
/// Share of a shape's size that exceeds all tolerances of flush contacts.
inline constexpr double k_flush_reach = 1e-4;
/// Share of distances by which sums of a few products in 32 bits may be off.
inline constexpr double k_separation_extent_rounding = 0x1p-20;
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
/// Share of the speed at which the gap that is left at the time of an impact is taken to close at least.
inline constexpr double k_least_gap_closing = 0.01;
/// How deep behind the time of an impact contacts decide (k_behind_impact), in lengths by which a part may be off its
/// place.
inline constexpr double k_behind_placing = 8.0;

}  // namespace hyperplane
