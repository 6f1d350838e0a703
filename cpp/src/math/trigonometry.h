#pragma once

#include "math/vec3.h"

/// Sine, cosine and arc tangent with the same bits on every platform; the C library does not promise that. They cover
/// the range of half-angles of rotations, to within 2 units in the last place.

namespace hyperplane {

inline constexpr double k_pi = 3.14159265358979323846;

template <class Number>
struct SineCosineOf {
  Number sine, cosine;
};
using SineCosine = SineCosineOf<double>;

/// @param x rad, in [-pi / 4, pi / 4]. @param of makes a Number of a double.
///
/// Taylor's series; the first omitted term is below 1e-19.
template <class Number, class Of>
constexpr SineCosineOf<Number> small_sine_cosine(Number x, Of of) {
  const Number z = x * x;
  const Number sine =
      x * (of(1.0) +
           z * (of(-1.0 / 6) +
                z * (of(1.0 / 120) +
                     z * (of(-1.0 / 5040) +
                          z * (of(1.0 / 362880) + z * (of(-1.0 / 39916800) + z * (of(1.0 / 6227020800.0) +
                                                                                  z * of(-1.0 / 1307674368000.0))))))));
  const Number cosine =
      of(1.0) +
      z * (of(-1.0 / 2) +
           z * (of(1.0 / 24) +
                z * (of(-1.0 / 720) +
                     z * (of(1.0 / 40320) + z * (of(-1.0 / 3628800) + z * (of(1.0 / 479001600.0) +
                                                                           z * (of(-1.0 / 87178291200.0) +
                                                                                z * of(1.0 / 20922789888000.0))))))));
  return {sine, cosine};
}
constexpr SineCosine small_sine_cosine(double x) {
  return small_sine_cosine(x, [](double number) { return number; });
}

/// @param angle rad, in [0, pi / 2]. The upper half of the range is the mirror image of the lower.
constexpr SineCosine sine_cosine(double angle) {
  const bool mirrored = angle > k_pi / 4;
  const SineCosine at = small_sine_cosine(mirrored ? k_pi / 2 - angle : angle);
  return mirrored ? SineCosine{at.cosine, at.sine} : at;
}

/// Angle of the vector (x, y) to the x axis.
/// @param y, x not negative, not both zero. @return rad, in [0, pi / 2].
///
/// Halving the angle three times (tan(a/2) = t / (1 + sqrt(1 + t^2))) leaves at most pi / 32, where ten terms of the
/// series are enough.
inline double arc_tangent(double y, double x) {
  const bool mirrored = y > x;
  double t = mirrored ? x / y : y / x;
  for (int halving = 0; halving < 3; ++halving) t = t / (1.0 + std::sqrt(1.0 + t * t));
  const double z = t * t;
  double series = 0.0;
  for (int odd = 19; odd >= 1; odd -= 2) series = 1.0 / odd - z * series;
  const double angle = 8.0 * t * series;
  return mirrored ? k_pi / 2 - angle : angle;
}

}  // namespace hyperplane
