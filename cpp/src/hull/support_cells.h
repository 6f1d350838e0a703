#pragma once

#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {

/// The vertices of a small hull that can be highest, by the cell of the direction: six of 64 on average. They are
/// scanned two at a time. Nothing here branches on the direction: a mispredicted branch costs as much as ten vertices,
/// which is why this takes a third of the time of a climb.
///
/// A vertex is omitted from a cell if another one is higher along all four corners of the cell, by more than rounding:
/// all directions of the cell are sums of the corners.
class SupportCells {
 public:
  /// Four points by coordinate. Cells are filled up with copies of one.
  struct Block {
    double x[4], y[4], z[4];
  };
  struct Cell {
    std::uint16_t first_block, block_count;
  };

  /// @param points relative to the hull's own origin.
  /// @param blocks, cells for the caller to copy into the hull's memory.
  /// @return false where memory ran out.
  [[nodiscard]] bool build(std::span<const Vec3> points, Buffer<Block>& blocks, Buffer<Cell>& cells);

  /// The highest point. Of several: the same one for the same direction.
  Vec3 highest(const Vec3& direction) const;
  /// Whether all points are in one cell.
  bool has_one_cell() const { return !has_cells_; }
  /// The extent of the points along three directions, in one pass, with the bits of `highest`. Only with one cell.
  void heights(const Vec3 (&directions)[3], double (&low)[3], double (&high)[3]) const;

 private:
  friend class HullPacker;
  /// Three axes, and three thirds of each component. Nine places of each axis do not occur: its own component is never
  /// in the middle.
  static constexpr std::uint32_t k_cell_places = 81;
  /// Nearly all cells of 64 vertices need no more, so that the loop over them is predicted.
  static constexpr std::size_t k_least_blocks = 2;

  static constexpr std::uint32_t place_of(std::uint32_t axis, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return 27 * axis + x + 3 * y + 9 * z;
  }
  /// By the largest of the direction's components, and by thirds of its length.
  static std::uint32_t place_of(const Vec3& direction) {
    const Vec3 m = abs(direction);
    const std::uint32_t is_y = std::uint32_t{m.y > m.x} & std::uint32_t{m.y >= m.z};
    const std::uint32_t is_z = std::uint32_t{m.z > m.x} & std::uint32_t{m.z > m.y};
    const double third = max(m.x, max(m.y, m.z)) * (1.0 / 3.0);
    const auto third_of = [&](double at) { return std::uint32_t{at >= -third} + std::uint32_t{at > third}; };
    return place_of(is_y + 2 * is_z, third_of(direction.x), third_of(direction.y), third_of(direction.z));
  }
  [[nodiscard]] static bool add_cell(std::span<const Vec3> points, std::span<const std::uint8_t> listed,
                                     std::size_t least, Buffer<Block>& blocks, Cell& cell);

  /// False: there is one cell, with all vertices.
  bool has_cells_ = false;
  /// In the memory of the hull.
  const Block* blocks_ = nullptr;
  const Cell* cells_ = nullptr;
};

}  // namespace hyperplane
