#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"

namespace hyperplane {

inline constexpr std::uint32_t k_no_twin = 0xffffffff;

/// Finds for each half-edge that of the other triangle at its edge. Half-edge 3 t + i runs from corner i of triangle t
/// to the next.
/// @param corners three vertices a triangle, distinct. @param twins receives k_no_twin where the edge has not just two
/// triangles. Triangles need not be oriented alike.
[[nodiscard]] Status find_twins(std::span<const std::uint32_t> corners, Buffer<std::uint32_t>& twins);

/// Removes triangles that have the corners of an earlier one, in any order.
[[nodiscard]] Status drop_duplicates(Buffer<std::uint32_t>& corners);

constexpr std::uint32_t end_of(std::span<const std::uint32_t> corners, std::uint32_t half_edge) {
  return corners[half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1];
}

}  // namespace hyperplane
