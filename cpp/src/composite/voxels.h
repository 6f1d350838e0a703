#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/voxels.h>

#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {

/// A box of cells: `low` included, `high` not. By axis.
struct CellBox {
  std::int32_t low[3] = {}, high[3] = {};

  friend bool operator==(const CellBox&, const CellBox&) = default;
  bool is_empty() const { return low[0] >= high[0] || low[1] >= high[1] || low[2] >= high[2]; }
};

/// The cells of a grid, made by `build_voxels`, and which of them are occupied: bricks of 4 x 4 x 4 bits, and above
/// them levels in each of whose bricks a bit is a brick of the level below, up to a single one. A change goes up as far
/// as a brick becomes empty or no longer is. What is solid, and all queries, are in solid_cells.h.
class Voxels {
 public:
  /// Cells along each axis of a brick, of any level.
  static constexpr int k_side = 4;

  Voxels() = default;
  Voxels(const Voxels&) = delete;
  Voxels& operator=(const Voxels&) = delete;

  /// Call once. @param options checked. @param cells as for `build_voxels`. @return false when memory runs out.
  [[nodiscard]] bool build(std::span<const std::uint8_t> cells, const VoxelOptions& options);
  /// @param box within the grid, not empty.
  void fill(const CellBox& box, std::uint8_t kind);

  /// Cells along an axis.
  std::int32_t count(int axis) const { return count_[axis]; }
  CellBox all() const { return {{0, 0, 0}, {count_[0], count_[1], count_[2]}}; }
  /// m: sides of a cell.
  const Vec3& cell_size() const { return cell_size_; }
  /// The inverse of `cell_size`.
  const Vec3& cells_a_metre() const { return cells_a_metre_; }
  std::span<const std::uint8_t> kinds() const { return kinds_.span(); }
  std::uint32_t index(std::int32_t x, std::int32_t y, std::int32_t z) const {
    return (static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(count_[2]) + static_cast<std::uint32_t>(z)) *
               static_cast<std::uint32_t>(count_[0]) +
           static_cast<std::uint32_t>(x);
  }
  std::uint8_t kind(std::int32_t x, std::int32_t y, std::int32_t z) const { return kinds_[index(x, y, z)]; }

  /// The least box of the cells that are not empty, or an empty one; of very thin grids, all.
  const CellBox& occupied() const { return occupied_; }

  int level_count() const { return level_count_; }
  /// The bits of a brick, of which x comes first, then z, then y. @param x, y, z place of the brick in its level.
  std::uint64_t brick(int level, std::int32_t x, std::int32_t y, std::int32_t z) const {
    return bits_[brick_index(level, x, y, z)];
  }
  /// The bit of a place in a brick.
  static constexpr int bit_of(std::int32_t x, std::int32_t y, std::int32_t z) {
    return (x & 3) | (z & 3) << 2 | (y & 3) << 4;
  }

  /// Of the kinds, the size of cells and the sides.
  std::uint64_t hash() const;
  /// Checks the bricks and the hash against the kinds. @return the violated invariant, or null. For tests and fuzzers.
  const char* validate() const;
  /// Bytes of memory.
  std::size_t footprint() const {
    return sizeof(Voxels) + kinds_.capacity() + bits_.capacity() * sizeof(std::uint64_t) +
           layers_.capacity() * sizeof(std::uint32_t);
  }

  std::size_t serialized_size() const;
  void serialize(std::span<std::byte> bytes) const;
  /// Call once. @return as `deserialize_voxels`.
  Status deserialize(std::span<const std::byte> bytes);

 private:
  /// 4^14 is more than the cells of any grid.
  static constexpr int k_most_levels = 14;
  struct Level {
    std::uint32_t first = 0;
    std::int32_t side[3] = {};
  };

  std::uint32_t brick_index(int level, std::int32_t x, std::int32_t y, std::int32_t z) const {
    const Level& of = levels_[level];
    return of.first +
           (static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(of.side[2]) + static_cast<std::uint32_t>(z)) *
               static_cast<std::uint32_t>(of.side[0]) +
           static_cast<std::uint32_t>(x);
  }
  [[nodiscard]] bool create(const VoxelOptions& options);
  /// Sets all bricks and the hash.
  void adopt_kinds();
  /// Counts a brick of the lowest level that has changed. @param place of the brick.
  void count_layers(std::uint64_t before, std::uint64_t after, const std::int32_t (&place)[3]);
  /// Takes empty layers off the occupied cells.
  void trim_occupied();
  /// The bits of a brick of the lowest level, by the kinds.
  std::uint64_t bits_by_kinds(std::int32_t x, std::int32_t y, std::int32_t z) const;
  /// The hash of the kinds of some words of eight cells, as a part of a sum.
  std::uint64_t hash_of_words(std::size_t first, std::size_t end) const;

  std::int32_t count_[3] = {};
  CellBox occupied_;
  Vec3 cell_size_, cells_a_metre_;
  /// With zeros up to a multiple of 8.
  Buffer<std::uint8_t> kinds_;
  Buffer<std::uint64_t> bits_;
  /// By axis and layer of cells: how many bricks have cells in it. None where that would take much memory.
  Buffer<std::uint32_t> layers_;
  Level levels_[k_most_levels];
  int level_count_ = 0;
  std::uint64_t kinds_hash_ = 0;
};

}  // namespace hyperplane
