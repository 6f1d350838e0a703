#include <limits>

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
  const auto to_bounds = [&](const FloatBounds& bounds) { return to_world_bounds(bounds, impl_->origin); };
  return hyperplane::explain_broad_phase(*impl_, impl_->trees, max_depth, impl_->tree_nodes, to_bounds);
}

}  // namespace hyperplane
