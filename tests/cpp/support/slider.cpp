#include "support/slider.h"

#include <cmath>

namespace hyperplane::test {

Slider make_slider(Random& random, int kind) {
  const double yaw = random.uniform(0.0, 6.3);
  const Quat turned{0.0, std::sin(0.5 * yaw), 0.0, std::cos(0.5 * yaw)};
  switch (kind) {
    case 0:
      return {{ball(random.uniform(0.1, 0.6)), {}, nullptr}, random.rotation()};
    case 1:
      return {{make_capsule(random.uniform(0.1, 0.3), random.uniform(0.2, 1.0)).value, {}, nullptr},
              random.chance(0.5) ? turned : random.rotation()};
    case 2:
      return {
          {make_box(random.uniform(0.2, 1.0), random.uniform(0.2, 1.0), random.uniform(0.2, 1.0)).value, {}, nullptr},
          random.chance(0.5) ? turned : random.rotation()};
    case 3:
      return {{make_cylinder(random.uniform(0.1, 0.5), random.uniform(0.2, 1.0)).value, {}, nullptr},
              random.chance(0.5) ? turned : random.rotation()};
    default:
      return {make_test_ball(random, 30, {0.4, 0.3, 0.5}), random.rotation()};
  }
}

}  // namespace hyperplane::test
