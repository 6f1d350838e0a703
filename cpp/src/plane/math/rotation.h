#pragma once

#include "math/trigonometry.h"
#include "plane/math/vec2.h"

namespace hyperplane::plane {

/// A rotation in the plane by its cosine and sine.
struct Rotation {
  double cosine = 1.0, sine = 0.0;
};

constexpr Vec2 rotate(Rotation r, Vec2 v) { return {r.cosine * v.x - r.sine * v.y, r.sine * v.x + r.cosine * v.y}; }
/// By the opposite angle.
constexpr Vec2 unrotate(Rotation r, Vec2 v) { return {r.cosine * v.x + r.sine * v.y, r.cosine * v.y - r.sine * v.x}; }
/// The rotation b seen from the frame that a has turned. Equal rotations give a sine of exactly 0.
constexpr Rotation relative(Rotation a, Rotation b) {
  return {a.cosine * b.cosine + a.sine * b.sine, a.cosine * b.sine - a.sine * b.cosine};
}

/// 1.5 * 2^52: adding it and subtracting it again rounds to a whole number.
inline constexpr double k_to_whole = 6755399441055744.0;

/// An angle up to k_max_angle as a multiple of pi / 2 and the rest, at most pi / 4.
///
/// Range reduction as Cody and Waite, "Software Manual for the Elementary Functions", 1980: multiples of pi / 2 are
/// subtracted in three parts of 33 bits each, whose products with a multiple below 2^20 are exact.
template <class Number>
struct QuarterTurns {
  Number multiple, rest;

  /// @param of makes a Number of a double.
  template <class Of>
  constexpr QuarterTurns(Number angle, Of of)
      : multiple((angle * of(2.0 / k_pi) + of(k_to_whole)) - of(k_to_whole)),
        rest(((angle - multiple * of(k_part_1)) - multiple * of(k_part_2)) - multiple * of(k_part_3)) {}

 private:
  static constexpr double k_part_1 = 1.57079632673412561417e+00;
  static constexpr double k_part_2 = 6.07710050630396597660e-11;
  static constexpr double k_part_3 = 2.02226624879595063154e-21;
};

/// Sine and cosine of any angle up to k_max_angle, the same bits on every platform.
inline Rotation rotation_of(double angle) {
  const QuarterTurns<double> turns(angle, [](double number) { return number; });
  const SineCosine at = small_sine_cosine(turns.rest);
  // Quarter turns without branches, which would be unpredictable.
  const int quarters = static_cast<int>(turns.multiple);
  const bool odd = (quarters & 1) != 0;
  const double cosine = odd ? at.sine : at.cosine, sine = odd ? at.cosine : at.sine;
  return {((quarters + 1) & 2) != 0 ? -cosine : cosine, (quarters & 2) != 0 ? -sine : sine};
}

/// m: how a point of a body moves with its pose. @param point where it is at first.
inline Vec2 motion_of_point(const Pose& from, const Pose& to, Vec2 point) {
  const Vec2 by = to.position - from.position;
  if (from.angle == to.angle) return by;
  const Vec2 arm = point - from.position;
  return by + (rotate(rotation_of(to.angle), unrotate(rotation_of(from.angle), arm)) - arm);
}

}  // namespace hyperplane::plane
