#include "hull/support_cells.h"

#include <algorithm>

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

/// The highest vertices along the corners and middles of all cells. Each direction is looked at once, together with
/// the opposite one.
class HighestVertices {
 public:
  static constexpr std::uint32_t k_cells = 24;

  explicit HighestVertices(std::span<const Vec3> points) : points_(points) {
    for (std::uint32_t corner = k_corners / 2 + 1; corner < k_corners; ++corner) {
      const std::uint32_t x = corner % 3, y = corner / 3 % 3, z = corner / 9;
      const Vec3 direction{x - 1.0, y - 1.0, z - 1.0};
      find(direction, at_corner_[corner], at_corner_[k_corners - 1 - corner]);
    }
    for (std::uint32_t cell = 0; cell < k_cells; ++cell) {
      // The cell on the other side has the other three signs.
      if ((cell & 4) == 0) find(direction_in(cell, 4), at_middle_[cell], at_middle_[cell ^ 7]);
    }
  }

  std::uint32_t at_middle(std::uint32_t cell) const { return at_middle_[cell]; }
  std::uint32_t at(const Vec3& corner) const {
    return at_corner_[static_cast<std::uint32_t>(13.0 + corner.x + 3.0 * corner.y + 9.0 * corner.z)];
  }

 private:
  /// The points of a grid with three a side.
  static constexpr std::uint32_t k_corners = 27;

  void find(const Vec3& direction, std::uint32_t& highest, std::uint32_t& lowest) const {
    double most = -__builtin_huge_val(), least = __builtin_huge_val();
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      const double height = dot(points_[i], direction);
      if (height > most) {
        most = height;
        highest = i;
      }
      if (height < least) {
        least = height;
        lowest = i;
      }
    }
  }

  std::span<const Vec3> points_;
  std::uint32_t at_corner_[k_corners], at_middle_[k_cells];
};

/// How high the vertices are along the corners of one cell, two in lanes.
class CellHeights {
 public:
  CellHeights(std::span<const Vec3> points, const HighestVertices& highest, std::uint32_t cell) {
    Vec3 corners[4];
    for (std::uint32_t i = 0; i < 4; ++i) corners[i] = direction_in(cell, i);
    for (int half = 0; half < 2; ++half) {
      const Vec3 &one = corners[2 * half], &other = corners[2 * half + 1];
      x_[half] = pair_of(one.x, other.x);
      y_[half] = pair_of(one.y, other.y);
      z_[half] = pair_of(one.z, other.z);
    }
    // That along the middle first: most vertices are lower than this one.
    add(points[highest.at_middle(cell)]);
    for (const Vec3& corner : corners) add(points[highest.at(corner)]);
  }

  /// Whether another vertex is higher along all corners, by more than the margin.
  bool is_lower_throughout(const Vec3& vertex, double margin) const {
    const F64x2 first = height(vertex, 0) + splat(margin), second = height(vertex, 1) + splat(margin);
    for (const auto& other : highest_) {
      if (bits((first < other[0]) & (second < other[1])) == 3) return true;
    }
    return false;
  }

 private:
  static F64x2 pair_of(double one, double other) {
    const double both[2] = {one, other};
    return load(both);
  }

  F64x2 height(const Vec3& vertex, int half) const {
    return splat(vertex.x) * x_[half] + splat(vertex.y) * y_[half] + splat(vertex.z) * z_[half];
  }

  void add(const Vec3& vertex) {
    for (int half = 0; half < 2; ++half) highest_[count_][half] = height(vertex, half);
    ++count_;
  }

  /// Corners 0 and 1, 2 and 3.
  F64x2 x_[2], y_[2], z_[2];
  /// Of the vertices that are highest along the middle and the corners.
  F64x2 highest_[5][2];
  int count_ = 0;
};

/// @param listed the vertices that may be highest, cell by cell. @param ends of each cell in the list.
/// @return false where memory ran out.
bool list_candidates(std::span<const Vec3> points, double margin, Buffer<std::uint8_t>& listed, std::uint32_t* ends) {
  const HighestVertices highest(points);
  for (std::uint32_t cell = 0; cell < HighestVertices::k_cells; ++cell) {
    const CellHeights heights(points, highest, cell);
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      if (heights.is_lower_throughout(points[i], margin)) continue;
      if (!listed.push(static_cast<std::uint8_t>(i))) return false;
    }
    ends[cell] = static_cast<std::uint32_t>(listed.size());
  }
  return true;
}

}  // namespace

bool SupportCells::build(std::span<const Vec3> points, double radius, Buffer<Block>& blocks) {
  const auto count = static_cast<std::uint32_t>(points.size());
  has_cells_ = count > k_max_scanned_vertices;
  const std::uint32_t cells = has_cells_ ? k_cell_count : 1;
  Buffer<std::uint8_t> listed;
  std::uint32_t ends[k_cell_count], most = count;
  if (has_cells_) {
    most = 0;
    if (!list_candidates(points, k_support_cell_margin * radius, listed, ends)) return false;
    for (std::uint32_t cell = 0; cell < cells; ++cell)
      most = std::max(most, ends[cell] - (cell > 0 ? ends[cell - 1] : 0));
  } else {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!listed.push(static_cast<std::uint8_t>(i))) return false;
    }
    ends[0] = count;
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
