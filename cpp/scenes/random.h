#pragma once

#include <cstdint>

#include "math/quat.h"

namespace hyperplane::scenes {

/// Seeded random numbers, the same on every platform: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
/// Number Generators", 2014), with distributions by the four operations and the square root alone.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// 0 to count - 1; the bias is below count / 2^64.
  constexpr std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>(((bits() >> 32) * count) >> 32);
  }
  /// In [0, 1).
  constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  constexpr double uniform(double low, double high) { return low + (high - low) * uniform(); }
  constexpr bool chance(double probability) { return uniform() < probability; }

  constexpr Vec3 in_box(const Vec3& low, const Vec3& high) {
    const double x = uniform(low.x, high.x), y = uniform(low.y, high.y);
    return {x, y, uniform(low.z, high.z)};
  }
  /// In the cube around the unit ball.
  constexpr Vec3 in_cube() { return in_box({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}); }
  /// In the unit ball but for a thousandth of its radius, by rejection from the cube around it.
  constexpr Vec3 in_ball() {
    while (true) {
      const Vec3 v = in_cube();
      const double squared = length_squared(v);
      if (squared <= 1.0 && squared > 1e-6) return v;
    }
  }
  /// Uniform on the unit sphere.
  Vec3 direction() { return normalized(in_ball()); }
  /// Uniform over all rotations, by rejection from the cube around the sphere of unit quaternions.
  Quat rotation() {
    while (true) {
      const double x = uniform(-1.0, 1.0), y = uniform(-1.0, 1.0), z = uniform(-1.0, 1.0), w = uniform(-1.0, 1.0);
      const Quat q{x, y, z, w};
      const double squared = length_squared(q);
      if (squared <= 1.0 && squared > 1e-6) return normalized(q);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace hyperplane::scenes
