#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "bvh/float_bounds.h"
#include "bvh/node.h"
#include "core/buffer.h"

namespace hyperplane {

/// A dynamic bounding volume hierarchy over rows of a world. Four children a node, their bounds stored lane by lane for
/// one SIMD test; each child also carries the union of the layers and masks in its subtree, so that filters prune.
///
/// Built top-down by the surface area heuristic over bins (build.cpp). Later, leaves are inserted where they enlarge
/// the tree least, removed, and moved with a refit towards the root; when many have moved, one pass refits everything.
/// These updates keep the tree valid but degrade it: `wants_rebuild` reports when a rebuild pays.
///
/// Sources: Goldsmith and Salmon, "Automatic Creation of Object Hierarchies for Ray Tracing" (1987) (the heuristic,
/// insertion); Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies" (2007) (bins); Wald, Benthin and
/// Boulos, "Getting Rid of Packets" (2008) (four children, SIMD over the children); Wald, Boulos and Shirley, "Ray
/// Tracing Deformable Scenes using Dynamic Bounding Volume Hierarchies" (2007) (refit, and rebuild when the cost has
/// grown).
///
/// The tree does not own the bounds and filters of the rows; calls receive them by row, and they must match the leaves.
/// A call that returns `out_of_memory` has changed nothing.
class Tree {
 public:
  static constexpr std::uint32_t k_none = LaneNode::k_none;
  static constexpr std::uint32_t k_leaf = LaneNode::k_leaf;
  static constexpr int k_max_depth = LaneNode::k_max_depth;
  static constexpr int k_stack_size = LaneNode::k_stack_size;

  /// Leaves are rows.
  struct alignas(64) Node : LaneNode {
    /// Slot (node * 4 + lane) of the parent, or k_none.
    std::uint32_t parent;
    std::uint32_t padding[3];
  };
  /// Union of the layers and masks in each child's subtree.
  struct NodeFilter {
    std::uint32_t layers[4];
    std::uint32_t masks[4];
  };
  /// Bounds and filters, by row.
  struct Rows {
    std::span<const FloatBounds> bounds;
    std::span<const std::uint32_t> layers, masks;
  };

  /// Builds the tree over exactly these rows.
  Status build(std::span<const std::uint32_t> members, const Rows& rows);
  /// Rebuilds the tree over the rows that it holds.
  Status rebuild(const Rows& rows);

  /// @param row not in the tree.
  Status insert(std::uint32_t row, const Rows& rows);
  /// @param row in the tree.
  void remove(std::uint32_t row);
  /// Updates a leaf's bounds, layer and mask. @param row in the tree.
  void refit(std::uint32_t row, const Rows& rows);
  /// Updates all leaves.
  void refit_all(const Rows& rows);

  bool contains(std::uint32_t row) const { return row < slots_.size() && slots_[row] != k_none; }
  std::uint32_t size() const { return size_; }
  bool wants_rebuild() const;

  /// The nodes; 0 is the root, parents precede their children. Empty for a tree without leaves. Nodes that lost all
  /// leaves may remain, without children, until the next build.
  std::span<const Node> nodes() const { return nodes_.span(); }
  std::span<const NodeFilter> filters() const { return filters_.span(); }

  /// Checks all invariants: each row in one leaf, links both ways, bounds and filters that contain their subtrees, node
  /// order, depth. @return the violated invariant, or null. For tests, fuzzers and debugging.
  const char* validate(const Rows& rows) const;

 private:
  friend class TreeBuilder;

  std::uint32_t push_node(std::uint32_t parent_slot);
  void set_leaf(std::uint32_t slot, std::uint32_t row, const Rows& rows);
  void clear_slot(std::uint32_t slot);
  /// Refits the ancestors of a node, up to the first that does not change.
  void refit_upwards(std::uint32_t node);

  Buffer<Node> nodes_;
  Buffer<NodeFilter> filters_;
  /// By row: node * 4 + lane of its leaf, or k_none.
  Buffer<std::uint32_t> slots_;
  std::uint32_t size_ = 0;
  /// Leaves inserted, removed or moved one by one since the last build.
  std::uint32_t changes_ = 0;
  bool too_deep_ = false;
  double cost_when_built_ = 0.0, cost_now_ = 0.0;
};

}  // namespace hyperplane
