#include "broadphase/pairs_by_row.h"

namespace hyperplane {

bool PairsByRow::list(std::uint32_t row_count, std::span<const RowPair> pairs) {
  starts_.clear();
  if (!starts_.resize(row_count + std::size_t{1}, 0) || !indices_.resize_uninitialized(2 * pairs.size())) return false;
  for (const RowPair pair : pairs) {
    ++starts_[pair.a];
    ++starts_[pair.b];
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& start : starts_) {
    sum += start;
    start = sum;
  }
  // Filled from the end of each list to its start.
  for (std::size_t i = pairs.size(); i-- > 0;) {
    indices_[--starts_[pairs[i].a]] = static_cast<std::uint32_t>(i);
    indices_[--starts_[pairs[i].b]] = static_cast<std::uint32_t>(i);
  }
  is_listed_ = true;
  return true;
}

Result<std::span<const std::uint32_t>> PairsByRow::of(std::uint32_t row, std::uint32_t row_count,
                                                      std::span<const RowPair> pairs) {
  if (!is_listed_ && !list(row_count, pairs))
    return {Status::out_of_memory, {}, "no memory for the pairs of a collider"};
  // Rows added since then have no pairs.
  if (row + std::size_t{1} >= starts_.size()) return {};
  return {Status::ok, indices_.span().subspan(starts_[row], starts_[row + 1] - starts_[row]), ""};
}

void PairsByRow::release() {
  starts_.release();
  indices_.release();
  is_listed_ = false;
}

}  // namespace hyperplane
