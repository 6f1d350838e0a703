#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "core/buffer.h"
#include "narrowphase/box/box_rows.h"

namespace hyperplane {

/// Poses of colliders at the last successful update: the start of their sweeps in the next one. After that the same
/// poses are those at the update before the last.
///
/// An entry is made when a pose is about to be overwritten for the first time since that update; rows without an entry
/// have not moved. Entries are made for all colliders, continuous or not, so that an impact depends only on the
/// motion of its two colliders. A sparse set: adding, lookup and removal take constant time, and clearing is free.
class StartPoses {
 public:
  struct Start {
    double position[3];
    float rotation[4];
  };

  /// Reserves room for `more` entries. @param capacity rows of the storage.
  /// @return false when memory runs out; nothing changes.
  [[nodiscard]] bool reserve(std::uint32_t capacity, std::size_t more) {
    return more == 0 ||
           (places_.resize(capacity, 0) && rows_.reserve(rows_.size() + more) && poses_.reserve(poses_.size() + more));
  }

  bool contains(std::uint32_t row) const {
    if (row >= places_.size()) return false;
    const std::uint32_t place = places_[row];
    return place < rows_.size() && rows_[place] == row;
  }
  /// Adds the pose of a row unless it has an entry. Room must be reserved.
  void keep(std::uint32_t row, const BoxRow& seen) {
    if (contains(row)) return;
    Start start;
    std::memcpy(start.position, seen.position, sizeof start.position);
    std::memcpy(start.rotation, seen.rotation, sizeof start.rotation);
    add(row, start);
  }
  /// @param row without an entry. Room must be reserved.
  void add(std::uint32_t row, const Start& start) {
    places_[row] = static_cast<std::uint32_t>(rows_.size());
    rows_.push_unchecked(row);
    poses_.push_unchecked(start);
  }
  /// Removes a row's entry: its sweep starts from its present pose.
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
  void swap(StartPoses& other) {
    rows_.swap(other.rows_);
    poses_.swap(other.poses_);
    places_.swap(other.places_);
  }

  /// Moved rows, and their start poses in the same order.
  std::span<const std::uint32_t> rows() const { return rows_.span(); }
  std::span<const Start> poses() const { return poses_.span(); }
  /// @param row with an entry.
  const Start& of(std::uint32_t row) const { return poses_[places_[row]]; }

 private:
  Buffer<std::uint32_t> rows_;
  Buffer<Start> poses_;
  /// By row: the place of its entry in `rows_`, valid if that names the row.
  Buffer<std::uint32_t> places_;
};

}  // namespace hyperplane
