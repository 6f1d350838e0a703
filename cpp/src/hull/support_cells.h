#pragma once

#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {

/// Which vertices of a small hull can be highest, by the cell that the direction falls into: a dozen of 64. They are
/// scanned two at a time. Nothing here branches on the direction: a mispredicted branch costs as much as ten vertices,
/// which is why this takes a third of the time of a climb.
///
/// A vertex is left out of a cell where another one is higher along all four corners of the cell, by more than
/// rounding: then it is higher along all directions of the cell, which are sums of the corners.
class SupportCells {
 public:
  /// Four points by coordinate. Cells are filled up with copies of one.
  struct Block {
    double x[4], y[4], z[4];
  };

  /// @param points relative to the hull's own origin, at most `radius` from it.
  /// @param blocks to be copied to where the hull keeps them.
  /// @return false where memory ran out.
  [[nodiscard]] bool build(std::span<const Vec3> points, double radius, Buffer<Block>& blocks);

  /// The highest point. Of several: the same one for the same direction.
  Vec3 highest(const Vec3& direction) const;
  /// Whether all points are in one cell.
  bool has_one_cell() const { return !has_cells_; }
  /// How low and how high points are along three directions, in one pass, to the bit as `highest` has it. Only with one
  /// cell.
  void heights(const Vec3 (&directions)[3], double (&low)[3], double (&high)[3]) const;

 private:
  friend class HullPacker;
  /// By the signs of a direction's components and by the largest of them.
  static constexpr std::uint32_t k_cell_count = 24;
  static std::uint32_t cell_of(const Vec3& direction) {
    const Vec3 m = abs(direction);
    const std::uint32_t is_y = std::uint32_t{m.y > m.x} & std::uint32_t{m.y >= m.z};
    const std::uint32_t is_z = std::uint32_t{m.z > m.x} & std::uint32_t{m.z > m.y};
    return 8 * is_y + 16 * is_z + std::uint32_t{direction.x < 0.0} + 2 * std::uint32_t{direction.y < 0.0} +
           4 * std::uint32_t{direction.z < 0.0};
  }

  /// False: there is one cell, with all vertices.
  bool has_cells_ = false;
  /// All cells have as many blocks, so that the loop over them is predicted.
  std::uint32_t blocks_a_cell_ = 0;
  /// In the memory of the hull.
  const Block* blocks_ = nullptr;
};

}  // namespace hyperplane
