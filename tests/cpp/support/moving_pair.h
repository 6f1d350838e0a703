#pragma once

#include <hyperplane/sweep.h>

#include "support/convex_shapes.h"

namespace hyperplane::test {

/// Two shapes at fixed poses in moving frames.
struct MovingPair {
  TestShape a, b;
  /// Motions of the frames.
  Sweep sweep_a, sweep_b;
  /// Poses of the shapes in their frames.
  Pose mount_a, mount_b;
  /// Diameter of the larger shape, m.
  double size = 0.0;
};

}  // namespace hyperplane::test
