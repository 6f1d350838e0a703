#pragma once

#include <cmath>

#include <hyperplane/plane.h>

namespace hyperplane::plane {

constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
constexpr Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
constexpr bool operator==(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }
constexpr bool operator==(const Pose& a, const Pose& b) { return a.position == b.position && a.angle == b.angle; }
/// An order of vectors, by x, then y.
constexpr bool is_less(Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }
constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// Positive if b lies counter-clockwise of a.
constexpr double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
/// A quarter turn counter-clockwise.
constexpr Vec2 left_of(Vec2 a) { return {-a.y, a.x}; }
/// A quarter turn clockwise.
constexpr Vec2 right_of(Vec2 a) { return {a.y, -a.x}; }
inline double length(Vec2 a) { return std::sqrt(dot(a, a)); }

constexpr double smaller(double a, double b) { return a < b ? a : b; }
constexpr double larger(double a, double b) { return a > b ? a : b; }
inline double magnitude(double a) { return std::fabs(a); }
constexpr double clamped(double value, double low, double high) { return smaller(larger(value, low), high); }

inline bool is_finite(Vec2 a) { return std::isfinite(a.x) && std::isfinite(a.y); }

/// Unit length; any finite vector but zero, however small or large. @return `fallback` for zero.
inline Vec2 unit(Vec2 a, Vec2 fallback) {
  const double greatest = larger(magnitude(a.x), magnitude(a.y));
  if (!(greatest > 0.0)) return fallback;
  const Vec2 scaled{a.x / greatest, a.y / greatest};
  return scaled * (1.0 / length(scaled));
}

}  // namespace hyperplane::plane
