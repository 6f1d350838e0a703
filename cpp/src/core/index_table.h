#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/buffer.h"

namespace hyperplane {

/// Finds equal items of a list by hashes that the caller computes: a table of indices with open addressing and linear
/// probing, at most half full.
class IndexTable {
 public:
  static constexpr std::uint32_t k_none = 0xffffffff;

  /// Empties the table. @param most how many indices may be added. @return false when memory runs out.
  [[nodiscard]] bool reserve(std::size_t most) {
    table_.clear();
    return table_.resize(std::bit_ceil(2 * most + 1), k_none);
  }

  /// @param is_same (index): whether that item is the one searched for. @return its index, or k_none.
  template <class IsSame>
  std::uint32_t find(std::uint64_t hash, const IsSame& is_same) const {
    return table_[place_of(hash, is_same)];
  }

  /// Adds an index unless the table has one of an equal item. @return the index of that item in the table; that of an
  /// equal one may replace it.
  template <class IsSame>
  std::uint32_t& find_or_add(std::uint64_t hash, std::uint32_t index, const IsSame& is_same) {
    std::uint32_t& place = table_[place_of(hash, is_same)];
    if (place == k_none) place = index;
    return place;
  }

 private:
  template <class IsSame>
  std::size_t place_of(std::uint64_t hash, const IsSame& is_same) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t place = static_cast<std::size_t>(hash) & mask;
    while (table_[place] != k_none && !is_same(table_[place])) place = (place + 1) & mask;
    return place;
  }

  Buffer<std::uint32_t> table_;
};

}  // namespace hyperplane
