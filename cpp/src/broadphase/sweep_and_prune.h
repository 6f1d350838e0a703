#pragma once

#include <cstdint>

#include "broadphase/broad_phase.h"
#include "core/buffer.h"

namespace hyperplane {

/// Sweep and prune, in cells.
///
/// Colliders are sorted along the axis of greatest spread. The sorted list is cut into cells along the other two axes,
/// and each cell is swept separately. A plain sweep tests every pair that overlaps on one axis, O(n^(5/3)) for n boxes
/// spread over space; in a cell a collider meets about twenty neighbours, whatever n is.
///
/// - The sort (32-bit keys) starts from the last frame's order: insertion sort, or radix sort (4 ns an element) if that
///   order is far off.
/// - A cell whose sweep would test more than a few pairs per collider (estimated from a sample) is halved at a median
///   along its longer axis, measured in colliders. Straddling colliders go into both halves. A cut that duplicates too
///   many is not made. The halves inherit the sorted order.
/// - A pair found in several cells is reported only by the cell that contains the greater of the two lower corners on
///   both axes. Each collider has one bit per axis, "begins before this cell"; a pair that shares a bit belongs to
///   another cell.
/// - The sweep tests four colliders at a time on all axes.
/// - Cells without movers are dropped at once.
///
/// Sources: Ericson, "Real-Time Collision Detection" (2005), ch. 7.5 (sort and sweep, axis of greatest variance);
/// Terdiman, "Box pruning revisited" (2017) (SIMD tests on sorted boxes, bipartite cells); Zomorodian and Edelsbrunner,
/// "Fast Software for Box Intersections" (2000) (recursive cutting, until a scan is cheaper). The cutting here differs
/// from theirs: planes at sampled medians with duplicates, instead of a segment tree, because duplicates stay few where
/// colliders are small beside their cells.
///
/// Precondition: bounds without NaN. O(n log n + pairs) if each collider overlaps a bounded number of others. For
/// colliders piled up in one spot the time grows with the pairs; the memory stays below the list's cap.
class SweepAndPrune {
 public:
  /// @return `out_of_memory` when the list's cap or memory is exhausted; the object stays usable.
  Status find_pairs(const BroadPhaseInput& input, PairList& out);

  /// Scratch memory: an entry for each collider, and four members for each, or more.
  auto& entries() { return entries_; }
  Buffer<std::uint32_t>& members() { return members_; }
  static constexpr std::size_t k_members_per_collider = 4;

  /// Sort axis of the last call: 0 is x, 1 is y, 2 is z.
  int axis() const { return axis_[0]; }
  /// Number of cells that the last call swept.
  std::uint32_t cell_count() const { return cell_count_; }

 private:
  /// A collider in sorted order: its bounds, with its row in the fourth minimum and 1 or 0, for a mover or a static, in
  /// the fourth maximum.
  struct alignas(32) Entry {
    float min[3];
    std::uint32_t row;
    float max[3];
    std::uint32_t is_mover;
  };
  struct Cell {
    /// Its entries in sorted order: the first one's place in `members_`, their number, and how many of them are movers.
    std::size_t first;
    std::uint32_t count, movers;
    /// Lower ends on the second and third axis.
    float low[2];
  };
  struct Key {
    std::uint32_t key, row;
  };

  bool sort(const BroadPhaseInput& input);
  bool sort_by_insertion();
  bool sort_by_radix();
  bool divide(Cell cell, std::size_t scratch, int depth);
  bool is_worth_cutting(const Cell& cell) const;
  bool cut(const Cell& cell, std::size_t scratch, Cell& low, Cell& high);
  bool cut_along(int k, float plane, const Cell& cell, std::size_t scratch, Cell& low, Cell& high);
  bool sweep(const Cell& cell);

  const BroadPhaseInput* input_ = nullptr;
  PairList* out_ = nullptr;
  int axis_[3] = {0, 1, 2};
  std::uint32_t cell_count_ = 0;

  std::uint64_t membership_ = 0;
  Buffer<Key> order_;
  Buffer<Entry> entries_;
  /// A stack: the members of the cells that are being divided.
  Buffer<std::uint32_t> members_;
  /// The cell being swept: lower and upper ends on the three axes in turn; rows; bits.
  Buffer<float> ends_;
  Buffer<std::uint32_t> rows_;
  Buffer<std::uint8_t> bits_;
};

}  // namespace hyperplane
