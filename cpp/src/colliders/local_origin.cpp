#include "colliders/local_origin.h"

#include <algorithm>
#include <cmath>

#include "core/constants.h"
#include "core/sort.h"

namespace hyperplane {

bool move_local_origin(const ColliderRows& rows, int axes, FunctionRef<const double*(std::uint32_t)> position_of,
                       double* origin) {
  const std::size_t movers = rows.members[0].size(), size = movers + rows.members[1].size();
  if (size == 0) return false;
  // Medians of a sample are insensitive to a few colliders far away.
  constexpr std::uint64_t k_samples = 15, k_middle = k_samples / 2;
  double centres[3][k_samples], sizes[k_samples];
  for (std::uint64_t s = 0; s < k_samples; ++s) {
    const std::size_t i = static_cast<std::size_t>(std::uint64_t{size} * (2 * s + 1) / (2 * k_samples));
    const std::uint32_t row = i < movers ? rows.members[0][i] : rows.members[1][i - movers];
    const FloatBounds& b = rows.bounds[row];
    for (int k = 0; k < axes; ++k) centres[k][s] = position_of(row)[k];
    sizes[s] = static_cast<double>(b.max[0]) - static_cast<double>(b.min[0]);
  }
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
