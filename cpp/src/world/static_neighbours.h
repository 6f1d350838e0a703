#pragma once

#include <cstdint>
#include <span>

#include "bvh/tree.h"
#include "core/buffer.h"
#include "world/storage.h"

namespace hyperplane {

/// Which static colliders lie near each other, for static_rule.h: found once, and again where one of them
/// changes. What it knows follows from the colliders alone, so no answer depends on when it was found.
class StaticNeighbours {
 public:
  /// Longer lists cost more than a descent of the tree.
  static constexpr std::uint32_t k_most = 32;

  /// Forgets what a change of a static collider concerns. Call before and after the change.
  void touch(const Storage& storage, std::uint32_t row);
  /// Forgets everything. Call when all bounds change.
  void clear();

  /// Takes note of all changes. Call before `find`. @param statics the tree of static colliders, up to date.
  /// @return false when memory runs out.
  bool begin_update(const Storage& storage, const Tree& statics);
  /// Finds the neighbours of a row, unless they are known. @return false when memory runs out.
  bool find(const Storage& storage, const Tree& statics, std::uint32_t row);

  /// Whether there are more than k_most neighbours, which are not listed then.
  bool are_many(std::uint32_t row) const { return lists_[row].count == k_many; }
  /// The rows of all static colliders, no sensors, whose bounds are as near those of a row as the rule looks,
  /// once it has been found. May name others.
  std::span<const std::uint32_t> of(std::uint32_t row) const {
    return rows_.span().subspan(lists_[row].start, lists_[row].count);
  }
  /// Of a row whose neighbours are listed: whether any of them is a composite.
  bool have_composites(std::uint32_t row) const { return lists_[row].has_composite; }
  /// Of a row whose neighbours are listed: false if its boundary and theirs merely cross.
  bool may_be_flush(std::uint32_t row) const { return lists_[row].may_be_flush; }
  /// Of a box whose neighbours are listed: the faces that one of them rises above, as in BoxBeside.
  std::uint8_t risen_faces(std::uint32_t row) const { return lists_[row].risen_faces; }

 private:
  struct List {
    std::uint32_t start, count;
    std::uint8_t risen_faces;
    bool may_be_flush, has_composite;
  };
  static constexpr std::uint32_t k_unknown = 0xffffffff, k_many = 0xfffffffe;
  static constexpr std::uint32_t k_most_touched = 64;

  void forget(std::uint32_t row);
  /// Sets what follows from the neighbours of a row. @param reach m: how far apart flush boundaries may be.
  void compare(const Storage& storage, std::uint32_t row, double reach);

  /// By row, into `rows_`.
  Buffer<List> lists_;
  Buffer<std::uint32_t> rows_;
  /// Entries of `rows_` that no list has any more.
  std::size_t unused_ = 0;
  /// Bounds of colliders that have changed, before and after; beyond k_most_touched, all lists are forgotten.
  FloatBounds touched_[k_most_touched];
  std::uint32_t touched_count_ = 0;
  /// m: the largest reach that a list was found with.
  double reach_ = 0.0;
};

}  // namespace hyperplane
