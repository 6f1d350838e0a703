#include "colliders/world_state.h"

#include "core/memory.h"

namespace hyperplane {
namespace {

/// Trees are used if at most one collider in this many is active: they refit and query only those, while the sweep
/// sorts and visits all.
constexpr std::size_t k_share_for_trees = 4;
/// With fewer colliders trees and the sweep take the same time.
constexpr std::uint32_t k_few_colliders = 64;
/// So few pairs of a mover and another collider are tested faster than colliders are sorted.
constexpr std::size_t k_few_pairs = 256;

}  // namespace

BroadPhaseInput WorldState::broad_phase_input() const {
  BroadPhaseInput input;
  input.bounds = rows_of_world.bounds.span();
  input.movers = rows_of_world.members[0].span();
  input.statics = rows_of_world.members[1].span();
  input.layers = rows_of_world.layers.span();
  input.masks = rows_of_world.masks.span();
  input.filters_matter = rows_of_world.filtered_count > 0;
  input.membership = rows_of_world.membership;
  return input;
}

BroadPhase WorldState::choose_broad_phase(std::size_t active) const {
  if (options.broad_phase != BroadPhase::automatic) return options.broad_phase;
  if (rows_of_world.members[0].size() * rows_of_world.size <= k_few_pairs) return BroadPhase::brute_force;
  if (rows_of_world.size < k_few_colliders) return BroadPhase::sweep_and_prune;
  return active * k_share_for_trees <= rows_of_world.size ? BroadPhase::bvh : BroadPhase::sweep_and_prune;
}

void ArrayDeleter::operator()(const void* array) const { hyperplane_release(const_cast<void*>(array)); }

bool WorldBase::is_ignored(ColliderId a, ColliderId b) const {
  const ColliderRows& rows = state_->rows_of_world;
  return rows.is_live(a) && rows.is_live(b) && rows.are_ignored(a.row, b.row);
}

std::uint32_t WorldBase::size() const { return state_->rows_of_world.size; }
std::uint32_t WorldBase::capacity() const { return state_->rows_of_world.capacity; }
bool WorldBase::contains(ColliderId collider) const { return state_->rows_of_world.is_live(collider); }
ColliderId WorldBase::at(std::uint32_t row) const { return state_->rows_of_world.at(row); }
std::uint32_t WorldBase::generation(std::uint32_t row) const {
  const ColliderRows& rows = state_->rows_of_world;
  return row < rows.row_count ? rows.generations[row] : 0;
}

Result<std::span<const std::uint32_t>> WorldBase::contacts_of(ColliderId id) {
  if (!contains(id)) return {Status::stale_handle, {}, "not a live collider"};
  return state_->contacts_by_row.of(id.row, state_->rows_of_world.row_count, state_->pairs_shown.pairs.span());
}
Result<std::span<const std::uint32_t>> WorldBase::touching_of(ColliderId id) {
  if (!contains(id)) return {Status::stale_handle, {}, "not a live collider"};
  return state_->touching_by_row.of(id.row, state_->rows_of_world.row_count, state_->pairs_shown.touching.span());
}
std::span<const RowPair> WorldBase::began() const { return state_->pairs_shown.began.span(); }
std::span<const RowPair> WorldBase::ended() const { return state_->pairs_shown.ended.span(); }
std::span<const RowPair> WorldBase::touching() const { return state_->pairs_shown.touching.span(); }
std::uint32_t WorldBase::candidate_count() const { return state_->candidate_count; }
const UpdateTimings& WorldBase::timings() const { return state_->timings; }
BroadPhase WorldBase::broad_phase() const { return state_->used_broad_phase; }
void WorldBase::set_broad_phase(BroadPhase broad_phase) { state_->options.broad_phase = broad_phase; }

}  // namespace hyperplane
