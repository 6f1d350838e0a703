#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "world/storage.h"

namespace hyperplane {

/// The order in which the narrow phase is handed the two colliders of a pair. It follows from what they are and where
/// they stand, not from their rows: a contact is then the same, bit by bit, whatever the order in which they were
/// added. (The row with the lower number may be either; its contact is turned round afterwards, which is exact.) Only
/// colliders that are equal in everything have no order, and for them it makes no difference.
///
/// The order of the bits of a number is as good as that of the numbers, and knows neither two zeros nor NaN.

/// Whether b comes before a. The first coordinate decides nearly always.
inline bool comes_before(const Storage& storage, std::uint32_t b, std::uint32_t a) {
  const auto first = std::bit_cast<std::uint64_t>(storage.seen[a].position[0]);
  const auto second = std::bit_cast<std::uint64_t>(storage.seen[b].position[0]);
  if (first != second) [[likely]]
    return second < first;
  // The bits are what is meant. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
  const int rest = std::memcmp(&storage.seen[b], &storage.seen[a], sizeof(BoxRow));
  if (rest != 0) return rest < 0;
  if (storage.shape_hashes[a] != storage.shape_hashes[b]) return storage.shape_hashes[b] < storage.shape_hashes[a];
  if (storage.layers[a] != storage.layers[b]) return storage.layers[b] < storage.layers[a];
  if (storage.masks[a] != storage.masks[b]) return storage.masks[b] < storage.masks[a];
  return (storage.flags[b] & Storage::k_static) < (storage.flags[a] & Storage::k_static);
}

}  // namespace hyperplane
