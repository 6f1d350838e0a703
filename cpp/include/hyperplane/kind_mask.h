#pragma once

#include <cstdint>

namespace hyperplane {

/// A set of kinds of cells.
struct KindMask {
  std::uint64_t words[4] = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};

  constexpr bool has(std::uint8_t kind) const { return (words[kind >> 6] >> (kind & 63) & 1) != 0; }
  friend constexpr bool operator==(const KindMask&, const KindMask&) = default;
};

}  // namespace hyperplane
