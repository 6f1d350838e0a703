#pragma once

#include <span>

#include "plane/math/vec2.h"

namespace hyperplane::plane {

/// A half-plane: points x with dot(normal, x) >= offset.
struct HalfPlane {
  Vec2 normal;
  double offset = 0.0;
};

/// The point closest to `wanted` in all half-planes. @param slack m, by which a half-plane may be violated.
/// @param found whether there is one.
Vec2 find_common_point(std::span<const HalfPlane> planes, Vec2 wanted, double slack, bool& found);
/// The same, or the point that violates them least. Exhaustive over corners: for few.
Vec2 solve_half_planes(std::span<const HalfPlane> planes, Vec2 wanted, double slack, bool& found);

}  // namespace hyperplane::plane
