#include "bvh/splitter.h"
#include "bvh/tree.h"

/// Top-down build by splitter.h. On `out_of_memory` the tree is unchanged.

namespace hyperplane {

class TreeBuilder {
 public:
  TreeBuilder(Tree& tree, const Tree::Rows& rows) : tree_(tree), rows_(rows) {}

  bool run(std::span<const std::uint32_t> members) {
    std::uint32_t row_count = 0;
    if (!splitter_.reserve(members.size())) return false;
    for (const std::uint32_t row : members) {
      splitter_.add(rows_.bounds[row], row);
      row_count = row < row_count ? row_count : row + 1;
    }
    if (!built_.slots_.resize(row_count, Tree::k_none) || !built_.nodes_.reserve(members.size() / 2) ||
        !built_.filters_.reserve(members.size() / 2)) {
      return false;
    }
    if (!members.empty() && build_node(splitter_.whole(), Tree::k_none, 1) == Tree::k_none) return false;
    built_.size_ = static_cast<std::uint32_t>(members.size());
    built_.refit_all(rows_);
    built_.cost_when_built_ = built_.cost_now_;
    tree_ = static_cast<Tree&&>(built_);
    return true;
  }

 private:
  /// @return its index, or k_none when memory has run out.
  std::uint32_t build_node(const Part& whole, std::uint32_t parent_slot, int level) {
    const Splitter::Quarters quarters = splitter_.quarter(whole, level, 1);
    if (built_.nodes_.size() == built_.nodes_.capacity() && !built_.nodes_.reserve(2 * built_.nodes_.size() + 16)) {
      return Tree::k_none;
    }
    if (!built_.filters_.reserve(built_.nodes_.capacity())) return Tree::k_none;
    const std::uint32_t node = built_.push_node(parent_slot);
    for (int p = 0; p < quarters.count; ++p) {
      const Part& part = quarters.parts[p];
      const std::uint32_t slot = node * 4 + static_cast<std::uint32_t>(p);
      if (part.count() == 1) {
        const std::uint32_t row = splitter_.row(part.begin);
        built_.nodes_[node].child[p] = row | Tree::k_leaf;
        built_.slots_[row] = slot;
        continue;
      }
      const std::uint32_t child = build_node(part, slot, level + 1);
      if (child == Tree::k_none) return Tree::k_none;
      built_.nodes_[node].child[p] = child;
    }
    return node;
  }

  Tree& tree_;
  const Tree::Rows& rows_;
  Tree built_;
  Splitter splitter_;
};

Status Tree::build(std::span<const std::uint32_t> members, const Rows& rows) {
  TreeBuilder builder(*this, rows);
  return builder.run(members) ? Status::ok : Status::out_of_memory;
}

}  // namespace hyperplane
