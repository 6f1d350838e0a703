#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "core/buffer.h"
#include "narrowphase/box/box_rows.h"

namespace hyperplane {

/// Where colliders stood at the last successful update: the start of their motion in the next one.
///
/// A pose is kept when it is about to be overwritten for the first time since that update, unless by an update of a
/// world without continuous colliders: if that update then fails, motion counts from there. Rows without an entry still
/// stand where they stood. Whether any collider is continuous does not matter, so that an impact depends only on how
/// its two colliders moved. A sparse set: adding, looking up and removing take constant time, and clearing is free.
class StartPoses {
 public:
  struct Start {
    double position[3];
    float rotation[4];
  };

  /// Room for `more` entries. @param capacity rows of the storage. @return false when memory runs out; unchanged then.
  [[nodiscard]] bool reserve(std::uint32_t capacity, std::size_t more) {
    return more == 0 ||
           (places_.resize(capacity, 0) && rows_.reserve(rows_.size() + more) && poses_.reserve(poses_.size() + more));
  }

  bool contains(std::uint32_t row) const {
    if (row >= places_.size()) return false;
    const std::uint32_t place = places_[row];
    return place < rows_.size() && rows_[place] == row;
  }
  /// Keeps the pose of a row that has no entry yet, in reserved room.
  void keep(std::uint32_t row, const BoxRow& seen) {
    if (contains(row)) return;
    Start start;
    std::memcpy(start.position, seen.position, sizeof start.position);
    std::memcpy(start.rotation, seen.rotation, sizeof start.rotation);
    add(row, start);
  }
  /// @param row without an entry; in reserved room.
  void add(std::uint32_t row, const Start& start) {
    places_[row] = static_cast<std::uint32_t>(rows_.size());
    rows_.push_unchecked(row);
    poses_.push_unchecked(start);
  }
  /// The row has not moved: it starts where it stands.
  void forget(std::uint32_t row) {
    if (!contains(row)) return;
    const std::uint32_t place = places_[row];
    places_[rows_.back()] = place;
    rows_[place] = rows_.back();
    poses_[place] = poses_.back();
    rows_.pop();
    poses_.pop();
  }
  void clear() {
    rows_.clear();
    poses_.clear();
  }

  /// Rows that have moved, and where they stood, in the same order.
  std::span<const std::uint32_t> rows() const { return rows_.span(); }
  std::span<const Start> poses() const { return poses_.span(); }
  /// @param row with an entry.
  const Start& of(std::uint32_t row) const { return poses_[places_[row]]; }

 private:
  Buffer<std::uint32_t> rows_;
  Buffer<Start> poses_;
  /// By row: where in `rows_` its entry would be.
  Buffer<std::uint32_t> places_;
};

}  // namespace hyperplane
