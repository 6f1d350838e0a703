#include <algorithm>

#include "broadphase/tree_pairs.h"
#include "colliders/bounds_above.h"
#include "colliders/update_stages.h"
#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "core/loan.h"
#include "world/contact_writer.h"
#include "world/tolerances.h"
#include "world/world_impl.h"

/// The stages of World::update (colliders/update_stages.h).
///
/// Only pairs with a changed collider are searched; the contacts of the others are kept. The cost of an update follows
/// the number of moving colliders.

namespace hyperplane {
namespace {

/// Whether bounds are farther from a mover than its size, several times. Only a first test, which spares the shape.
bool is_far(const Storage& storage, std::uint32_t mover, const FloatBounds& around) {
  if (is_composite(storage.shapes.type(mover))) return false;
  const FloatBounds& own = storage.bounds[mover];
  // The size of a convex shape is at most twice the diagonal of its bounds.
  float diagonal = 0.0f, gap = 0.0f;
  for (int k = 0; k < 3; ++k) {
    diagonal += own.max[k] - own.min[k];
    gap = std::max(gap, std::max(own.min[k] - around.max[k], around.min[k] - own.max[k]));
  }
  return gap > 4.0f * diagonal;
}

}  // namespace

UpdateResult World::update() { return update_in_stages(*impl_); }

UpdateResult World::refit() { return impl_->sync_poses(); }

/// Until the narrow phase, the lists of contacts that it fills lend their memory.
Status World::Impl::find_candidates() {
  storage.drop_released();
  BroadPhaseInput input = broad_phase_input();
  if (storage.changed_rows.size() < storage.size) {
    input.changed = storage.changed.span();
    input.changed_rows = storage.changed_rows.span();
  }
  used_broad_phase = choose_broad_phase(storage.changed_rows.size());
  candidates.clear();
  candidate_count = 0;
  if (storage.changed_rows.empty()) return Status::ok;
  Status status = Status::ok;
  switch (used_broad_phase) {
    case BroadPhase::brute_force:
      status = find_pairs_by_brute_force(input, candidates);
      break;
    case BroadPhase::bvh:
      if (!trees.bring_up_to_date(storage)) return Status::out_of_memory;
      status = find_pairs_in_trees(input, trees.tree(0), trees.tree(1), candidates);
      break;
    default: {
      const Loan entries(sweep.entries(), storage.size, next.points.memory());
      const Loan members(sweep.members(), SweepAndPrune::k_members_per_collider * storage.size, next.normals);
      status = sweep.find_pairs(input, candidates);
      break;
    }
  }
  if (status != Status::ok) return status;
  if (!find_pairs_of_half_spaces(input)) return Status::out_of_memory;
  if (storage.ignored.size() > 0) drop_ignored();
  candidate_count = static_cast<std::uint32_t>(candidates.size());
  const Loan scratch(sort_scratch, candidates.size(), next.points.memory());
  const Loan starts(sort_starts, 2 * std::size_t{storage.row_count}, next.pairs);
  return sort_pairs(candidates.pairs(), storage.row_count, sort_scratch, sort_starts);
}

bool World::Impl::find_pairs_of_half_spaces(const BroadPhaseInput& input) {
  bool has_room = true;
  for (const std::uint32_t plane : storage.members[Storage::k_unbounded_list]) {
    const Pose pose = storage.seen_pose(plane);
    const Vec3 normal = frame_of(pose).rotation.columns[1];
    const BoundsAbove above(normal, pose.position - origin + normal * storage.margin(plane),
                            length(pose.position) + length(origin));
    const bool is_static = (storage.flags[plane] & Storage::k_static) != 0;
    const auto test = [&](std::uint32_t row) {
      if (is_static && (storage.flags[row] & Storage::k_static) != 0) return;
      if (above.are_apart(storage.bounds[row]) || !input.accepts(plane, row)) return;
      has_room = has_room && candidates.push(plane, row);
    };
    if (!input.changed.empty() && storage.changed[plane] == 0) {
      for (const std::uint32_t row : storage.changed_rows) {
        if ((storage.flags[row] & Storage::k_unbounded) == 0) test(row);
      }
      continue;
    }
    for (const std::uint32_t row : storage.members[0]) test(row);
    if (is_static) continue;
    for (const std::uint32_t row : storage.members[1]) test(row);
  }
  return has_room;
}

void World::Impl::drop_ignored() {
  Buffer<RowPair>& pairs = candidates.pairs();
  std::size_t kept = 0;
  for (const RowPair pair : pairs) {
    if (!storage.are_ignored(pair.a, pair.b)) pairs[kept++] = pair;
  }
  pairs.truncate(kept);
}

Status World::Impl::find_contacts() {
  // The lists of contacts are about to take memory, which from then on they lend: see find_candidates.
  if (shown.size() == 0 || !next.has_room_for(shown)) release_scratch();
  ContactWriter writer(storage, shown, options.max_contacts, next);
  return narrow_phase.run(storage, candidates.pairs().span(), origin, writer);
}

void World::Impl::release_scratch() {
  sweep.entries().release();
  sweep.members().release();
  sort_scratch.release();
  sort_starts.release();
}

void World::Impl::show_contacts() {
  storage.end_of_update();
  set_reported(storage, shown, false);
  shown.swap(next);
  contacts_by_row.mark_stale();
  touching_by_row.mark_stale();
  knows_fast_rows = false;
  disturbances = 0;
  set_reported(storage, shown, true);
  for (const std::uint32_t row : storage.changed_rows) storage.changed[row] = 0;
  storage.changed_rows.clear();
}

void World::Impl::disturb_movers(std::uint32_t row) {
  // Beyond this many it is cheaper to compute all contacts again.
  constexpr std::uint32_t k_most_disturbances = 64;
  if (disturbances > k_most_disturbances) return;
  const FloatBounds& around = storage.bounds[row];
  const bool is_last = ++disturbances > k_most_disturbances;
  for (const std::uint32_t mover : storage.members[0]) {
    if (storage.changed[mover] != 0) continue;
    if (!is_last && is_far(storage, mover, around)) continue;
    const double reach = (1.0 + k_flush_reach) * size_of(storage.shapes[mover]);
    const Vec3 grown{reach, reach, reach};
    const Aabb bounds = to_world_bounds(storage.bounds[mover], {});
    if (is_last || overlaps(to_float_bounds({bounds.min - grown, bounds.max + grown}, {}), around)) {
      storage.mark_changed(mover);
    }
  }
}

}  // namespace hyperplane
