#pragma once

#include <cstdint>

#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {

/// What the narrow phase remembers of pairs from one update to the next, to be faster and for nothing else: the
/// direction that showed them to be apart (separation_cache.h), or that they touched, and that looking for one is in
/// vain.
///
/// A table by rows in which a pair has a few slots to be in, and takes the one that was left unused the longest where
/// all are taken: so nothing has to be removed. What is forgotten that way, what speaks of a collider that is gone and
/// whose row another one has, or what was never stored for want of memory, costs time only. The table follows the
/// number of pairs that an update asks for, at no more than 72 bytes a pair, and never shrinks before it is released.
class PairMemory {
 public:
  struct Entry {
    std::uint32_t a, b;
    /// The update in which the pair was asked for last.
    std::uint32_t update;
    /// World space, from the lower row to the higher. Zero where none is known, or the pair touched.
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
    /// No component of a unit vector.
    static constexpr float k_touched = 2.0f;
  };

  /// Before the pairs of an update are asked for. Makes the table fit the number of those of the one before.
  void begin_update();

  /// @param a, b rows, a < b. @return what is known of the pair, to be changed at will; valid until the next call.
  Entry& of(std::uint32_t a, std::uint32_t b);

  /// Throws everything away, the memory included.
  void release();

 private:
  static constexpr std::size_t k_window = 4;

  /// A power of two, and the rest of the last window; or nothing.
  Buffer<Entry> table_;
  std::size_t mask_ = 0;
  std::uint32_t update_ = 0;
  std::size_t asked_ = 0;
  /// Where there is no table.
  Entry nowhere_{};
};

}  // namespace hyperplane
