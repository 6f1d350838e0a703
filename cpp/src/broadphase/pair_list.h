#pragma once

#include <cstdint>

#include <hyperplane/collider.h>
#include <hyperplane/status.h>

#include "core/buffer.h"
#include "core/sort.h"

namespace hyperplane {

/// Candidate pairs, up to a cap: colliders piled up in one spot cost time, but never more memory than the cap allows.
class PairList {
 public:
  explicit PairList(std::size_t cap) : cap_(cap) {}

  /// @return false when the cap is reached or memory has run out.
  [[nodiscard]] bool push(std::uint32_t row, std::uint32_t other) {
    if (pairs_.size() == room_ && !make_room()) return false;
    pairs_.push_unchecked(RowPair::of(row, other));
    return true;
  }

  void clear() { pairs_.clear(); }
  std::size_t size() const { return pairs_.size(); }
  std::size_t cap() const { return cap_; }
  Buffer<RowPair>& pairs() { return pairs_; }
  const Buffer<RowPair>& pairs() const { return pairs_; }

 private:
  bool make_room() {
    if (pairs_.size() >= cap_) return false;
    // As buffers grow: twice at first, large lists by a quarter.
    const std::size_t capacity = pairs_.capacity(), added = capacity < k_large ? capacity : capacity / 4;
    const std::size_t larger = capacity + added + 1024;
    if (!pairs_.reserve_exactly(larger < cap_ ? larger : cap_)) return false;
    room_ = pairs_.capacity() < cap_ ? pairs_.capacity() : cap_;
    return true;
  }

  static constexpr std::size_t k_large = 1u << 17;

  Buffer<RowPair> pairs_;
  std::size_t cap_;
  /// Pairs that fit without growing.
  std::size_t room_ = 0;
};

/// Sorts items with members a and b by a, then b, in O(pairs + rows): two stable counting passes, which take a fifth of
/// the time of sorting each collider's few partners by comparison. A few pairs do not pay for a pass over the rows.
/// @param row_count greater than every row. @param scratch, starts reused between calls to avoid allocations.
/// @return `out_of_memory`: the pairs are unchanged.
template <class Pair>
Status sort_pairs(Buffer<Pair>& pairs, std::uint32_t row_count, Buffer<Pair>& scratch, Buffer<std::uint32_t>& starts) {
  if (pairs.size() <= k_insertion_sort_length) {
    sort(pairs.span(), [](const Pair& x, const Pair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
    return Status::ok;
  }
  starts.clear();
  if (!starts.resize(2 * static_cast<std::size_t>(row_count), 0) || !scratch.resize_uninitialized(pairs.size())) {
    return Status::out_of_memory;
  }
  std::uint32_t* const start_of_a = starts.data();
  std::uint32_t* const start_of_b = start_of_a + row_count;
  for (const Pair& pair : pairs) {
    ++start_of_a[pair.a];
    ++start_of_b[pair.b];
  }
  std::uint32_t sum_of_a = 0, sum_of_b = 0;
  for (std::uint32_t row = 0; row < row_count; ++row) {
    const std::uint32_t with_a = start_of_a[row], with_b = start_of_b[row];
    start_of_a[row] = sum_of_a;
    start_of_b[row] = sum_of_b;
    sum_of_a += with_a;
    sum_of_b += with_b;
  }
  Pair* const by_b = scratch.data();
  for (const Pair& pair : pairs) by_b[start_of_b[pair.b]++] = pair;
  Pair* const sorted = pairs.data();
  for (const Pair& pair : scratch) sorted[start_of_a[pair.a]++] = pair;
  return Status::ok;
}

}  // namespace hyperplane
