#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/collider.h>
#include <hyperplane/status.h>

#include "core/buffer.h"

namespace hyperplane {

/// The pairs of each row in a sorted list of pairs, as indices into it: built lazily by two counting passes, once an
/// update.
class PairsByRow {
 public:
  /// Call when the list has changed.
  void mark_stale() { is_listed_ = false; }
  /// @param row_count greater than every row. @param pairs the same list until `mark_stale`.
  /// @return indices, ascending, or `out_of_memory`.
  Result<std::span<const std::uint32_t>> of(std::uint32_t row, std::uint32_t row_count, std::span<const RowPair> pairs);
  void release();

 private:
  bool list(std::uint32_t row_count, std::span<const RowPair> pairs);

  /// Those of row i are indices_[starts_[i]] to indices_[starts_[i + 1] - 1].
  Buffer<std::uint32_t> starts_, indices_;
  bool is_listed_ = false;
};

}  // namespace hyperplane
