#include "hull/support_cells.h"

#include <algorithm>

#include "hull/tolerances.h"
#include "math/simd.h"

namespace hyperplane {
namespace {

constexpr std::uint32_t k_cube_sides = 6;

/// How high the vertices are along the sixteen corners of the nine cells of one side of the cube of directions, in 32
/// bits, relative to the largest of their coordinates.
class SideHeights {
 public:
  /// @return false where memory ran out.
  [[nodiscard]] bool prepare(std::span<const Vec3> points) {
    double largest = 0.0;
    for (const Vec3& p : points) {
      const Vec3 m = abs(p);
      largest = max(largest, max(m.x, max(m.y, m.z)));
    }
    scale_ = 1.0 / largest;
    return heights_.resize_uninitialized(points.size());
  }

  /// @param side twice the axis, plus one on the negative side.
  void find(std::span<const Vec3> points, std::uint32_t side) {
    const double scale = scale_, sign = side % 2 == 0 ? scale : -scale;
    constexpr float k_corners[4] = {-1.0f, -1.0f / 3.0f, 1.0f / 3.0f, 1.0f};
    F32x4 most[4], place[4];
    for (int v = 0; v < 4; ++v) {
      most[v] = splat(-__builtin_huge_valf());
      place[v] = splat(0.0f);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3& p = points[i];
      const auto across = static_cast<float>(sign * (side < 2 ? p.x : side < 4 ? p.y : p.z));
      const auto along_u = static_cast<float>(scale * (side < 2 ? p.y : p.x));
      const auto along_v = static_cast<float>(scale * (side < 4 ? p.z : p.y));
      const F32x4 row = splat(across) + splat(along_u) * load(k_corners), number = splat(static_cast<float>(i));
      for (int v = 0; v < 4; ++v) {
        const F32x4 heights = row + splat(along_v * k_corners[v]);
        store(heights_[i].at[v], heights);
        place[v] = select(most[v] < heights, number, place[v]);
        most[v] = max(most[v], heights);
      }
    }
    for (int v = 0; v < 4; ++v) store(highest_[v], place[v]);
  }

  /// The vertices that may be highest along a direction of a square of cells: those that no corner's highest vertex
  /// exceeds along all four corners by more than rounding.
  /// @param listed has room for one more than there are. @return their number.
  std::uint32_t list(std::span<const std::uint8_t> among, std::uint32_t u, std::uint32_t v, std::uint32_t width,
                     std::uint8_t* listed) const {
    const std::uint32_t corners = 1u << u | 1u << (u + width);
    F32x4 highest[4][2];
    for (std::uint32_t i = 0; i < 4; ++i) {
      const auto vertex = static_cast<std::size_t>(highest_[v + i / 2 * width][u + i % 2 * width]);
      for (std::uint32_t k = 0; k < 2; ++k) {
        highest[i][k] = load(heights_[vertex].at[v + k * width]) - splat(k_support_cell_margin);
      }
    }
    std::uint32_t count = 0;
    for (const std::uint8_t i : among) {
      const F32x4 first = load(heights_[i].at[v]), second = load(heights_[i].at[v + width]);
      bool is_lower = false;
      for (const auto& other : highest) {
        is_lower |= (bits((first < other[0]) & (second < other[1])) & corners) == corners;
      }
      listed[count] = i;
      count += is_lower ? 0 : 1;
    }
    return count;
  }

 private:
  struct Heights {
    float at[4][4];
  };

  double scale_ = 0.0;
  Buffer<Heights> heights_;
  /// Of the corners, the highest vertices.
  float highest_[4][4];
};

}  // namespace

bool SupportCells::add_cell(std::span<const Vec3> points, std::span<const std::uint8_t> listed, std::size_t least,
                            Buffer<Block>& blocks, Cell& cell) {
  const std::size_t count = std::max(least, (listed.size() + 3) / 4);
  cell = {static_cast<std::uint16_t>(blocks.size()), static_cast<std::uint16_t>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    Block block;
    for (std::size_t k = 0; k < 4; ++k) {
      // Filled up with the last one.
      const Vec3& p = points[listed[std::min(4 * i + k, listed.size() - 1)]];
      block.x[k] = p.x;
      block.y[k] = p.y;
      block.z[k] = p.z;
    }
    if (!blocks.push_from_outside(block)) return false;
  }
  return true;
}

bool SupportCells::build(std::span<const Vec3> points, Buffer<Block>& blocks, Buffer<Cell>& cells) {
  const auto count = static_cast<std::uint32_t>(points.size());
  std::uint8_t all[k_max_listed_vertices], on_side[k_max_listed_vertices + 1], in_cell[k_max_listed_vertices + 1];
  for (std::uint32_t i = 0; i < count; ++i) all[i] = static_cast<std::uint8_t>(i);
  has_cells_ = count > k_max_scanned_vertices;
  if (!has_cells_) return cells.resize(1, {}) && add_cell(points, {all, count}, 1, blocks, cells[0]);
  SideHeights heights;
  // Places of cells that do not exist belong to the zero direction only.
  if (!cells.resize(k_cell_places, {0, 1}) || !heights.prepare(points)) return false;
  for (std::uint32_t side = 0; side < k_cube_sides; ++side) {
    heights.find(points, side);
    const std::uint32_t on_side_count = heights.list({all, count}, 0, 0, 3, on_side);
    const std::uint32_t axis = side / 2, across = side % 2 == 0 ? 2 : 0;
    for (std::uint32_t u = 0; u < 3; ++u) {
      for (std::uint32_t v = 0; v < 3; ++v) {
        const std::uint32_t in_cell_count = heights.list({on_side, on_side_count}, u, v, 1, in_cell);
        const std::uint32_t place = axis == 0   ? place_of(0, across, u, v)
                                    : axis == 1 ? place_of(1, u, across, v)
                                                : place_of(2, u, v, across);
        // Empty only if the points are no hull; read_hull rejects them later.
        const std::span<const std::uint8_t> listed =
            in_cell_count > 0 ? std::span(in_cell, in_cell_count) : std::span(all, count);
        if (!add_cell(points, listed, k_least_blocks, blocks, cells[place])) return false;
      }
    }
  }
  return true;
}

/// In two pairs of lanes that keep their own best; places in the list go along as lanes of floating point.
Vec3 SupportCells::highest(const Vec3& direction) const {
  const Cell cell = cells_[has_cells_ ? place_of(direction) : 0];
  const std::uint32_t count = cell.block_count;
  const Block* first = blocks_ + cell.first_block;
  const F64x2 dx = splat(direction.x), dy = splat(direction.y), dz = splat(direction.z);
  const auto height = [&](const Block& block, int i) {
    return load(block.x + i) * dx + load(block.y + i) * dy + load(block.z + i) * dz;
  };
  constexpr double k_first[2] = {0.0, 1.0};
  const F64x2 step = splat(4.0);
  F64x2 place = load(k_first);
  F64x2 best_a = place, best_b = place;
  F64x2 height_a = height(first[0], 0), height_b = height(first[0], 2);
  for (std::uint32_t i = 1; i < count; ++i) {
    place = place + step;
    const F64x2 a = height(first[i], 0), b = height(first[i], 2);
    best_a = select(height_a < a, place, best_a);
    best_b = select(height_b < b, place, best_b);
    height_a = max(a, height_a);
    height_b = max(b, height_b);
  }
  best_a = select(height_a < height_b, best_b + splat(2.0), best_a);
  height_a = max(height_b, height_a);
  double heights[2], places[2];
  store(heights, height_a);
  store(places, best_a);
  const auto best = static_cast<std::uint32_t>(heights[0] < heights[1] ? places[1] : places[0]);
  const Block& block = first[best / 4];
  return {block.x[best % 4], block.y[best % 4], block.z[best % 4]};
}

void SupportCells::heights(const Vec3 (&directions)[3], double (&low)[3], double (&high)[3]) const {
  F64x2 least[3], most[3];
  for (int axis = 0; axis < 3; ++axis) {
    least[axis] = splat(__builtin_huge_val());
    most[axis] = -least[axis];
  }
  for (std::uint32_t i = 0; i < cells_[0].block_count; ++i) {
    const Block& block = blocks_[i];
    for (int half = 0; half < 4; half += 2) {
      const F64x2 x = load(block.x + half), y = load(block.y + half), z = load(block.z + half);
      for (int axis = 0; axis < 3; ++axis) {
        const Vec3& direction = directions[axis];
        const F64x2 height = x * splat(direction.x) + y * splat(direction.y) + z * splat(direction.z);
        least[axis] = min(least[axis], height);
        most[axis] = max(most[axis], height);
      }
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    double lanes[2];
    store(lanes, least[axis]);
    low[axis] = lanes[0] < lanes[1] ? lanes[0] : lanes[1];
    store(lanes, most[axis]);
    high[axis] = lanes[0] < lanes[1] ? lanes[1] : lanes[0];
  }
}

}  // namespace hyperplane
