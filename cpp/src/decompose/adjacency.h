#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"

namespace hyperplane {

inline constexpr std::uint32_t k_no_twin = 0xffffffff;

/// Finds for each half-edge that of the other triangle at its edge, in steps. Half-edge 3 t + i runs from corner i of
/// triangle t to the next.
class TwinSearch {
 public:
  /// @param corner_count three a triangle. @param twins receives the room.
  [[nodiscard]] Status start(std::size_t corner_count, Buffer<std::uint32_t>& twins);
  /// Takes the next half-edges. @param corners distinct in a triangle. Triangles need not be oriented alike.
  /// @param twins k_no_twin where the edge has not just two triangles. @return whether it is done.
  bool step(std::span<const std::uint32_t> corners, Buffer<std::uint32_t>& twins);

 private:
  /// By slot: the first half-edge of an edge. Its twin is the second, or itself once there is a third.
  Buffer<std::uint32_t> table_;
  std::uint32_t at_ = 0;
};

/// Removes triangles that have the corners of an earlier one, in any order.
[[nodiscard]] Status drop_duplicates(Buffer<std::uint32_t>& corners);

constexpr std::uint32_t end_of(std::span<const std::uint32_t> corners, std::uint32_t half_edge) {
  return corners[half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1];
}

}  // namespace hyperplane
