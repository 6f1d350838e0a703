#pragma once

#include <cmath>
#include <numbers>

#include "math/vec3.h"

namespace hyperplane::test {

/// Direction i of `count` that cover the sphere evenly, along a golden spiral.
inline Vec3 spiral_direction(int i, int count) {
  const double z = 1.0 - (2.0 * i + 1.0) / count, around = i * std::numbers::pi * (3.0 - std::sqrt(5.0));
  const double r = std::sqrt(1.0 - z * z);
  return {r * std::cos(around), r * std::sin(around), z};
}

}  // namespace hyperplane::test
