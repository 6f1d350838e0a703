#pragma once

#include <cstdint>

#include "core/buffer.h"
#include "core/hash.h"

namespace hyperplane {

/// A set of unordered pairs of numbers below 2^32 - 1: open addressing with linear probing, at most half full. Removal
/// closes the gap (Knuth, "The Art of Computer Programming", vol. 3, 6.4, algorithm R), so there are no tombstones.
class PairSet {
 public:
  bool contains(std::uint32_t a, std::uint32_t b) const {
    return size_ > 0 && table_[slot_of(key_of(a, b))] != k_empty;
  }

  /// @return false, unchanged, if memory runs out.
  [[nodiscard]] bool insert(std::uint32_t a, std::uint32_t b) {
    if (2 * (size_ + 1) > table_.size() && !grow()) return false;
    std::uint64_t& slot = table_[slot_of(key_of(a, b))];
    size_ += slot == k_empty ? 1 : 0;
    slot = key_of(a, b);
    return true;
  }

  void erase(std::uint32_t a, std::uint32_t b) {
    if (size_ > 0) erase_slot(slot_of(key_of(a, b)));
  }

  /// Removes all pairs that contain a number. Scans the whole table.
  void erase_all_of(std::uint32_t number) {
    for (std::size_t i = 0; i < table_.size();) {
      const std::uint64_t key = table_[i];
      if (key != k_empty && (static_cast<std::uint32_t>(key) == number || key >> 32 == number)) {
        // The entry that closes the gap may have to go too: it is in this slot or a later one, or it wrapped around
        // from the front, which was already checked.
        erase_slot(i);
      } else {
        ++i;
      }
    }
  }

  std::size_t size() const { return size_; }

  /// Calls `visit(smaller, larger)` for each pair, in no particular order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const std::uint64_t key : table_) {
      if (key != k_empty) visit(static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key));
    }
  }

 private:
  static constexpr std::uint64_t k_empty = ~std::uint64_t{0};

  static std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  }
  std::size_t home_of(std::uint64_t key) const {
    Hash hash;
    hash.add(key);
    return static_cast<std::size_t>(hash.value()) & (table_.size() - 1);
  }
  /// The slot of a key, or the empty slot where it belongs.
  std::size_t slot_of(std::uint64_t key) const {
    std::size_t slot = home_of(key);
    while (table_[slot] != k_empty && table_[slot] != key) slot = (slot + 1) & (table_.size() - 1);
    return slot;
  }

  void erase_slot(std::size_t gap) {
    if (table_[gap] == k_empty) return;
    const std::size_t wrap = table_.size() - 1;
    for (std::size_t i = (gap + 1) & wrap; table_[i] != k_empty; i = (i + 1) & wrap) {
      // A key may move back into the gap unless its home lies behind the gap.
      const std::size_t home = home_of(table_[i]);
      if (((i - home) & wrap) < ((i - gap) & wrap)) continue;
      table_[gap] = table_[i];
      gap = i;
    }
    table_[gap] = k_empty;
    --size_;
  }

  bool grow() {
    Buffer<std::uint64_t> old;
    old.swap(table_);
    if (!table_.resize(old.empty() ? 16 : 2 * old.size(), k_empty)) {
      table_.swap(old);
      return false;
    }
    for (const std::uint64_t key : old) {
      if (key != k_empty) table_[slot_of(key)] = key;
    }
    return true;
  }

  Buffer<std::uint64_t> table_;
  std::size_t size_ = 0;
};

}  // namespace hyperplane
