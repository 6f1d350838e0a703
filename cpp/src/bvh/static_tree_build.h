#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "bvh/splitter.h"
#include "bvh/static_tree.h"
#include "core/buffer.h"
#include "core/function_ref.h"

namespace hyperplane {

/// Builds a tree in steps. The tree is the same however the steps are divided.
class StaticTreeBuild {
 public:
  [[nodiscard]] bool reserve(std::size_t count) { return splitter_.reserve(count); }
  /// An item, and the number that `finish` gives for it. There is room.
  void add(const FloatBounds& bounds, std::uint32_t number) { splitter_.add(bounds, number); }
  /// The same for the item after the last one, which becomes one with it for all splits if its bounds fit: not where
  /// their surface together is larger than one after the other.
  /// @return whether they fit; otherwise nothing has changed. @param number of the last one, which is single.
  [[nodiscard]] bool pair(const FloatBounds& bounds, std::uint32_t number);
  /// Items, of which a pair is one.
  std::size_t size() const { return splitter_.size(); }
  void clear() { splitter_.clear(); }
  /// Call once all items are there, at least one. @param most items in a leaf.
  [[nodiscard]] Status start(std::uint32_t most);
  /// The same with items. @param bounds_of, count of `StaticTree::build`.
  [[nodiscard]] Status start(FunctionRef<FloatBounds(std::uint32_t)> bounds_of, std::uint32_t count);
  /// Splits nodes of about so many items together, one at least.
  [[nodiscard]] Status step(std::size_t items);
  bool is_done() const { return waiting_.empty(); }
  /// When it is done, once. @param tree empty. @param order receives the number of the item at each place; that of the
  /// second of a pair is the first's plus one.
  [[nodiscard]] Status finish(StaticTree& tree, std::span<std::uint32_t> order);

 private:
  /// A node to be: its items, its level, and the lane of the node above it.
  struct Waiting {
    Part whole;
    int level;
    std::uint32_t parent, lane;
  };

  /// Set in the number of a pair.
  static constexpr std::uint32_t k_pair = 0x80000000;

  Splitter splitter_;
  std::uint32_t most_ = StaticTree::k_max_run;
  Buffer<LaneNode> nodes_;
  /// The next is the last.
  Buffer<Waiting> waiting_;
};

}  // namespace hyperplane
