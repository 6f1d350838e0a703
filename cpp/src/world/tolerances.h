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
/// Parts near a collider up to which its separation follows each of them along a direction.
inline constexpr std::size_t k_separation_crowd = 256;
/// Among more, the share by which another way is shorter to be looked for.
inline constexpr double k_separation_step = 0x1p-6;
/// And how far out a free place is looked for at least, in depths of the deepest contact.
inline constexpr double k_separation_least = 0.5;
/// Rounds in which what a separation still overlaps joins the contacts.
inline constexpr int k_separation_rounds = 4;
/// Share of the speed at which the gap that is left at the time of an impact is taken to close at least.
inline constexpr double k_least_gap_closing = 0.01;
/// How deep behind the time of an impact contacts decide (k_behind_impact), in lengths by which a part may be off its
/// place.
inline constexpr double k_behind_placing = 8.0;

}  // namespace hyperplane
