#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace hyperplane {

/// A 64-bit hash of a stream of numbers, the same on every platform. Each word is mixed in by an invertible
/// multiplication and shift, so that every change of a single word changes the hash; finalised as MurmurHash3 (Appleby,
/// 2011). Not collision-resistant.
class Hash {
 public:
  constexpr void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9fb21c651e98df25u;
    state_ ^= state_ >> 32;
  }
  constexpr void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  constexpr void add(float number) { add(std::uint64_t{std::bit_cast<std::uint32_t>(number)}); }
  constexpr void add(std::uint32_t number) { add(std::uint64_t{number}); }

  /// Adds the bytes, eight at a time (little-endian), and their count.
  void add_bytes(std::span<const std::byte> bytes) {
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes.data() + i, 8);
      add(word);
    }
    std::uint64_t rest = 0;
    if (i < bytes.size()) std::memcpy(&rest, bytes.data() + i, bytes.size() - i);
    add(rest);
    add(std::uint64_t{bytes.size()});
  }

  constexpr std::uint64_t value() const {
    std::uint64_t h = state_;
    h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
    h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 33);
  }

 private:
  std::uint64_t state_ = 0x2545f4914f6cdd1du;
};

}  // namespace hyperplane
