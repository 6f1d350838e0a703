#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/voxels.h>

#include "math/vec3.h"
#include "support/random.h"

/// Grids of cells beside the same cells as boxes, the oracle.

namespace hyperplane::test {

/// m: farther than all.
inline constexpr double k_beyond_grid = std::numeric_limits<double>::infinity();

struct TestGrid {
  VoxelOptions options;
  std::vector<std::uint8_t> cells;
  VoxelsPtr voxels;

  Shape shape() const { return make_voxels(*voxels); }
  int count(int axis) const {
    return static_cast<int>(axis == 0 ? options.columns : axis == 1 ? options.layers : options.rows);
  }
  std::size_t index(int x, int y, int z) const {
    return (static_cast<std::size_t>(y) * options.rows + static_cast<std::size_t>(z)) * options.columns +
           static_cast<std::size_t>(x);
  }
  std::uint8_t kind(int x, int y, int z) const {
    const bool is_inside = x >= 0 && y >= 0 && z >= 0 && x < count(0) && y < count(1) && z < count(2);
    return is_inside ? cells[index(x, y, z)] : std::uint8_t{0};
  }
  void build() {
    Result<VoxelsPtr> built = build_voxels(cells, options);
    ASSERT_TRUE(built.ok()) << built.message;
    voxels = std::move(built.value);
  }
  void set(int x, int y, int z, std::uint8_t kind) {
    cells[index(x, y, z)] = kind;
    const auto at = [](int place) { return static_cast<std::uint32_t>(place); };
    ASSERT_TRUE(set_voxel(*voxels, {at(x), at(y), at(z)}, kind).ok());
  }
  Shape cell_shape() const {
    const Vec3& cell = options.cell_size;
    return make_box(cell.x, cell.y, cell.z).value;
  }
  Vec3 middle_of(int x, int y, int z) const {
    const Vec3& cell = options.cell_size;
    return {(x + 0.5) * cell.x, (y + 0.5) * cell.y, (z + 0.5) * cell.z};
  }
  Vec3 far_corner() const {
    const Vec3& cell = options.cell_size;
    return {count(0) * cell.x, count(1) * cell.y, count(2) * cell.z};
  }
  /// Calls `visit(x, y, z)` for every cell of a kind.
  template <class Visit>
  void for_solid(const Visit& visit, const KindMask* kinds = nullptr) const {
    for (int y = 0; y < count(1); ++y) {
      for (int z = 0; z < count(2); ++z) {
        for (int x = 0; x < count(0); ++x) {
          const std::uint8_t of = kind(x, y, z);
          if (of != 0 && (kinds == nullptr || kinds->has(of))) visit(x, y, z);
        }
      }
    }
  }
};

/// @param density of solid cells. @param most cells along an axis.
inline TestGrid random_grid(Random& random, double density, int most, const Vec3& cell_size = {1.0, 1.0, 1.0}) {
  TestGrid grid;
  const auto count = [&] { return static_cast<std::uint32_t>(1 + random.below(most)); };
  grid.options = {count(), count(), count(), cell_size};
  grid.cells.resize(std::size_t{grid.options.columns} * grid.options.layers * grid.options.rows);
  for (std::uint8_t& cell : grid.cells) {
    if (random.chance(density)) cell = static_cast<std::uint8_t>(1 + random.below(4));
  }
  grid.build();
  return grid;
}

/// Ground with steps: columns of cells, whose heights differ by one at most from place to place.
inline TestGrid hilly_grid(Random& random, int columns, int layers, int rows, const Vec3& cell_size = {1.0, 1.0, 1.0}) {
  TestGrid grid;
  grid.options = {static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(layers),
                  static_cast<std::uint32_t>(rows), cell_size};
  grid.cells.resize(static_cast<std::size_t>(columns) * static_cast<std::size_t>(layers) *
                    static_cast<std::size_t>(rows));
  const double phase = random.uniform(0.0, 6.0);
  for (int z = 0; z < rows; ++z) {
    for (int x = 0; x < columns; ++x) {
      const double wave = std::sin(0.4 * x + phase) + std::cos(0.3 * z - phase);
      const int height = std::max(1, static_cast<int>(0.5 * layers + 0.2 * layers * wave));
      for (int y = 0; y < std::min(height, layers); ++y) grid.cells[grid.index(x, y, z)] = 1;
    }
  }
  grid.build();
  return grid;
}

}  // namespace hyperplane::test
