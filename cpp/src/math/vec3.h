#pragma once

#include <cmath>
#include <type_traits>

#include <hyperplane/geometry.h>

#include "math/simd.h"

/// Arithmetic on Vec3. Sums always run in the order x, y, z: identical bits across builds depend on it.

namespace hyperplane {

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(const Vec3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(double s, const Vec3& a) { return a * s; }
constexpr Vec3& operator+=(Vec3& a, const Vec3& b) { return a = a + b; }
constexpr Vec3& operator-=(Vec3& a, const Vec3& b) { return a = a - b; }

constexpr double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Lexicographic order.
constexpr bool is_less(const Vec3& a, const Vec3& b) {
  if (a.x != b.x) return a.x < b.x;
  return a.y != b.y ? a.y < b.y : a.z < b.z;
}

constexpr double length_squared(const Vec3& a) { return dot(a, a); }
inline double length(const Vec3& a) { return std::sqrt(length_squared(a)); }
/// @param a not zero.
inline Vec3 normalized(const Vec3& a) { return a * (1.0 / length(a)); }

constexpr double min(double a, double b) { return std::is_constant_evaluated() ? (a < b ? a : b) : lesser(a, b); }
constexpr double max(double a, double b) { return std::is_constant_evaluated() ? (a > b ? a : b) : greater(a, b); }
/// @param value not NaN.
constexpr double clamp(double value, double low, double high) { return min(max(value, low), high); }

constexpr Vec3 min(const Vec3& a, const Vec3& b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
constexpr Vec3 max(const Vec3& a, const Vec3& b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
inline Vec3 abs(const Vec3& a) { return {std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)}; }
/// Each component of `a` times that of `b`.
constexpr Vec3 scale(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline double max_component(const Vec3& a) { return max(a.x, max(a.y, a.z)); }
/// Like normalized, for any finite non-zero length: scales by the largest component first, so that no square overflows
/// or underflows. By components: a vector of them would be packed through memory.
inline Vec3 direction_of(const Vec3& a) {
  const double x = a.x, y = a.y, z = a.z, largest = max(std::fabs(x), max(std::fabs(y), std::fabs(z)));
  return normalized({x / largest, y / largest, z / largest});
}
inline bool is_finite(const Vec3& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

/// Component by number: 0 is x, 1 is y, 2 is z.
constexpr double component(const Vec3& a, int axis) {
  const double components[3] = {a.x, a.y, a.z};  // an indexed load: branches on `i` are mispredicted
  return components[axis];
}
constexpr Vec3 unit_axis(int axis) { return {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0}; }

/// A unit vector perpendicular to `a`, which is not zero: the cross product with the axis of its smallest component.
inline Vec3 any_perpendicular(const Vec3& a) {
  const Vec3 m = abs(a);
  const int least = m.x <= m.y ? (m.x <= m.z ? 0 : 2) : (m.y <= m.z ? 1 : 2);
  return normalized(cross(a, unit_axis(least)));
}

}  // namespace hyperplane
