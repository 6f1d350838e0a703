#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "colliders/collider_rows.h"
#include "colliders/tolerances.h"
#include "core/sort.h"
#include "math/simd.h"

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
  std::uint32_t samples[k_samples];
  F32x4 farthest = splat(0.0f), least = splat(std::numeric_limits<float>::infinity());
  for (std::uint32_t s = 0; s < k_samples; ++s) {
    // 32 bits hold it, and WebAssembly divides them by a constant without a division.
    const std::size_t i = static_cast<std::uint32_t>(size) * (2 * s + 1) / (2 * k_samples);
    samples[s] = i < movers ? rows.members[0][i] : rows.members[1][i - movers];
    const FloatBounds& bounds = rows.bounds[samples[s]];
    const F32x4 low = load(bounds.min), high = load(bounds.max);
    farthest = max(farthest, max(-low, high));
    least = min(least, high - low);
  }
  // As a rule the extremes prove that no median is far away.
  float reaches[4], widths[4];
  store(reaches, farthest);
  store(widths, least);
  if (std::max({reaches[0], reaches[1], reaches[2]}) <= static_cast<float>(k_origin_sizes) * widths[0]) return false;
  double sizes[k_samples], axis[k_samples], middle[3], spread = 0.0, away = 0.0;
  for (std::uint32_t s = 0; s < k_samples; ++s) {
    const FloatBounds& bounds = rows.bounds[samples[s]];
    sizes[s] = static_cast<double>(bounds.max[0]) - static_cast<double>(bounds.min[0]);
  }
  sort(std::span<double>(sizes));
  for (int k = 0; k < axes; ++k) {
    for (std::uint32_t s = 0; s < k_samples; ++s) axis[s] = position_of(samples[s])[k];
    sort(std::span<double>(axis));
    middle[k] = axis[k_middle];
    spread = std::max(spread, axis[k_samples - 4] - axis[3]);
    away = std::max(away, std::fabs(middle[k] - origin[k]));
  }
  if (away <= k_origin_sizes * sizes[k_middle] || away <= 2.0 * spread) return false;
  for (int k = 0; k < axes; ++k) origin[k] = middle[k];
  return true;
}

}  // namespace hyperplane
