#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "bvh/node.h"
#include "core/buffer.h"
#include "core/function_ref.h"

namespace hyperplane {

/// A bounding volume hierarchy over a fixed set of items, such as the triangles of a mesh: four children a node, built
/// by the surface area heuristic (splitter.h). Each leaf is a run of up to four items, which the build makes adjacent:
/// an item's place is its position in that order. Items may move, with a refit.
class StaticTree {
 public:
  static constexpr std::uint32_t k_max_run = 4;
  static constexpr std::uint32_t k_max_items = 1u << 28;
  static constexpr int k_max_depth = LaneNode::k_max_depth / 2;

  /// A leaf's places.
  struct Run {
    std::uint32_t begin, end;
  };
  static constexpr std::uint32_t make_leaf(const Run& run) {
    return LaneNode::k_leaf | (run.end - run.begin - 1) << 28 | run.begin;
  }
  static constexpr Run run_of(std::uint32_t leaf) {
    const std::uint32_t begin = leaf & (k_max_items - 1);
    return {begin, begin + (leaf >> 28 & 3u) + 1};
  }

  /// Call once, on an empty tree.
  /// @param bounds_of gives the bounds of each item, without NaN.
  /// @param order receives the item at each place; as long as there are items, at least one and at most k_max_items.
  Status build(FunctionRef<FloatBounds(std::uint32_t)> bounds_of, std::span<std::uint32_t> order);

  /// Takes over children as `child_words` gives them. @param words four a node. @param items number of places.
  /// @return `invalid_argument` if they are no tree over all places; then, and for `out_of_memory`, the tree is empty.
  /// Its bounds are those of the next refit.
  Status adopt(std::span<const std::uint32_t> words, std::uint32_t items);

  /// Recomputes all bounds. @param bounds_at gives the bounds of the item at a place.
  template <class BoundsAt>
  void refit(const BoundsAt& bounds_at) {
    // Children follow their parents, so one backward pass refits each node after its children.
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      LaneNode& node = nodes_[i];
      for (std::uint32_t lane = 0; lane < 4; ++lane) {
        const std::uint32_t child = node.child[lane];
        FloatBounds bounds = k_empty_bounds;
        if (is_leaf(child)) {
          const Run run = run_of(child);
          for (std::uint32_t place = run.begin; place < run.end; ++place) bounds = united(bounds, bounds_at(place));
        } else if (child != LaneNode::k_none) {
          bounds = bounds_of(nodes_[child]);
        }
        set_lane_bounds(node, lane, bounds);
      }
    }
  }

  /// 0 is the root, parents precede their children.
  std::span<const LaneNode> nodes() const { return nodes_.span(); }

  /// Checks all invariants: each place in one leaf, node order, depth, and bounds that are those of what lies below.
  /// @param bounds by place. @return the violated invariant, or null.
  const char* validate(std::span<const FloatBounds> bounds) const;

 private:
  friend class StaticTreeBuild;

  /// @return the violated invariant, or null. @param marks as many zeros as items, and as nodes.
  const char* check_links(std::uint32_t items, std::span<std::uint8_t> item_marks,
                          std::span<std::uint8_t> depths) const;

  Buffer<LaneNode> nodes_;
};

}  // namespace hyperplane
