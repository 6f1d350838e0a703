#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "world/storage.h"

namespace hyperplane {

/// The order in which the narrow phase receives the two colliders of a pair. It follows from their shapes and poses,
/// not from their rows, so that a contact has the same bits whatever the order in which colliders were added. (Either
/// collider may have the lower row; the contact is flipped afterwards, which is exact.) Only colliders that are equal
/// in everything have no order, and their order does not matter.
///
/// Bits are compared instead of numbers: any total order will do, and this one also orders the two zeros.

/// < 0: `a` comes first. 0: equal bits.
template <class Record>
int compare_bits(const Record& a, const Record& b) {
  // Comparing the bits is intended. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
  return std::memcmp(&a, &b, sizeof(Record));
}

/// Whether row `a` comes before row `b`, whose first coordinates are equal. Not inlined: it would keep the other calls
/// of the caller from that.
[[gnu::noinline]] inline bool comes_before_by_rest(const Storage& storage, std::uint32_t a, std::uint32_t b) {
  const int rest = compare_bits(storage.seen[a], storage.seen[b]);
  if (rest != 0) return rest < 0;
  const std::uint64_t hash_a = storage.shapes.hash(a), hash_b = storage.shapes.hash(b);
  if (hash_a != hash_b) return hash_a < hash_b;
  if (storage.layers[a] != storage.layers[b]) return storage.layers[a] < storage.layers[b];
  if (storage.masks[a] != storage.masks[b]) return storage.masks[a] < storage.masks[b];
  if (storage.margin(a) != storage.margin(b)) return storage.margin(a) < storage.margin(b);
  return (storage.flags[a] & Storage::k_static) < (storage.flags[b] & Storage::k_static);
}

/// Whether row `a` comes before row `b`. The first coordinate nearly always decides.
inline bool comes_before(const Storage& storage, std::uint32_t a, std::uint32_t b) {
  const auto first_a = std::bit_cast<std::uint64_t>(storage.seen[a].position[0]);
  const auto first_b = std::bit_cast<std::uint64_t>(storage.seen[b].position[0]);
  if (first_a != first_b) [[likely]]
    return first_a < first_b;
  return comes_before_by_rest(storage, a, b);
}

/// The same for colliders and their sweeps from the last update to this one.
inline bool sweeps_before(const Storage& storage, std::uint32_t a, std::uint32_t b) {
  if (comes_before(storage, a, b)) return true;
  if (comes_before(storage, b, a)) return false;
  return compare_bits(storage.start_pose(a), storage.start_pose(b)) < 0;
}

}  // namespace hyperplane
