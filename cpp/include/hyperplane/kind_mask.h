#pragma once

#include <cstdint>

namespace hyperplane {

/// A set of kinds of cells or tiles.
struct KindMask {
  std::uint64_t words[4] = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};

  constexpr bool has(std::uint8_t kind) const { return (words[kind >> 6] >> (kind & 63) & 1) != 0; }
  friend constexpr bool operator==(const KindMask&, const KindMask&) = default;
};

/// Whether a set has a kind; null: every set does.
constexpr bool has_kind(const KindMask* kinds, std::uint8_t kind) { return kinds == nullptr || kinds->has(kind); }

}  // namespace hyperplane
