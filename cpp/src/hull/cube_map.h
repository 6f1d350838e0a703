#pragma once

#include <cstdint>

#include "hull/tolerances.h"
#include "math/vec3.h"

/// Cells of a cube map: each face of the cube has side * side squares, and a cell is the cone of directions through
/// one.

namespace hyperplane {

constexpr std::uint32_t cube_map_size(std::uint32_t side) { return 6 * side * side; }

/// Every direction has a cell, even zero.
inline std::uint32_t cube_map_cell(const Vec3& direction, std::uint32_t side) {
  const Vec3 m = abs(direction);
  const bool is_x = m.x >= m.y && m.x >= m.z, is_y = !is_x && m.y >= m.z;
  const double across = is_x ? direction.x : is_y ? direction.y : direction.z;
  const double u = is_x ? direction.y : direction.x, v = is_x || is_y ? direction.z : direction.y;
  const double largest = std::fabs(across);
  if (!(largest > k_least_cube_map_direction)) return 0;
  const double half = 0.5 * side, scale = half / largest;
  const auto row = [&](double at) {
    return at > 0.0 ? static_cast<std::uint32_t>(min(at, static_cast<double>(side - 1))) : 0;
  };
  const std::uint32_t face = (is_x ? 0u : is_y ? 2u : 4u) + (across < 0.0 ? 1u : 0u);
  return (face * side + row(u * scale + half)) * side + row(v * scale + half);
}

/// The direction through a point of a cell, with 0 <= u, v <= 1 across the cell.
inline Vec3 cube_map_direction(std::uint32_t cell, std::uint32_t side, double u, double v) {
  const std::uint32_t face = cell / (side * side), row = cell / side % side, column = cell % side;
  const double across = face % 2 == 0 ? 1.0 : -1.0;
  const double at_u = 2.0 * (row + u) / side - 1.0, at_v = 2.0 * (column + v) / side - 1.0;
  return face < 2 ? Vec3{across, at_u, at_v} : face < 4 ? Vec3{at_u, across, at_v} : Vec3{at_u, at_v, across};
}

}  // namespace hyperplane
