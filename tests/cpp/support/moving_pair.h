#pragma once

#include <hyperplane/sweep.h>

#include "support/convex_shapes.h"

namespace hyperplane::test {

struct MovingPair {
  TestShape a, b;
  Sweep sweep_a, sweep_b;
  /// Diameter of the larger shape, m.
  double size = 0.0;
};

}  // namespace hyperplane::test
