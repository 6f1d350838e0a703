#pragma once

/// Plain value types of the public API. Metres, radians, a right-handed frame, 64-bit throughout.

namespace hyperplane {

/// A point or a direction.
struct Vec3 {
  double x = 0.0, y = 0.0, z = 0.0;

  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

/// A rotation as a quaternion, x, y, z, w. Public functions accept any finite non-zero quaternion and normalise it.
struct Quat {
  double x = 0.0, y = 0.0, z = 0.0, w = 1.0;

  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

/// A rigid transform: rotate, then translate. No scale.
struct Pose {
  Vec3 position;
  Quat rotation;

  friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

/// Axis-aligned bounding box. Closed: a point on its surface is inside.
struct Aabb {
  Vec3 min, max;

  friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
};

}  // namespace hyperplane
