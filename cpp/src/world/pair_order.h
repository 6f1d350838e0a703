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

/// Whether row `a` comes before row `b`. The first coordinate decides nearly always.
inline bool comes_before(const Storage& storage, std::uint32_t a, std::uint32_t b) {
  const auto first_a = std::bit_cast<std::uint64_t>(storage.seen[a].position[0]);
  const auto first_b = std::bit_cast<std::uint64_t>(storage.seen[b].position[0]);
  if (first_a != first_b) [[likely]]
    return first_a < first_b;
  // Comparing the bits is intended. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
  const int rest = std::memcmp(&storage.seen[a], &storage.seen[b], sizeof(BoxRow));
  if (rest != 0) return rest < 0;
  if (storage.shape_hashes[a] != storage.shape_hashes[b]) return storage.shape_hashes[a] < storage.shape_hashes[b];
  if (storage.layers[a] != storage.layers[b]) return storage.layers[a] < storage.layers[b];
  if (storage.masks[a] != storage.masks[b]) return storage.masks[a] < storage.masks[b];
  return (storage.flags[a] & Storage::k_static) < (storage.flags[b] & Storage::k_static);
}

/// The same for colliders and their sweeps from the last update to this one.
inline bool sweeps_before(const Storage& storage, std::uint32_t a, std::uint32_t b) {
  if (comes_before(storage, a, b)) return true;
  if (comes_before(storage, b, a)) return false;
  const Pose start_a = storage.start_pose(a), start_b = storage.start_pose(b);
  // Comparing the bits is intended. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
  return std::memcmp(&start_a, &start_b, sizeof(Pose)) < 0;
}

}  // namespace hyperplane
