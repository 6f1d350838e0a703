#include "colliders/collider_trees.h"

namespace hyperplane {
namespace {

/// If more than one in this many rows of a list is dirty, all leaves are refitted in one pass instead of one by one.
constexpr std::size_t k_share_to_refit_all = 6;

}  // namespace

void ColliderTrees::mark(ColliderRows& rows, std::uint32_t row) {
  const int list = rows.list_of(row);
  if (list == ColliderRows::k_disabled_list) return;
  if (list != 0) ++static_revision_;
  if (list == ColliderRows::k_unbounded_list) return;
  is_current_ = false;
  if (all_dirty_[list] || (rows.flags[row] & ColliderRows::k_dirty) != 0) return;
  const std::size_t limit = rows.members[list].size() / k_share_to_refit_all + 8;
  if (dirty_[list].size() >= limit || !dirty_[list].push(row)) {
    all_dirty_[list] = true;
    return;
  }
  rows.flags[row] |= ColliderRows::k_dirty;
}

void ColliderTrees::remove(ColliderRows& rows, std::uint32_t row) {
  const int list = rows.list_of(row);
  if (list == ColliderRows::k_disabled_list) return;
  if (list != 0) ++static_revision_;
  if (list == ColliderRows::k_unbounded_list) return;
  is_current_ = false;
  Tree& tree = trees_[list];
  if (tree.contains(row)) tree.remove(row);
}

bool ColliderTrees::bring_up_to_date(ColliderRows& rows, int list) {
  Tree& tree = trees_[list];
  if (!all_dirty_[list] && dirty_[list].empty() && !tree.wants_rebuild()) return true;
  const Buffer<std::uint32_t>& members = rows.members[list];
  const Tree::Rows leaves{rows.bounds.span(), rows.layers.span(), rows.masks.span()};
  if (all_dirty_[list]) {
    if (tree.size() < members.size() - members.size() / k_share_to_refit_all) {
      if (tree.build(members.span(), leaves) != Status::ok) return false;
    } else {
      for (const std::uint32_t row : members) {
        if (!tree.contains(row) && tree.insert(row, leaves) != Status::ok) return false;
      }
      tree.refit_all(leaves);
    }
  } else {
    for (const std::uint32_t row : dirty_[list]) {
      // Skip rows released since, or now in another list, where they are marked again.
      if ((rows.flags[row] & ColliderRows::k_live) == 0 || rows.list_of(row) != list) continue;
      if (tree.contains(row)) {
        tree.refit(row, leaves);
      } else if (tree.insert(row, leaves) != Status::ok) {
        return false;
      }
    }
  }
  for (const std::uint32_t row : dirty_[list]) {
    if (rows.list_of(row) == list) rows.flags[row] &= static_cast<std::uint16_t>(~ColliderRows::k_dirty);
  }
  dirty_[list].clear();
  all_dirty_[list] = false;
  // A degraded tree is still correct: without memory to rebuild it, keep it.
  if (tree.wants_rebuild()) static_cast<void>(tree.build(members.span(), leaves));
  return true;
}

void ColliderTrees::clear() {
  trees_[0] = Tree();
  trees_[1] = Tree();
  mark_all();
}

}  // namespace hyperplane
