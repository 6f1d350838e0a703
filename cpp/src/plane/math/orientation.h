#pragma once

#include "plane/math/vec2.h"

namespace hyperplane::plane {

/// Whether a, b, c turn counter-clockwise (> 0), clockwise (< 0) or not at all (0), exactly, for coordinates whose
/// products neither overflow nor underflow.
///
/// A floating-point filter, then sums without rounding, after Shewchuk, "Adaptive Precision Floating-Point Arithmetic
/// and Fast Robust Geometric Predicates", 1997.
int orientation(Vec2 a, Vec2 b, Vec2 c);

}  // namespace hyperplane::plane
