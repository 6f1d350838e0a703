#include <limits>

#include "plane/world/world_impl.h"

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
  Colliders& c = impl_->colliders;
  return hyperplane::explain_broad_phase(*impl_, c.trees, max_depth, impl_->tree_nodes,
                                         [&](const FloatBounds& bounds) { return to_bounds(bounds, c.origin); });
}

}  // namespace hyperplane::plane
