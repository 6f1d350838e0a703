#include <limits>

#include "bvh/visit_nodes.h"
#include "world/world_impl.h"

/// Internals of the broad phase for debug views and teaching. No result depends on them.

namespace hyperplane {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

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
      const auto keep = [&](const FloatBounds& bounds, std::uint32_t depth) {
        return p.tree_nodes.push({to_world_bounds(bounds, p.origin), depth, list == 1});
      };
      is_complete = is_complete && visit_nodes(p.trees.tree(list), max_depth, keep);
    }
    if (!is_complete) {
      return Result<BroadPhaseExplanation>::failure(Status::out_of_memory, "no memory for the nodes of the trees");
    }
  }
  explanation.nodes = p.tree_nodes.span();
  return {Status::ok, explanation, ""};
}

}  // namespace hyperplane
