#pragma once

#include <cstdint>

#include "bvh/tree.h"
#include "colliders/collider_rows.h"
#include "core/buffer.h"

namespace hyperplane {

/// The trees of a world's movers and statics, updated lazily: added and moved rows are only marked; queries, and
/// updates over trees, bring the trees up to date first.
class ColliderTrees {
 public:
  /// Marks a row that was added, or whose bounds or filter changed. Disabled rows are in no tree.
  void mark(ColliderRows& rows, std::uint32_t row);
  /// Marks every row.
  void mark_all() {
    is_current_ = false;
    all_dirty_[0] = all_dirty_[1] = true;
    ++static_revision_;
  }
  /// Removes a row that is about to be released, or to change its list.
  void remove(ColliderRows& rows, std::uint32_t row);

  /// @return false when memory ran out: the trees must not be used, and rows stay marked.
  bool bring_up_to_date(ColliderRows& rows) {
    is_current_ = is_current_ || (bring_up_to_date(rows, 0) && bring_up_to_date(rows, 1));
    return is_current_;
  }
  bool bring_up_to_date(ColliderRows& rows, int list);

  /// @param list 0: movers, 1: statics.
  const Tree& tree(int list) const { return trees_[list]; }
  /// Changes whenever a row of the statics was marked or removed.
  std::uint64_t static_revision() const { return static_revision_; }
  /// Drops the trees; the next use rebuilds them.
  void clear();

 private:
  Tree trees_[2];
  /// Marked rows by list, unless all are dirty. May contain rows released since.
  Buffer<std::uint32_t> dirty_[2];
  bool all_dirty_[2] = {false, false};
  /// Nothing has been marked or removed since both were brought up to date.
  bool is_current_ = false;
  std::uint64_t static_revision_ = 0;
};

}  // namespace hyperplane
