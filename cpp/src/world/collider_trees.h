#pragma once

#include <cstdint>

#include "bvh/tree.h"
#include "core/buffer.h"
#include "world/storage.h"

namespace hyperplane {

/// The trees of a world's movers and of its statics, kept up with the storage lazily: what is added or moved is only
/// marked, and a query (or an update over trees) brings the trees up to date before it looks at them.
class ColliderTrees {
 public:
  /// A row was added, or has other bounds or filters than before.
  void mark(Storage& storage, std::uint32_t row);
  /// So has every row.
  void mark_all() { all_dirty_[0] = all_dirty_[1] = true; }
  /// A row is about to be released.
  void remove(Storage& storage, std::uint32_t row);

  /// @return false when memory ran out; then the trees must not be used, and what is marked stays marked.
  bool bring_up_to_date(Storage& storage);

  /// 0: of the movers, 1: of the statics.
  const Tree& tree(int list) const { return trees_[list]; }
  /// Throws the trees away; the next use builds them anew.
  void clear();

 private:
  bool bring_up_to_date(Storage& storage, int list);

  Tree trees_[2];
  /// Marked rows, of each list, unless all are dirty. Rows that were released since may be among them.
  Buffer<std::uint32_t> dirty_[2];
  bool all_dirty_[2] = {false, false};
};

}  // namespace hyperplane
