#pragma once

#include <cstdint>

#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {

/// Cache of the narrow phase from one update to the next: the direction that separated a pair (separation_cache.h), or
/// that the pair touched, so that testing a direction is pointless.
///
/// A hash table by rows with a window of a few slots for each pair. A new pair evicts the least recently used entry of
/// its window, so that entries are never removed. Stale, evicted or missing entries only cost time; they never change a
/// result. The table grows with the number of pairs in an update, to at most 72 bytes a pair, and never shrinks until
/// it is released.
class PairMemory {
 public:
  struct Entry {
    std::uint32_t a, b;
    /// The last update that used the entry.
    std::uint32_t update;
    /// Separating direction, world space, from the lower row to the higher. Zero: unknown.
    float axis[3];

    bool has_touched() const { return axis[0] == k_touched; }
    void set_touched() { axis[0] = k_touched; }
    Vec3 direction() const {
      return {static_cast<double>(axis[0]), static_cast<double>(axis[1]), static_cast<double>(axis[2])};
    }
    void set_direction(const Vec3& direction) {
      axis[0] = static_cast<float>(direction.x);
      axis[1] = static_cast<float>(direction.y);
      axis[2] = static_cast<float>(direction.z);
    }
    void forget() { axis[0] = axis[1] = axis[2] = 0.0f; }

   private:
    /// Not a component of any unit vector.
    static constexpr float k_touched = 2.0f;
  };

  /// Call before the lookups of an update. Grows the table to the number of lookups of the last update.
  void begin_update();

  /// @param a, b rows, a < b. @return the pair's entry, which the caller may change; valid until the next call.
  Entry& of(std::uint32_t a, std::uint32_t b);

  /// Drops all entries and frees the memory.
  void release();

 private:
  static constexpr std::size_t k_window = 4;

  /// A power of two plus the rest of the last window; or empty.
  Buffer<Entry> table_;
  std::size_t mask_ = 0;
  std::uint32_t update_ = 0;
  std::size_t asked_ = 0;
  /// The entry of every pair while there is no table.
  Entry nowhere_{};
};

}  // namespace hyperplane
