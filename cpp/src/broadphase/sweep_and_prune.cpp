#include "broadphase/sweep_and_prune.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/sort.h"
#include "math/simd.h"

namespace hyperplane {
namespace {

constexpr float k_infinite_bound = std::numeric_limits<float>::infinity();

/// Tests per collider above which a cell is cut. Measured: flat between 12 and 48.
constexpr std::uint64_t k_tests_to_cut = 24;
/// Cells with fewer colliders are never cut: sweeping them is as cheap as the decision.
constexpr std::uint32_t k_smallest_cell_to_cut = 32;
/// A cut is made only if the halves sum to at most 8/5 of the whole, and neither exceeds 4/5 of it.
constexpr std::uint64_t k_cut_sum_numerator = 8, k_cut_half_numerator = 4, k_cut_denominator = 5;
/// A level of the recursion then holds at most 8/5 (4/5)^d n entries, which sums to 8 n; usually it is a third of that.
constexpr int k_max_depth = 64;
/// Lanes that a sweep may read past the end of a cell.
constexpr std::size_t k_padding = 4;

/// Maps a float to an integer with the same order.
std::uint32_t sort_key(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
}

/// Radix sort: three digits of eleven bits.
constexpr std::uint32_t k_passes = 3, k_digit_bits = 11, k_digits = 1u << k_digit_bits;
std::uint32_t digit(std::uint32_t key, std::uint32_t pass) { return (key >> (k_digit_bits * pass)) % k_digits; }

/// Moves per collider above which radix sort takes over. A frame of 100,000 rectangles in the plane takes more than
/// two, where insertion sort is still the faster.
constexpr std::size_t k_moves_to_insert = 6;

/// Marks the rows of statics in the sorted order.
constexpr std::uint32_t k_static_mark = 0x80000000;

/// A pair is dropped if both have one of these bits.
constexpr std::uint8_t k_begins_before[2] = {1, 2};
constexpr std::uint8_t k_static_bit = 4;

}  // namespace

Status SweepAndPrune::find_pairs(const BroadPhaseInput& input, PairList& out) {
  out.clear();
  cell_count_ = 0;
  input_ = &input;
  out_ = &out;
  const std::size_t count = input.movers.size() + input.statics.size();
  if (input.movers.empty() || count < 2) return Status::ok;
  if (count > 0x7fffffff || !sort(input)) return Status::out_of_memory;

  members_.clear();
  // Enough for most scenes.
  if (!members_.reserve_exactly(k_members_per_collider * count) && !members_.reserve_exactly(count)) {
    return Status::out_of_memory;
  }
  for (std::uint32_t i = 0; i < count; ++i) members_.push_unchecked(i);
  const Cell all{0,
                 static_cast<std::uint32_t>(count),
                 static_cast<std::uint32_t>(input.movers.size()),
                 {-k_infinite_bound, -k_infinite_bound}};
  return divide(all, count, 0) ? Status::ok : Status::out_of_memory;
}

/// Picks the axis, sorts the rows by the lower ends of their bounds there, and lays out the entries in that order.
bool SweepAndPrune::sort(const BroadPhaseInput& input) {
  const std::size_t movers = input.movers.size(), count = movers + input.statics.size();
  const bool known = membership_ == input.membership && order_.size() == count;
  if (!known) {
    if (!order_.resize_uninitialized(count)) return false;
    for (std::size_t i = 0; i < movers; ++i) order_[i].row = input.movers[i];
    for (std::size_t i = movers; i < count; ++i) order_[i].row = input.statics[i - movers] | k_static_mark;
    membership_ = input.membership;
  }
  if (!entries_.resize_uninitialized(count)) return false;

  // By row, the order of memory, not in last frame's order.
  double sum[3] = {}, sum_of_squares[3] = {};
  for (const std::span<const std::uint32_t> rows : {input.movers, input.statics}) {
    for (const std::uint32_t row : rows) {
      const FloatBounds& bounds = input.bounds[row];
      for (int k = 0; k < 3; ++k) {
        const double centre = static_cast<double>(bounds.min[k]) + static_cast<double>(bounds.max[k]);
        sum[k] += centre;
        sum_of_squares[k] += centre * centre;
      }
    }
  }
  int widest = 0;
  const auto n = static_cast<double>(count);
  double variance[3];
  for (int k = 0; k < 3; ++k) variance[k] = sum_of_squares[k] - sum[k] * sum[k] / n;
  for (int k = 1; k < 3; ++k) {
    if (variance[k] > variance[widest]) widest = k;
  }
  // Keep an axis that is nearly the widest, so that the last frame's order stays useful.
  if (!known || variance[widest] > 1.5 * variance[axis_[0]]) {
    axis_[0] = widest;
    axis_[1] = (widest + 1) % 3;
    axis_[2] = (widest + 2) % 3;
  }

  for (Key& key : order_) key.key = sort_key(input.bounds[key.row & ~k_static_mark].min[axis_[0]]);
  if ((!known || !sort_by_insertion()) && !sort_by_radix()) {
    // The order is lost.
    membership_ = 0;
    return false;
  }

  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t row = order_[i].row & ~k_static_mark;
    const FloatBounds& bounds = input.bounds[row];
    entries_[i] = {{bounds.min[0], bounds.min[1], bounds.min[2]},
                   row,
                   {bounds.max[0], bounds.max[1], bounds.max[2]},
                   (order_[i].row & k_static_mark) != 0 ? 0u : 1u};
  }
  return true;
}

/// @return false, partly sorted, when the order is so far off that radix sort is faster.
bool SweepAndPrune::sort_by_insertion() {
  Key* const keys = order_.data();
  const std::size_t count = order_.size();
  std::size_t moves_left = k_moves_to_insert * count;
  for (std::size_t i = 1; i < count; ++i) {
    const Key key = keys[i];
    std::size_t j = i;
    for (; j > 0 && keys[j - 1].key > key.key; --j) keys[j] = keys[j - 1];
    keys[j] = key;
    if (i - j > moves_left) return false;
    moves_left -= i - j;
  }
  return true;
}

/// Rare, so it keeps no memory. @return false if memory runs out.
bool SweepAndPrune::sort_by_radix() {
  Buffer<Key> sorted;
  Buffer<std::uint32_t> all_starts;
  if (!sorted.resize_uninitialized(order_.size()) || !all_starts.resize(std::size_t{k_passes} * k_digits, 0)) {
    return false;
  }
  for (const Key& key : order_) {
    for (std::uint32_t pass = 0; pass < k_passes; ++pass) ++all_starts[pass * k_digits + digit(key.key, pass)];
  }
  for (std::uint32_t pass = 0; pass < k_passes; ++pass) {
    std::uint32_t* const starts = all_starts.data() + std::size_t{pass} * k_digits;
    std::uint32_t sum = 0;
    for (std::uint32_t d = 0; d < k_digits; ++d) {
      const std::uint32_t size = starts[d];
      starts[d] = sum;
      sum += size;
    }
    for (const Key& key : order_) sorted[starts[digit(key.key, pass)]++] = key;
    order_.swap(sorted);
  }
  return true;
}

/// Cuts a cell in two, or sweeps it. @param scratch where the free part of `members_` starts.
bool SweepAndPrune::divide(Cell cell, std::size_t scratch, int depth) {
  while (depth < k_max_depth && cell.count > k_smallest_cell_to_cut && is_worth_cutting(cell)) {
    Cell low, high;
    if (!cut(cell, scratch, low, high)) break;
    ++depth;
    // A cell without movers holds no pairs.
    if (low.movers > 0 && !divide(low, scratch + low.count + high.count, depth)) return false;
    if (high.movers == 0) return true;
    cell = high;
    scratch += low.count + high.count;
  }
  return sweep(cell);
}

/// Estimates from a sample whether sweeping a cell would test more than a few pairs per collider.
bool SweepAndPrune::is_worth_cutting(const Cell& cell) const {
  constexpr std::uint64_t k_samples = 8;
  const std::uint32_t* const members = members_.data() + cell.first;
  std::uint64_t tests = 0;
  for (std::uint64_t s = 0; s < k_samples; ++s) {
    const auto i = static_cast<std::uint32_t>(cell.count * (2 * s + 1) / (2 * k_samples));
    const float end = entries_[members[i]].max[axis_[0]];
    const std::uint32_t* const first = members + i + 1;
    const std::uint32_t* const last = std::partition_point(
        first, members + cell.count, [&](std::uint32_t m) { return entries_[m].min[axis_[0]] <= end; });
    tests += static_cast<std::uint64_t>(last - first);
  }
  return tests > k_tests_to_cut * k_samples;
}

/// Halves a cell along the second or third axis. @return false when neither cut pays, or without memory for the halves.
bool SweepAndPrune::cut(const Cell& cell, std::size_t scratch, Cell& low, Cell& high) {
  // Room for all members twice: each half may have all of them until it is found too large.
  if (!members_.resize_uninitialized(scratch + 2 * std::size_t{cell.count})) return false;
  constexpr std::uint64_t k_samples = 31;
  float centres[2][k_samples];
  float length_in_colliders[2];
  for (int k = 0; k < 2; ++k) {
    const int axis = axis_[k + 1];
    float sizes = 0.0f;
    for (std::uint64_t s = 0; s < k_samples; ++s) {
      const std::uint64_t i = std::uint64_t{cell.count} * (2 * s + 1) / (2 * k_samples);
      const Entry& entry = entries_[members_[cell.first + static_cast<std::size_t>(i)]];
      centres[k][s] = 0.5f * entry.min[axis] + 0.5f * entry.max[axis];
      sizes += entry.max[axis] - entry.min[axis];
    }
    hyperplane::sort(std::span<float>(centres[k]));
    // Colliders of zero size in one place give 0 / 0; the comparison below then selects the second axis.
    length_in_colliders[k] = (centres[k][k_samples - 4] - centres[k][3]) / sizes;
  }
  const int first = length_in_colliders[0] > length_in_colliders[1] ? 0 : 1;
  return cut_along(first, centres[first][k_samples / 2], cell, scratch, low, high) ||
         cut_along(1 - first, centres[1 - first][k_samples / 2], cell, scratch, low, high);
}

bool SweepAndPrune::cut_along(int k, float plane, const Cell& cell, std::size_t scratch, Cell& low, Cell& high) {
  const int axis = axis_[k + 1];
  const std::uint32_t* const members = members_.data() + cell.first;
  std::uint32_t* const below = members_.data() + scratch;
  std::uint32_t* const above = below + cell.count;
  std::uint32_t below_count = 0, above_count = 0, below_movers = 0, above_movers = 0;
  for (std::uint32_t i = 0; i < cell.count; ++i) {
    const std::uint32_t m = members[i];
    const Entry& entry = entries_[m];
    const std::uint32_t is_below = entry.min[axis] < plane ? 1 : 0, is_above = entry.max[axis] >= plane ? 1 : 0;
    below[below_count] = m;
    above[above_count] = m;
    below_count += is_below;
    above_count += is_above;
    below_movers += is_below & entry.is_mover;
    above_movers += is_above & entry.is_mover;
  }
  const std::uint64_t most = std::uint64_t{cell.count} * k_cut_half_numerator;
  if (std::uint64_t{below_count} * k_cut_denominator > most || std::uint64_t{above_count} * k_cut_denominator > most ||
      (std::uint64_t{below_count} + above_count) * k_cut_denominator > cell.count * k_cut_sum_numerator) {
    return false;
  }
  std::copy(above, above + above_count, below + below_count);
  low = {scratch, below_count, below_movers, {cell.low[0], cell.low[1]}};
  high = {scratch + below_count, above_count, above_movers, {cell.low[0], cell.low[1]}};
  high.low[k] = plane;
  return true;
}

bool SweepAndPrune::sweep(const Cell& cell) {
  ++cell_count_;
  const std::size_t stride = cell.count + k_padding;
  if (!ends_.resize_uninitialized(6 * stride) || !rows_.resize_uninitialized(cell.count) ||
      !bits_.resize_uninitialized(cell.count)) {
    return false;
  }
  const std::uint32_t* const members = members_.data() + cell.first;
  float* const min0 = ends_.data();
  float *const max0 = min0 + stride, *const min1 = max0 + stride, *const max1 = min1 + stride;
  float *const min2 = max1 + stride, *const max2 = min2 + stride;
  for (std::uint32_t i = 0; i < cell.count; ++i) {
    const Entry& entry = entries_[members[i]];
    min0[i] = entry.min[axis_[0]];
    max0[i] = entry.max[axis_[0]];
    min1[i] = entry.min[axis_[1]];
    max1[i] = entry.max[axis_[1]];
    min2[i] = entry.min[axis_[2]];
    max2[i] = entry.max[axis_[2]];
    rows_[i] = entry.row;
    bits_[i] = static_cast<std::uint8_t>((min1[i] < cell.low[0] ? k_begins_before[0] : 0) |
                                         (min2[i] < cell.low[1] ? k_begins_before[1] : 0) |
                                         (entry.is_mover != 0 ? 0 : k_static_bit));
  }
  // Sentinels past the end begin beyond every collider.
  for (std::size_t i = cell.count; i < stride; ++i) {
    min0[i] = k_infinite_bound;
    max0[i] = min1[i] = max1[i] = min2[i] = max2[i] = 0.0f;
  }

  // Hits are recorded without a branch and read later: whether four tests yield one is unpredictable.
  struct Hit {
    std::uint32_t i, j, lanes;
  };
  constexpr std::uint32_t k_hits = 256;
  Hit hits[k_hits];
  std::uint32_t hit_count = 0;
  const auto flush = [&] {
    for (std::uint32_t h = 0; h < hit_count; ++h) {
      const std::uint32_t i = hits[h].i;
      for (std::uint32_t lanes = hits[h].lanes; lanes != 0; lanes &= lanes - 1) {
        const std::uint32_t other = hits[h].j + static_cast<std::uint32_t>(std::countr_zero(lanes));
        if ((bits_[i] & bits_[other]) != 0 || !input_->accepts(rows_[i], rows_[other])) continue;
        if (!out_->push(rows_[i], rows_[other])) return false;
      }
    }
    hit_count = 0;
    return true;
  };

  for (std::uint32_t i = 0; i < cell.count; ++i) {
    const F32x4 end0 = splat(max0[i]);
    const F32x4 begin1 = splat(min1[i]), end1 = splat(max1[i]), begin2 = splat(min2[i]), end2 = splat(max2[i]);
    for (std::uint32_t j = i + 1;; j += 4) {
      const auto in_reach = load(min0 + j) <= end0;
      const auto overlap1 = (load(min1 + j) <= end1) & (begin1 <= load(max1 + j));
      const auto overlap2 = (load(min2 + j) <= end2) & (begin2 <= load(max2 + j));
      const std::uint32_t lanes = bits(in_reach & overlap1 & overlap2);
      hits[hit_count] = {i, j, lanes};
      hit_count += lanes != 0 ? 1 : 0;
      if (hit_count == k_hits && !flush()) return false;
      if (bits(in_reach) != 0xf) break;
    }
  }
  return flush();
}

}  // namespace hyperplane
