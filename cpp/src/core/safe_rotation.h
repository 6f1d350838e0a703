#pragma once

#include "core/constants.h"
#include "math/transform.h"

/// Frames of poses with quaternions of any length but zero. Lengths whose products could leave the range of 64 bits are
/// normalised first; all others keep their bits.

namespace hyperplane {

constexpr bool has_safe_length(const Quat& q) {
  const double l = length_squared(q);
  return (l >= k_min_quat_length_squared) & (l <= k_max_quat_length_squared);
}

/// @param q finite and not zero.
inline Quat with_safe_length(const Quat& q) { return has_safe_length(q) ? q : normalized(q); }

/// The pose with a quaternion that to_transform and safe_pair_frames accept.
inline Pose with_safe_rotation(const Pose& pose) { return {pose.position, with_safe_length(pose.rotation)}; }

/// For pairs of boxes and loops over pairs; elsewhere pair_frames, since this is 500 bytes of WebAssembly a place.
/// @param a, b their quaternions are finite and not zero.
[[gnu::always_inline]] inline PairFrames inlined_pair_frames(const Pose& a, const Pose& b) {
  if (has_safe_length(a.rotation) && has_safe_length(b.rotation)) [[likely]]
    return safe_pair_frames(a, b);
  return safe_pair_frames(with_safe_rotation(a), with_safe_rotation(b));
}

/// @param a, b their quaternions are finite and not zero.
PairFrames pair_frames(const Pose& a, const Pose& b);

}  // namespace hyperplane
