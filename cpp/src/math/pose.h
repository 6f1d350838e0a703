#pragma once

#include "math/aabb.h"
#include "math/transform.h"

/// Poses as maps between frames. Quaternions have squared lengths that are neither zero nor out of range.

namespace hyperplane {

/// Takes a pose in the frame of `outer` to the frame that `outer` is in.
constexpr Pose operator*(const Pose& outer, const Pose& inner) {
  return {outer.position + rotate(outer.rotation, inner.position), outer.rotation * inner.rotation};
}

/// The pose of B in the frame of A. Positions are subtracted first, so that nothing is lost far from the origin. Not
/// inlined: it takes 200 bytes of WebAssembly, and its two dozen callers do far more with the result.
[[gnu::noinline]] inline Pose relative_pose(const Pose& a, const Pose& b) {
  const Quat back = conjugate(normalized(a.rotation));
  return {rotate(back, b.position - a.position), normalized(back * normalized(b.rotation))};
}

/// m: how a point of a body moves with its pose. @param point where it is at first.
inline Vec3 motion_of_point(const Pose& from, const Pose& to, const Vec3& point) {
  const Vec3 by = to.position - from.position;
  if (from.rotation == to.rotation) return by;
  const Vec3 arm = point - from.position;
  return by + (rotate(to.rotation, rotate(conjugate(from.rotation), arm)) - arm);
}

/// Bounds of a rotated box. Not rounded outwards.
inline Aabb rotated(const Mat3& rotation, const Aabb& box) {
  const Vec3 middle = rotation * ((box.min + box.max) * 0.5), half = (box.max - box.min) * 0.5;
  const Mat3 across = abs(rotation);
  const Vec3 extent = across.columns[0] * half.x + across.columns[1] * half.y + across.columns[2] * half.z;
  return {middle - extent, middle + extent};
}

}  // namespace hyperplane
