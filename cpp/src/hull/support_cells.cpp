#include "hull/support_cells.h"

#include "core/constants.h"
#include "math/simd.h"

namespace hyperplane {
namespace {

/// Corner 0 to 3 of a cell, or its middle.
Vec3 direction_in(std::uint32_t cell, std::uint32_t place) {
  const Vec3 signs{cell & 1 ? -1.0 : 1.0, cell & 2 ? -1.0 : 1.0, cell & 4 ? -1.0 : 1.0};
  const double u = place == 4 ? 0.5 : place & 1, v = place == 4 ? 0.5 : place >> 1;
  const std::uint32_t axis = cell / 8;
  return scale(signs, axis == 0 ? Vec3{1.0, u, v} : axis == 1 ? Vec3{u, 1.0, v} : Vec3{u, v, 1.0});
}

/// How high the vertices are along the corners of one cell.
struct Heights {
  double corner[k_max_listed_vertices][4];
  /// The highest vertices along the corners and the middle.
  std::uint32_t highest[5];

  Heights(std::span<const Vec3> points, std::uint32_t cell) {
    for (std::uint32_t place = 0; place < 5; ++place) {
      const Vec3 direction = direction_in(cell, place);
      double most = -__builtin_huge_val();
      for (std::uint32_t i = 0; i < points.size(); ++i) {
        const double height = dot(points[i], direction);
        if (place < 4) corner[i][place] = height;
        if (height > most) {
          most = height;
          highest[place] = i;
        }
      }
    }
  }

  bool is_lower_throughout(std::uint32_t vertex, double margin) const {
    for (const std::uint32_t other : highest) {
      bool is_lower = true;
      for (int k = 0; k < 4; ++k) is_lower = is_lower && corner[other][k] - corner[vertex][k] > margin;
      if (is_lower) return true;
    }
    return false;
  }
};

}  // namespace

bool SupportCells::build(std::span<const Vec3> points, double radius, Buffer<Block>& blocks) {
  const auto count = static_cast<std::uint32_t>(points.size());
  has_cells_ = count > k_max_scanned_vertices;
  const std::uint32_t cells = has_cells_ ? k_cell_count : 1;
  Buffer<std::uint8_t> listed;
  std::uint32_t ends[k_cell_count], most = 0;
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const std::size_t start = listed.size();
    const Heights heights(points, cell);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (has_cells_ && heights.is_lower_throughout(i, k_support_cell_margin * radius)) continue;
      if (!listed.push(static_cast<std::uint8_t>(i))) return false;
    }
    ends[cell] = static_cast<std::uint32_t>(listed.size());
    const auto size = static_cast<std::uint32_t>(listed.size() - start);
    most = size > most ? size : most;
  }
  blocks_a_cell_ = (most + 3) / 4;
  if (!blocks.reserve(std::size_t{cells} * blocks_a_cell_)) return false;
  std::uint32_t next = 0;
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    for (std::uint32_t i = 0; i < blocks_a_cell_; ++i) {
      Block block;
      for (std::uint32_t k = 0; k < 4; ++k) {
        // Filled up with the last one.
        const Vec3& p = points[listed[next < ends[cell] ? next++ : ends[cell] - 1]];
        block.x[k] = p.x;
        block.y[k] = p.y;
        block.z[k] = p.z;
      }
      blocks.push_unchecked(block);
    }
  }
  return true;
}

/// In two pairs of lanes that keep their own best; places in the list go along as lanes of floating point.
Vec3 SupportCells::highest(const Vec3& direction) const {
  const std::uint32_t count = blocks_a_cell_;
  const Block* first = blocks_;
  if (has_cells_) first += cell_of(direction) * count;
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
  for (std::uint32_t i = 0; i < blocks_a_cell_; ++i) {
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
