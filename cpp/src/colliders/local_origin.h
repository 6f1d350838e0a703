#pragma once

#include <algorithm>
#include <cmath>

#include "colliders/collider_rows.h"
#include "core/constants.h"
#include "core/sort.h"

namespace hyperplane {

/// Moves the local origin of a world's 32-bit bounds among the colliders, if they are so far from it that the bounds
/// get coarse. Call when positions and bounds are up to date.
/// @param axes numbers of a position, at most 3. @param position_of a row's position.
/// @return whether it moved: all bounds must then be computed again.
template <class PositionOf>
bool move_local_origin(const ColliderRows& rows, int axes, const PositionOf& position_of, double* origin) {
  const std::size_t movers = rows.members[0].size(), size = movers + rows.members[1].size();
  if (size == 0) return false;
  // Medians of a sample are insensitive to a few colliders far away.
  constexpr std::uint32_t k_samples = 15, k_middle = k_samples / 2;
  double centres[3][k_samples], sizes[k_samples], farthest = 0.0, least = HUGE_VAL;
  for (std::uint32_t s = 0; s < k_samples; ++s) {
    // 32 bits hold it, and WebAssembly divides them by a constant without a division.
    const std::size_t i = static_cast<std::uint32_t>(size) * (2 * s + 1) / (2 * k_samples);
    const std::uint32_t row = i < movers ? rows.members[0][i] : rows.members[1][i - movers];
    const FloatBounds& b = rows.bounds[row];
    const double* const position = position_of(row);
    for (int k = 0; k < axes; ++k) {
      centres[k][s] = position[k];
      farthest = std::max(farthest, std::fabs(position[k] - origin[k]));
    }
    sizes[s] = static_cast<double>(b.max[0]) - static_cast<double>(b.min[0]);
    least = std::min(least, sizes[s]);
  }
  // As a rule the extremes prove that no median is far away.
  if (farthest <= k_origin_sizes * least) return false;
  sort(std::span<double>(sizes));
  double spread = 0.0, away = 0.0;
  for (int k = 0; k < axes; ++k) {
    double(&axis)[k_samples] = centres[k];
    sort(std::span<double>(axis));
    spread = std::max(spread, axis[k_samples - 4] - axis[3]);
    away = std::max(away, std::fabs(axis[k_middle] - origin[k]));
  }
  if (away <= k_origin_sizes * sizes[k_middle] || away <= 2.0 * spread) return false;
  for (int k = 0; k < axes; ++k) origin[k] = centres[k][k_middle];
  return true;
}

}  // namespace hyperplane
