#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "bvh/node.h"
#include "composite/height_grid.h"
#include "core/buffer.h"
#include "math/simd.h"

namespace hyperplane {

/// Heights between two bounds; the empty range for cells that are all holes.
struct HeightRange {
  float low = std::numeric_limits<float>::infinity(), high = -std::numeric_limits<float>::infinity();
};

/// Ranges of heights over a grid of cells, as a tree: a leaf is a block of 4 by 4 cells, a node has two by two
/// children. A complete tree needs no links: a node is known by its level and its place there. Costs two thirds of a
/// byte a cell.
class HeightPyramid {
 public:
  static constexpr std::uint32_t k_block_side = 4;
  /// For 2^12 cells a side.
  static constexpr std::uint32_t k_max_levels = 10;

  /// A node. Level 0 is that above the blocks. Child i is at `2 * column + i % 2`, `2 * row + i / 2` one level below.
  struct Place {
    std::uint32_t level, column, row;
  };

  /// Call once. All ranges are empty. @return false if memory ran out.
  [[nodiscard]] bool create(std::uint32_t cell_columns, std::uint32_t cell_rows);
  void set_block(std::uint32_t column, std::uint32_t row, const HeightRange& range);
  HeightRange block(std::uint32_t column, std::uint32_t row) const;
  /// Recomputes the nodes above blocks. @param blocks columns and rows of them.
  void refit(const CellRect& blocks);

  CellRect all_blocks() const { return {0, 0, block_columns_, block_rows_}; }
  std::uint32_t cell_columns() const { return cell_columns_; }
  std::uint32_t cell_rows() const { return cell_rows_; }
  /// The blocks that share cells with a rectangle of cells.
  static CellRect blocks_of(const CellRect& cells) {
    return {cells.column / k_block_side, cells.row / k_block_side, (cells.end_column - 1) / k_block_side + 1,
            (cells.end_row - 1) / k_block_side + 1};
  }
  CellRect cells_of_block(std::uint32_t column, std::uint32_t row) const { return cells(column, row, k_block_side); }

  /// Numbers of nodes and blocks in 31 bits, 0 for the root, as trees have them (bvh/node.h).
  std::uint32_t number_of(const Place& place) const {
    return (level_count_ - 1 - place.level) << 20 | place.row << 10 | place.column;
  }
  Place place_of(std::uint32_t number) const {
    return {level_count_ - 1 - (number >> 20), number & 1023, number >> 10 & 1023};
  }
  static std::uint32_t leaf_of_block(std::uint32_t column, std::uint32_t row) {
    return LaneNode::k_leaf | row << 10 | column;
  }
  CellRect cells_of_leaf(std::uint32_t leaf) const { return cells_of_block(leaf & 1023, leaf >> 10 & 1023); }
  HeightRange range_of_leaf(std::uint32_t leaf) const { return block(leaf & 1023, leaf >> 10 & 1023); }
  /// A node or a leaf, as a tree has it. @param i 0 to 3; the child exists.
  std::uint32_t child_of(const Place& place, std::uint32_t i) const {
    const std::uint32_t column = 2 * place.column, row = 2 * place.row;
    const std::uint32_t first =
        place.level == 0 ? leaf_of_block(column, row) : number_of({place.level - 1, column, row});
    return first + next_child(i);
  }
  /// Added to the number of child 0, for child `i`.
  static std::uint32_t next_child(std::uint32_t i) { return i % 2 + (i / 2 << 10); }
  /// The smallest node that holds cells.
  std::uint32_t node_around(const CellRect& cells) const {
    const CellRect blocks = blocks_of(cells);
    const auto apart = static_cast<std::uint32_t>(
        std::bit_width((blocks.column ^ (blocks.end_column - 1)) | (blocks.row ^ (blocks.end_row - 1))));
    const std::uint32_t level = apart > 0 ? apart - 1 : 0;
    return number_of({level, blocks.column >> (level + 1), blocks.row >> (level + 1)});
  }
  /// Ranges of a node's children.
  struct Node {
    alignas(16) float low[4], high[4];

    bool has(std::uint32_t i) const { return low[i] <= high[i]; }
  };
  const Node& node(const Place& place) const { return nodes_.data()[at(place)]; }
  /// Cells along a side of a child of a node of this level.
  static std::uint32_t child_side(std::uint32_t level) { return k_block_side << level; }
  CellRect cells_of_child(const Place& place, std::uint32_t i) const {
    return cells(2 * place.column + i % 2, 2 * place.row + i / 2, child_side(place.level));
  }

  /// The least value of all blocks, by branch and bound.
  /// @param bound (range, cells): lower bound on the values in a child. @param value (cells): that of a block.
  /// @param limit no value is below it.
  template <class Bound, class Value>
  double least(const Bound& bound, const Value& value, double limit) const;

  /// Checks every node against its children. @return the violated invariant, or null.
  const char* validate() const;
  std::size_t footprint() const { return nodes_.capacity() * sizeof(Node); }

 private:
  struct Level {
    std::uint32_t first, columns, rows;
  };

  std::size_t at(const Place& place) const {
    const Level& level = levels_[place.level];
    return level.first + std::size_t{place.row} * level.columns + place.column;
  }
  CellRect cells(std::uint32_t column, std::uint32_t row, std::uint32_t side) const {
    const auto ends_at = [](std::uint32_t end, std::uint32_t count) { return end < count ? end : count; };
    return {column * side, row * side, ends_at((column + 1) * side, cell_columns_),
            ends_at((row + 1) * side, cell_rows_)};
  }
  /// Sets child `i` of a node.
  void set_child(const Place& place, std::uint32_t i, const HeightRange& range) {
    Node& node = nodes_[at(place)];
    node.low[i] = range.low;
    node.high[i] = range.high;
  }
  HeightRange range_of(const Node& node) const;

  std::uint32_t cell_columns_ = 0, cell_rows_ = 0, block_columns_ = 0, block_rows_ = 0, level_count_ = 0;
  Level levels_[k_max_levels] = {};
  Buffer<Node> nodes_;
};

template <class Bound, class Value>
double HeightPyramid::least(const Bound& bound, const Value& value, double limit) const {
  struct Task {
    std::uint32_t child;
    double bound;
  };
  Task stack[3 * k_max_levels + 4];
  int top = 0;
  double best = std::numeric_limits<double>::infinity();
  stack[top++] = {0, limit};
  while (top > 0 && best > limit) {
    const Task task = stack[--top];
    if (task.bound >= best) continue;
    if (is_leaf(task.child)) {
      best = min(best, value(cells_of_leaf(task.child)));
      continue;
    }
    const Place place = place_of(task.child);
    const Node& of = node(place);
    const int first = top;
    for (std::uint32_t i = 0; i < 4; ++i) {
      if (!of.has(i)) continue;
      const double at_least = bound(HeightRange{of.low[i], of.high[i]}, cells_of_child(place, i));
      // The least bound on top of the stack.
      int at = top++;
      for (; at > first && stack[at - 1].bound < at_least; --at) stack[at] = stack[at - 1];
      stack[at] = {child_of(place, i), at_least};
    }
  }
  return best;
}

/// A pyramid as the nodes of a tree with bounds in space, made on demand: for the descents of bvh/descent.h and
/// bvh/ray_descent.h. The bounds are in the frame of the field, rounded outwards.
class HeightNodes {
 public:
  /// @param aside m: widens the bounds along x and z. @param below, above m: widen them along y. @param highest m:
  /// greatest magnitude of a height.
  HeightNodes(const HeightPyramid& pyramid, const HeightGrid& grid, double aside, double below, double above,
              double highest);

  LaneNode operator[](std::uint32_t number) const {
    const HeightPyramid::Place place = pyramid_.place_of(number);
    const HeightPyramid::Node& of = pyramid_.node(place);
    const auto side = static_cast<float>(HeightPyramid::child_side(place.level));
    LaneNode node;
    const float odd_columns[4] = {0.0f, side, 0.0f, side}, odd_rows[4] = {0.0f, 0.0f, side, side};
    set(node, 0, splat(side * static_cast<float>(2 * place.column)) + load(odd_columns), side, x_);
    set(node, 2, splat(side * static_cast<float>(2 * place.row)) + load(odd_rows), side, z_);
    const F32x4 low = load(of.low), high = load(of.high);
    store(node.bounds[1], low - splat(below_));
    store(node.bounds[4], high + splat(above_));
    // Empty children become k_none.
    store(node.child, ~(low <= high));
    const std::uint32_t first = pyramid_.child_of(place, 0);
    for (std::uint32_t i = 0; i < 4; ++i) node.child[i] |= first + HeightPyramid::next_child(i);
    return node;
  }

 private:
  /// The lines of the grid across an axis.
  struct Lines {
    /// m: half a cell, and the widening of bounds.
    float step, aside;
    /// Number of cells.
    float cells;
  };

  /// Bounds along an axis. @param start the first line of each child. @param side of a child, in cells.
  static void set(LaneNode& node, int axis, F32x4 start, float side, const Lines& lines) {
    const auto place = [&](F32x4 line) {
      const F32x4 within = min(line, splat(lines.cells));
      return (within + within - splat(lines.cells)) * splat(lines.step);
    };
    store(node.bounds[axis], place(start) - splat(lines.aside));
    store(node.bounds[3 + axis], place(start + splat(side)) + splat(lines.aside));
  }

  const HeightPyramid& pyramid_;
  Lines x_, z_;
  float below_, above_;
};

}  // namespace hyperplane
