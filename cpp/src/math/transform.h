#pragma once

#include "math/quat.h"

namespace hyperplane {

/// A rigid motion with its rotation spread out as a matrix: x -> rotation x + translation.
struct Transform {
  Mat3 rotation;
  Vec3 translation;
};

constexpr Vec3 operator*(const Transform& t, const Vec3& point) { return t.rotation * point + t.translation; }
/// The point that `t` takes to `point`.
constexpr Vec3 inverse_times(const Transform& t, const Vec3& point) {
  return transpose_times(t.rotation, point - t.translation);
}
constexpr Transform inverse(const Transform& t) {
  const Mat3 back = transpose(t.rotation);
  return {back, -(back * t.translation)};
}

/// @param pose its quaternion has a squared length that is neither zero nor out of range.
constexpr Transform to_transform(const Pose& pose) { return {to_matrix(pose.rotation), pose.position}; }

/// Frame of B as seen from A. The positions are subtracted first, in world space and 64 bits, so that a pair far from
/// the origin loses nothing but the rounding of its own coordinates.
/// @param a, b their quaternions have squared lengths that are neither zero nor out of range.
constexpr Transform relative_transform(const Pose& a, const Pose& b) {
  return {to_matrix(conjugate(a.rotation) * b.rotation),
          transpose_times(to_matrix(a.rotation), b.position - a.position)};
}

/// The pose with a quaternion that the functions above take; see with_safe_length.
inline Pose with_safe_rotation(const Pose& pose) { return {pose.position, with_safe_length(pose.rotation)}; }

}  // namespace hyperplane
