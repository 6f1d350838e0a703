#include <limits>

#include "world/world_impl.h"

/// Internals of the broad phase for debug views and teaching. No result depends on them.

namespace hyperplane {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

/// Bounds of a node's subtree; empty for a node without children.
FloatBounds subtree_bounds(const Tree::Node& node) {
  FloatBounds united = k_empty_bounds;
  for (int k = 0; k < 3; ++k) {
    for (int lane = 0; lane < 4; ++lane) {
      const float low = node.bounds[k][lane], high = node.bounds[3 + k][lane];
      united.min[k] = low < united.min[k] ? low : united.min[k];
      united.max[k] = high > united.max[k] ? high : united.max[k];
    }
  }
  return united;
}

/// Parents come before their children, so that one pass computes all depths.
bool list_nodes(const Tree& tree, bool of_statics, const Vec3& origin, std::uint32_t max_depth,
                Buffer<TreeNodeBounds>& out) {
  const std::span<const Tree::Node> nodes = tree.nodes();
  Buffer<std::uint32_t> depths;
  if (!depths.resize_uninitialized(nodes.size())) return false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    depths[i] = nodes[i].parent == Tree::k_none ? 0 : depths[nodes[i].parent / 4] + 1;
    if (depths[i] > max_depth) continue;
    const FloatBounds bounds = subtree_bounds(nodes[i]);
    const bool is_empty = bounds.min[0] > bounds.max[0];
    if (!is_empty && !out.push({to_world_bounds(bounds, origin), depths[i], of_statics})) return false;
  }
  return true;
}

}  // namespace

Aabb World::bounds(std::uint32_t row) const {
  const Storage& storage = impl_->storage;
  const bool is_live = row < storage.row_count && (storage.flags[row] & Storage::k_live) != 0;
  if (!is_live) return {{k_nan, k_nan, k_nan}, {k_nan, k_nan, k_nan}};
  return to_world_bounds(storage.bounds[row], impl_->origin);
}

Result<BroadPhaseExplanation> World::explain_broad_phase(std::uint32_t max_depth) {
  Impl& p = *impl_;
  BroadPhaseExplanation explanation;
  p.tree_nodes.clear();
  if (p.used_broad_phase == BroadPhase::sweep_and_prune) {
    explanation.axis = p.sweep.axis();
    explanation.cell_count = p.sweep.cell_count();
  }
  if (p.used_broad_phase == BroadPhase::bvh) {
    bool is_complete = p.trees.bring_up_to_date(p.storage);
    for (const int list : {0, 1}) {
      is_complete = is_complete && list_nodes(p.trees.tree(list), list == 1, p.origin, max_depth, p.tree_nodes);
    }
    if (!is_complete) {
      return Result<BroadPhaseExplanation>::failure(Status::out_of_memory, "no memory for the nodes of the trees");
    }
  }
  explanation.nodes = p.tree_nodes.span();
  return {Status::ok, explanation, ""};
}

}  // namespace hyperplane
