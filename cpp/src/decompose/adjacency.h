#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {

inline constexpr std::uint32_t k_no_twin = 0xffffffff;

/// Finds for each half-edge that of the other triangle at its edge, in steps. Half-edge 3 t + i runs from corner i of
/// triangle t to the next. Where more than two triangles meet, crowded_edges.h pairs them.
class TwinSearch {
 public:
  /// @param corner_count three a triangle. @param twins receives the room.
  [[nodiscard]] Status start(std::size_t corner_count, Buffer<std::uint32_t>& twins);
  /// Takes the next half-edges. @param corners distinct in a triangle. Triangles need not be oriented alike.
  /// @param twins k_no_twin where no triangle, or no unique one, is on the other side.
  /// @return `out_of_memory` or ok.
  [[nodiscard]] Status step(std::span<const Vec3> points, std::span<const std::uint32_t> corners,
                            Buffer<std::uint32_t>& twins);
  bool is_done() const { return is_done_; }

 private:
  [[nodiscard]] Status find_components(const Buffer<std::uint32_t>& twins);
  [[nodiscard]] Status pair_crowded(std::span<const Vec3> points, std::span<const std::uint32_t> corners,
                                    Buffer<std::uint32_t>& twins);

  /// By slot: the first half-edge of an edge. Its twin is the second, or itself once there is a third.
  Buffer<std::uint32_t> table_;
  std::uint32_t at_ = 0;
  /// First half-edges of edges with more than two triangles, and by half-edge of such an edge the next one. Those
  /// before `crowded_at_` are paired.
  Buffer<std::uint32_t> crowded_, next_;
  std::size_t crowded_at_ = 0;
  /// By triangle: the least triangle connected to it by edges of two triangles.
  Buffer<std::uint32_t> components_;
  bool is_done_ = false;
};

/// Two triangles with the same corners in opposite order: the sides of a wall, or of a sheet.
struct OppositeTriangles {
  std::uint32_t first, second;
};

/// Removes triangles that have the corners of an earlier one in the same order. @param opposites receives those that
/// have them in the opposite order, by their numbers afterwards.
[[nodiscard]] Status drop_duplicates(Buffer<std::uint32_t>& corners, Buffer<OppositeTriangles>& opposites);

constexpr std::uint32_t end_of(std::span<const std::uint32_t> corners, std::uint32_t half_edge) {
  return corners[half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1];
}

}  // namespace hyperplane
