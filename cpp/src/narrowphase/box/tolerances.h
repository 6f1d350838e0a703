#pragma once

/// Tolerances of pairs of boxes, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Distance of the sides of a reference face without width from its middle, as a share of the tolerance of contacts.
inline constexpr double k_narrow_side = 0.25;

/// Least cosine between the normal of two edges that overlap least and a face normal for the contact points to be those
/// of the faces (1.1 degrees): more tilted, faces part by 2 cm a metre, and bodies rest less deep.
inline constexpr double k_resting_face_cosine = 0.9998;

/// m: least component of half a segment for its slope: parallel to a side, it crosses it far beyond its ends.
inline constexpr double k_least_slope = 1e-200;

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

}  // namespace hyperplane
