#pragma once

#include "depenetration/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {

/// m: how far neighbours of a static collider that a mover touches may be misplaced by rounding.
/// @param position of the collider. @param size_of_fixed, size_of_mover m
inline double flush_placing(const Vec3& position, double size_of_fixed, double size_of_mover) {
  const double of_fixed = k_most_flush_placing * size_of_fixed,
               of_mover = k_most_flush_placing_of_mover * size_of_mover;
  const double most = of_fixed < of_mover ? of_fixed : of_mover;
  const double rounding = k_flush_placing * (length(position) + size_of_fixed);
  // Positions that 32 bits cannot hold that well were given in 64 bits.
  if (!(rounding <= 4.0 * most)) return 0.0;
  return rounding < most ? rounding : most;
}

}  // namespace hyperplane
