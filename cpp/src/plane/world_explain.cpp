#include <limits>

#include "bvh/visit_nodes.h"
#include "plane/world_impl.h"

/// Internals of the broad phase for debug views and teaching, as world/explain.cpp in space. No result depends on them.

namespace hyperplane::plane {
namespace {

Bounds to_bounds(const FloatBounds& bounds, Vec2 origin) {
  const Aabb box = to_world_bounds(bounds, {origin.x, origin.y, 0.0});
  return {{box.min.x, box.min.y}, {box.max.x, box.max.y}};
}

}  // namespace

Bounds World::bounds(std::uint32_t row) const {
  const Colliders& c = impl_->colliders;
  constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
  if (row >= c.row_count || !c.takes_part(row)) return {{k_nan, k_nan}, {k_nan, k_nan}};
  return to_bounds(c.bounds[row], c.origin);
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
    for (const int list : {0, 1}) {
      const auto keep = [&](const FloatBounds& bounds, std::uint32_t depth) {
        return p.tree_nodes.push({to_bounds(bounds, p.colliders.origin), depth, list == 1});
      };
      if (!p.colliders.bring_up_to_date(list) || !visit_nodes(p.colliders.tree(list), max_depth, keep)) {
        return Result<BroadPhaseExplanation>::failure(Status::out_of_memory, "no memory for the nodes of the trees");
      }
    }
  }
  explanation.nodes = p.tree_nodes.span();
  return {Status::ok, explanation, ""};
}

}  // namespace hyperplane::plane
