#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "core/buffer.h"
#include "math/vec3.h"
#include "shape/triangle.h"

namespace hyperplane {

/// Cells of a grid: columns and rows from the first up to, but not including, the last.
struct CellRect {
  std::uint32_t column, row, end_column, end_row;
};

/// Calls `visit(column, row)` for each cell.
template <class Visit>
void for_cells(const CellRect& cells, const Visit& visit) {
  for (std::uint32_t row = cells.row; row < cells.end_row; ++row) {
    for (std::uint32_t column = cells.column; column < cells.end_column; ++column) visit(column, row);
  }
}

/// Heights of a cell's corners; NaN at a hole.
///
///     a --- c   low z
///     |  \  |
///     b --- d   high z
///
/// Triangle 0 is a, b, d, triangle 1 is a, d, c: counter-clockwise seen from +y.
struct HeightCell {
  double a, b, c, d;

  /// The corner that triangle 0 or 1 does not share with the other one.
  double own(int triangle) const { return triangle == 0 ? b : c; }
  /// Heights are far from overflow, so that a sum is NaN only with a hole.
  bool has(int triangle) const { return !std::isnan(a + d + own(triangle)); }
  double low(int triangle) const { return min(own(triangle), min(a, d)); }
  double high(int triangle) const { return max(own(triangle), max(a, d)); }
};

/// Grid lines that bound a cell, m.
struct CellSides {
  double x0, x1, z0, z1;
};

/// Corners, counter-clockwise seen from +y, the first at the cell's low x and low z.
struct HeightTriangle {
  Vec3 a, b, c;
  std::uint32_t number;

  Triangle triangle() const { return {a, b, c}; }
  /// The corner at the cell's high x and high z.
  const Vec3& opposite() const { return number % 2 == 0 ? c : b; }
};

/// A grid of heights along y over a rectangle of the x, z plane that is centred at the origin. Heights are stored in 32
/// bits as long as all of them fit exactly, and in 64 bits otherwise.
class HeightGrid {
 public:
  static constexpr double k_hole = std::numeric_limits<double>::quiet_NaN();

  /// Call once, on an empty grid. Heights are not set. @return false if memory ran out.
  [[nodiscard]] bool create(std::uint32_t columns, std::uint32_t rows, double width, double depth, bool is_wide) {
    columns_ = columns;
    rows_ = rows;
    half_width_ = 0.5 * width;
    half_depth_ = 0.5 * depth;
    const std::size_t count = size();
    return is_wide ? wide_.reserve_exactly(count) && wide_.resize_uninitialized(count)
                   : narrow_.reserve_exactly(count) && narrow_.resize_uninitialized(count);
  }
  /// From 32 to 64 bits. @param narrow receives the old heights. @return false if memory ran out; then nothing has
  /// changed.
  [[nodiscard]] bool widen(Buffer<float>& narrow) {
    if (!wide_.reserve_exactly(size())) return false;
    for (const float height : narrow_) wide_.push_unchecked(std::isnan(height) ? k_hole : static_cast<double>(height));
    narrow_.swap(narrow);
    return true;
  }
  /// Undoes `widen`.
  void restore(Buffer<float>& narrow) {
    narrow_.swap(narrow);
    wide_.release();
  }
  /// Whether 32 bits hold a height. @param height a hole, or up to k_max_shape_size.
  static bool fits_narrow(double height) {
    return std::isnan(height) || static_cast<double>(static_cast<float>(height)) == height;
  }
  /// @param height fits. Holes have the same bits on every platform, and zeros no sign.
  void set(std::size_t index, double height) {
    const bool is_hole = std::isnan(height);
    if (is_wide()) {
      wide_[index] = is_hole ? k_hole : height + 0.0;
    } else {
      narrow_[index] = is_hole ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(height) + 0.0f;
    }
  }

  std::uint32_t columns() const { return columns_; }
  std::uint32_t rows() const { return rows_; }
  std::uint32_t cell_columns() const { return columns_ - 1; }
  std::uint32_t cell_rows() const { return rows_ - 1; }
  CellRect all_cells() const { return {0, 0, cell_columns(), cell_rows()}; }
  std::size_t size() const { return std::size_t{columns_} * rows_; }
  double half_width() const { return half_width_; }
  double half_depth() const { return half_depth_; }
  bool is_wide() const { return !wide_.empty(); }
  std::span<const float> narrow() const { return narrow_.span(); }
  std::span<const double> wide() const { return wide_.span(); }
  std::size_t footprint() const { return narrow_.capacity() * sizeof(float) + wide_.capacity() * sizeof(double); }

  std::size_t index(std::uint32_t column, std::uint32_t row) const { return std::size_t{row} * columns_ + column; }
  double height(std::size_t i) const { return is_wide() ? wide_.data()[i] : static_cast<double>(narrow_.data()[i]); }
  /// Symmetric, with both ends exact.
  double x_at(std::uint32_t column) const { return half_width_ * share(column, columns_ - 1); }
  double z_at(std::uint32_t row) const { return half_depth_ * share(row, rows_ - 1); }
  Vec3 point(std::uint32_t column, std::uint32_t row) const {
    return {x_at(column), height(index(column, row)), z_at(row)};
  }

  /// The place of a triangle by its number.
  struct CellPlace {
    std::uint32_t column, row;
    int triangle;
  };
  CellPlace place_of(std::uint32_t number) const {
    const std::uint32_t cell = number / 2;
    return {cell % cell_columns(), cell / cell_columns(), static_cast<int>(number % 2)};
  }
  HeightCell cell(std::uint32_t column, std::uint32_t row) const {
    const std::size_t low = index(column, row), high = low + columns_;
    return {height(low), height(high), height(low + 1), height(high + 1)};
  }
  /// @param k triangle 0 or 1 of a cell.
  HeightTriangle triangle(std::uint32_t column, std::uint32_t row, const HeightCell& cell, int k) const {
    return triangle(column, row, {x_at(column), x_at(column + 1), z_at(row), z_at(row + 1)}, cell, k);
  }
  /// The same. @param sides of the cell.
  HeightTriangle triangle(std::uint32_t column, std::uint32_t row, const CellSides& sides, const HeightCell& cell,
                          int k) const {
    const auto& [x0, x1, z0, z1] = sides;
    const std::uint32_t number = 2 * (row * cell_columns() + column) + static_cast<std::uint32_t>(k);
    if (k == 0) return {{x0, cell.a, z0}, {x0, cell.b, z1}, {x1, cell.d, z1}, number};
    return {{x0, cell.a, z0}, {x1, cell.d, z1}, {x1, cell.c, z0}, number};
  }
  /// By number.
  HeightTriangle triangle(std::uint32_t number) const {
    const CellPlace place = place_of(number);
    return triangle(place.column, place.row, cell(place.column, place.row), place.triangle);
  }

 private:
  /// From -1 at 0 to 1 at `last`.
  static double share(std::uint32_t i, std::uint32_t last) {
    return (2.0 * static_cast<double>(i) - static_cast<double>(last)) / static_cast<double>(last);
  }

  std::uint32_t columns_ = 0, rows_ = 0;
  double half_width_ = 0.0, half_depth_ = 0.0;
  /// One of them is empty.
  Buffer<float> narrow_;
  Buffer<double> wide_;
};

}  // namespace hyperplane
