#pragma once

#include <cstddef>
#include <cstdint>

#include "core/buffer.h"

namespace hyperplane {

/// A set of small numbers, one bit each. Grows on insertion; numbers beyond its size are not members.
class BitSet {
 public:
  bool contains(std::uint32_t number) const {
    return number / 64 < words_.size() && (words_[number / 64] >> (number % 64) & 1) != 0;
  }
  /// @return false, unchanged, if memory runs out.
  [[nodiscard]] bool insert(std::uint32_t number) {
    if (number / 64 >= words_.size() && !words_.resize(number / 64 + std::size_t{1}, 0)) return false;
    words_[number / 64] |= std::uint64_t{1} << (number % 64);
    return true;
  }
  void erase(std::uint32_t number) {
    if (number / 64 < words_.size()) words_[number / 64] &= ~(std::uint64_t{1} << (number % 64));
  }
  /// Keeps its memory.
  void clear() { words_.clear(); }

 private:
  Buffer<std::uint64_t> words_;
};

}  // namespace hyperplane
