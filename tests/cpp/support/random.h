#pragma once

#include <cmath>
#include <cstdint>

#include <hyperplane/geometry.h>

/// Seeded random numbers, the same on every platform, unlike the distributions of <random>.

namespace hyperplane::test {

/// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// 0 to count - 1.
  int below(int count) { return static_cast<int>(bits() % static_cast<std::uint64_t>(count)); }
  bool chance(double probability) { return uniform() < probability; }
  /// In [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// About uniform in the logarithm: a power of two times a number in [1, 2).
  double log_uniform(int low_exponent, int high_exponent) {
    const double mantissa = 1.0 + uniform();
    return std::ldexp(mantissa, low_exponent + below(high_exponent - low_exponent));
  }
  double sign() { return (bits() >> 63) != 0 ? 1.0 : -1.0; }

  Vec3 in_cube(double reach) { return {uniform(-reach, reach), uniform(-reach, reach), uniform(-reach, reach)}; }
  /// Uniform on the unit sphere, by rejection.
  Vec3 direction() {
    for (;;) {
      const Vec3 v = in_cube(1.0);
      const double squared = v.x * v.x + v.y * v.y + v.z * v.z;
      if (squared > 1e-3 && squared <= 1.0) {
        const double scale = 1.0 / std::sqrt(squared);
        return {v.x * scale, v.y * scale, v.z * scale};
      }
    }
  }
  /// Uniform over all rotations, by rejection; unit length.
  Quat rotation() {
    for (;;) {
      const Quat q{uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0)};
      const double squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
      if (squared > 1e-3 && squared <= 1.0) {
        const double scale = 1.0 / std::sqrt(squared);
        return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
      }
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace hyperplane::test
