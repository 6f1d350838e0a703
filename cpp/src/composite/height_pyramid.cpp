#include "composite/height_pyramid.h"

#include "bvh/float_bounds.h"
#include "composite/tolerances.h"

namespace hyperplane {
namespace {

HeightRange united(const HeightRange& a, const HeightRange& b) {
  return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

constexpr std::uint32_t half_of(std::uint32_t count) { return (count + 1) / 2; }

}  // namespace

bool HeightPyramid::create(std::uint32_t cell_columns, std::uint32_t cell_rows) {
  cell_columns_ = cell_columns;
  cell_rows_ = cell_rows;
  block_columns_ = (cell_columns + k_block_side - 1) / k_block_side;
  block_rows_ = (cell_rows + k_block_side - 1) / k_block_side;
  std::uint32_t columns = block_columns_, rows = block_rows_, count = 0;
  level_count_ = 0;
  do {
    columns = half_of(columns);
    rows = half_of(rows);
    levels_[level_count_++] = {count, columns, rows};
    count += columns * rows;
  } while (columns > 1 || rows > 1);
  const HeightRange empty;
  Node node;
  for (std::uint32_t i = 0; i < 4; ++i) {
    node.low[i] = empty.low;
    node.high[i] = empty.high;
  }
  return nodes_.reserve_exactly(count) && nodes_.resize(count, node);
}

void HeightPyramid::set_block(std::uint32_t column, std::uint32_t row, const HeightRange& range) {
  set_child({0, column / 2, row / 2}, column % 2 + 2 * (row % 2), range);
}

HeightRange HeightPyramid::block(std::uint32_t column, std::uint32_t row) const {
  const Node& of = node({0, column / 2, row / 2});
  const std::uint32_t i = column % 2 + 2 * (row % 2);
  return {of.low[i], of.high[i]};
}

HeightRange HeightPyramid::range_of(const Node& node) const {
  HeightRange range;
  for (std::uint32_t i = 0; i < 4; ++i) range = united(range, {node.low[i], node.high[i]});
  return range;
}

void HeightPyramid::refit(const CellRect& blocks) {
  CellRect below = blocks;
  for (std::uint32_t level = 1; level < level_count_; ++level) {
    below = {below.column / 2, below.row / 2, half_of(below.end_column), half_of(below.end_row)};
    for (std::uint32_t row = below.row; row < below.end_row; ++row) {
      for (std::uint32_t column = below.column; column < below.end_column; ++column) {
        set_child({level, column / 2, row / 2}, column % 2 + 2 * (row % 2), range_of(node({level - 1, column, row})));
      }
    }
  }
}

const char* HeightPyramid::validate() const {
  for (std::uint32_t level = 0; level < level_count_; ++level) {
    for (std::uint32_t row = 0; row < levels_[level].rows; ++row) {
      for (std::uint32_t column = 0; column < levels_[level].columns; ++column) {
        const Place place{level, column, row};
        if (place_of(number_of(place)).level != level) return "a node does not know its level";
        for (std::uint32_t i = 0; i < 4; ++i) {
          const std::uint32_t below_column = 2 * column + i % 2, below_row = 2 * row + i / 2;
          const std::uint32_t columns = level == 0 ? block_columns_ : levels_[level - 1].columns;
          const std::uint32_t rows = level == 0 ? block_rows_ : levels_[level - 1].rows;
          HeightRange range;
          if (below_column < columns && below_row < rows) {
            if (level == 0) continue;
            range = range_of(node({level - 1, below_column, below_row}));
          }
          if (node(place).low[i] != range.low || node(place).high[i] != range.high) {
            return "a range that is not that of its children";
          }
        }
      }
    }
  }
  return nullptr;
}

HeightNodes::HeightNodes(const HeightPyramid& pyramid, const HeightGrid& grid, double aside, double below, double above,
                         double highest)
    : pyramid_(pyramid),
      below_(rounded_up(below + (below + highest) * k_height_node_rounding)),
      above_(rounded_up(above + (above + highest) * k_height_node_rounding)) {
  const auto lines = [&](double half_side, std::uint32_t cells) {
    const auto count = static_cast<double>(cells);
    return Lines{static_cast<float>(half_side / count),
                 rounded_up(aside + (aside + half_side) * k_height_node_rounding), static_cast<float>(count)};
  };
  x_ = lines(grid.half_width(), pyramid.cell_columns());
  z_ = lines(grid.half_depth(), pyramid.cell_rows());
}

}  // namespace hyperplane
