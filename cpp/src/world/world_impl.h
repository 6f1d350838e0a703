#pragma once

#include <hyperplane/world.h>

#include "colliders/world_state.h"
#include "query/mover_cache.h"
#include "query/scene.h"
#include "world/contact_lists.h"
#include "world/continuous.h"
#include "world/narrow_phase.h"
#include "world/separation.h"
#include "world/storage.h"

namespace hyperplane {

/// The data of a world.
struct World::Impl : WorldState {
  explicit Impl(const WorldOptions& given) : WorldState(given, storage, shown) {}

  /// Checks the poses that the user wrote, copies the changed ones, and updates their bounds. (sync_poses.cpp)
  UpdateResult sync_poses();
  /// Copies the pose that the user wrote to a row, without motion. @return false if it is none.
  bool take_pose(std::uint32_t row);
  /// Updates the bounds and marks of a row that was added, moved or changed. Of a disabled row: empties its bounds.
  void refresh(std::uint32_t row);
  /// Moves the local origin if colliders are so far from it that 32-bit bounds get coarse.
  void follow_with_origin();

  /// The stages of an update after sync_poses. (pipeline.cpp)
  Status find_candidates();
  Status find_contacts();
  Status find_impacts() { return continuous.find_impacts(storage, trees, origin, next.impacts); }
  /// Call after `find_impacts` and `find_events`.
  Status find_crossings() { return continuous.find_crossings(storage, shown.touching.span(), next); }
  /// Adds the pairs of half-spaces and colliders whose bounds reach below their planes.
  [[nodiscard]] bool find_pairs_of_half_spaces(const BroadPhaseInput& input);
  /// Removes pairs of colliders that ignore each other from the candidates.
  void drop_ignored();
  /// Frees the scratch memory of `find_candidates`.
  void release_scratch();
  void show_contacts();

  /// The colliders as queries see them, with the trees up to date. (rays.cpp)
  Scene scene();
  /// The same without trees.
  Scene plain_scene() const;
  /// Marks the colliders beside a static collider as changed, since their contacts with others may depend on it
  /// (depenetration/union_contacts.h). Call before and after a static collider changes.
  void disturb(std::uint32_t row) {
    if ((storage.flags[row] & (Storage::k_static | Storage::k_disabled)) != Storage::k_static) return;
    if (storage.has_statics_beside()) disturb_movers(row);
  }
  void disturb_movers(std::uint32_t row);
  /// Drops sets of kinds that no collider has, once there are many. Call before one is kept.
  void drop_unused_kinds() {
    if (!storage.shapes.kind_masks.is_crowded()) return;
    // Its lists of parts keep sets of bodies that have moved.
    mover_cache.release();
    storage.shapes.drop_unused_kinds();
  }

  Storage storage;
  ColliderTrees trees;
  MoverCache mover_cache;
  ContinuousColliders continuous;
  NarrowPhase narrow_phase;
  ContactLists shown, next;
  Separation separation;
  Vec3 origin;
  /// Static colliders that have changed since the last update.
  std::uint32_t disturbances = 0;

  /// Rows that moved fast in the last update, once they are asked for.
  Buffer<std::uint32_t> fast_rows;
  bool knows_fast_rows = false;
  /// Whether the motion of the last update is large beside the collider's thickness.
  bool is_fast(std::uint32_t row) const;

  /// Scratch memory, reused between calls.
  Buffer<std::uint32_t> moved;
  Buffer<RowPair> sort_scratch;
  Buffer<std::uint32_t> sort_starts;
  Buffer<WorldRayHit> ray_hits;
  Buffer<std::uint32_t> overlap_rows;
  Buffer<WorldImpact> shape_hits;
  Buffer<WorldDistance> near_colliders;
  Buffer<TreeNodeBounds> tree_nodes;
};

}  // namespace hyperplane
