#pragma once

#include "math/mat3.h"

/// Rotations as quaternions. The formulas that divide by the squared length accept quaternions of any non-zero length:
/// they cost one division and no square root, and rounding in the length of the input cannot scale the result.

namespace hyperplane {

constexpr double dot(const Quat& a, const Quat& b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
constexpr double length_squared(const Quat& q) { return dot(q, q); }
constexpr Quat conjugate(const Quat& q) { return {-q.x, -q.y, -q.z, q.w}; }
constexpr Quat operator-(const Quat& q) { return {-q.x, -q.y, -q.z, -q.w}; }

/// Hamilton product: rotation b followed by rotation a.
constexpr Quat operator*(const Quat& a, const Quat& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

inline bool is_finite(const Quat& q) {
  return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}

/// @param q finite and not zero. Scales by the largest component first, so that no square overflows or vanishes.
inline Quat normalized(const Quat& q) {
  const double largest = max(max(std::fabs(q.x), std::fabs(q.y)), max(std::fabs(q.z), std::fabs(q.w)));
  const Quat s{q.x / largest, q.y / largest, q.z / largest, q.w / largest};
  const double inverse = 1.0 / std::sqrt(length_squared(s));
  return {s.x * inverse, s.y * inverse, s.z * inverse, s.w * inverse};
}

/// Rotation matrix of a quaternion whose squared length is neither zero nor out of range.
constexpr Mat3 to_matrix(const Quat& q) {
  const double s = 2.0 / length_squared(q);
  const double xs = q.x * s, ys = q.y * s, zs = q.z * s;
  const double xx = q.x * xs, yy = q.y * ys, zz = q.z * zs;
  const double xy = q.x * ys, xz = q.x * zs, yz = q.y * zs;
  const double wx = q.w * xs, wy = q.w * ys, wz = q.w * zs;
  return {
      {{1.0 - (yy + zz), xy + wz, xz - wy}, {xy - wz, 1.0 - (xx + zz), yz + wx}, {xz + wy, yz - wx, 1.0 - (xx + yy)}}};
}

/// q v q*, for a quaternion whose squared length is neither zero nor out of range:
/// v + 2 (w (u x v) + u x (u x v)) / |q|^2 with u the vector part (Rodrigues' rotation in quaternion form).
constexpr Vec3 rotate(const Quat& q, const Vec3& v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = cross(u, v) * (2.0 / length_squared(q));
  return v + t * q.w + cross(u, t);
}

}  // namespace hyperplane
