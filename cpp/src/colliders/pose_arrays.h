#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/assert.h"
#include "core/buffer.h"

namespace hyperplane {

/// Poses by row that the user writes at any time, through views on these arrays. The world copies them when it is told
/// to: half-written or invalid rows do no harm.
/// @tparam Rotation a number of a rotation. @tparam k_axes, k_turns numbers of a position and of a rotation.
template <class Rotation, std::size_t k_axes, std::size_t k_turns>
class PoseArrays {
 public:
  Buffer<double> positions;
  Buffer<Rotation> rotations;

  /// Takes the present and earlier arrays from another storage, in exchange for its own.
  void swap_arrays(PoseArrays& other) {
    positions.swap(other.positions);
    rotations.swap(other.rotations);
    for (std::uint32_t i = 0; i < k_most_retired; ++i) {
      retired_positions_[i].swap(other.retired_positions_[i]);
      retired_rotations_[i].swap(other.retired_rotations_[i]);
    }
    std::swap(retired_count_, other.retired_count_);
  }
  /// Takes the place of another storage: keeps that one's present arrays, if they have room, and its earlier ones.
  void replace_arrays(PoseArrays& other) {
    const bool has_room = !other.positions.empty() && other.positions.size() >= positions.size();
    if (has_room) {
      std::copy(positions.begin(), positions.end(), other.positions.begin());
      std::copy(rotations.begin(), rotations.end(), other.rotations.begin());
    }
    swap_arrays(other);
    if (has_room) return;
    positions.swap(other.positions);
    rotations.swap(other.rotations);
    retire(other.positions, other.rotations);
  }

 protected:
  /// Makes the arrays anew, with zeros in new rows. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool grow_arrays(std::size_t rows) {
    Buffer<double> more_positions;
    Buffer<Rotation> more_rotations;
    if (!more_positions.reserve_exactly(k_axes * rows) || !more_rotations.reserve_exactly(k_turns * rows) ||
        !more_positions.resize(k_axes * rows, 0.0) || !more_rotations.resize(k_turns * rows, Rotation{})) {
      return false;
    }
    std::copy_n(positions.begin(), std::min(positions.size(), more_positions.size()), more_positions.begin());
    std::copy_n(rotations.begin(), std::min(rotations.size(), more_rotations.size()), more_rotations.begin());
    positions.swap(more_positions);
    rotations.swap(more_rotations);
    retire(more_positions, more_rotations);
    return true;
  }

 private:
  /// Earlier arrays, each half as long as the next: the user may still write to views on them. Such writes are lost,
  /// but must not land in memory that is in use again.
  static constexpr std::uint32_t k_most_retired = 32;

  void retire(Buffer<double>& old_positions, Buffer<Rotation>& old_rotations) {
    if (old_positions.empty()) return;
    HYPERPLANE_ASSERT(retired_count_ < k_most_retired);
    retired_positions_[retired_count_].swap(old_positions);
    retired_rotations_[retired_count_].swap(old_rotations);
    ++retired_count_;
  }

  Buffer<double> retired_positions_[k_most_retired];
  Buffer<Rotation> retired_rotations_[k_most_retired];
  std::uint32_t retired_count_ = 0;
};

}  // namespace hyperplane
