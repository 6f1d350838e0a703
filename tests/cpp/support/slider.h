#pragma once

#include "support/convex_shapes.h"

namespace hyperplane::test {

/// A body for slides.
struct Slider {
  TestShape body;
  Quat rotation;
};

inline constexpr int k_slider_kinds = 5;

/// @param kind sphere, capsule, box, cylinder or hull; half of the bodies with axes stand upright.
Slider make_slider(Random& random, int kind);

}  // namespace hyperplane::test
