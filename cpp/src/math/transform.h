#pragma once

#include "math/quat.h"

namespace hyperplane {

/// A rigid transform with a rotation matrix: x -> rotation x + translation.
struct Transform {
  Mat3 rotation;
  Vec3 translation;
};

constexpr Vec3 operator*(const Transform& t, const Vec3& point) { return t.rotation * point + t.translation; }
/// Inverse transform of a point.
constexpr Vec3 inverse_times(const Transform& t, const Vec3& point) {
  return transpose_times(t.rotation, point - t.translation);
}
constexpr Transform inverse(const Transform& t) {
  const Mat3 back = transpose(t.rotation);
  return {back, -(back * t.translation)};
}

/// @param pose its quaternion has a squared length that is neither zero nor out of range.
constexpr Transform to_transform(const Pose& pose) { return {to_matrix(pose.rotation), pose.position}; }

/// The frame of A in world space, and the frame of B in that of A.
struct PairFrames {
  Transform a, b_in_a;
};

/// Positions are subtracted first, in world space and 64 bits, so that far from the origin only the rounding of the
/// coordinates themselves is lost.
/// @param a, b their quaternions have squared lengths that are neither zero nor out of range.
[[gnu::always_inline]] constexpr PairFrames safe_pair_frames(const Pose& a, const Pose& b) {
  const Transform frame = to_transform(a);
  return {frame,
          {to_matrix(conjugate(a.rotation) * b.rotation), transpose_times(frame.rotation, b.position - a.position)}};
}

}  // namespace hyperplane
