#pragma once

#include <hyperplane/world.h>

#include "broadphase/broad_phase.h"
#include "broadphase/sweep_and_prune.h"
#include "query/scene.h"
#include "world/collider_trees.h"
#include "world/contact_lists.h"
#include "world/continuous.h"
#include "world/narrow_phase.h"
#include "world/storage.h"

namespace hyperplane {

/// All that a world is made of.
struct World::Impl {
  explicit Impl(const WorldOptions& given) : options(given), candidates(given.max_candidates) {}

  /// Takes over the rows as they stand: which have changed, whether they are valid, their bounds. (sync_poses.cpp)
  /// @param keeps_starts whether to keep start poses: an update without continuous colliders looks for no motion.
  UpdateResult sync_poses(bool keeps_starts);
  /// Bounds of a row that was added or moved, and the marks for the trees.
  void refresh(std::uint32_t row);
  /// Chooses a local origin again when colliders have moved so far from it that 32 bits get coarse.
  void follow_with_origin();

  /// The stages of an update after the rows were taken over. (pipeline.cpp)
  Status find_candidates();
  Status find_contacts();
  void show_contacts();
  BroadPhase choose_broad_phase() const;

  /// What queries see, with the trees up to date.
  Scene scene();

  WorldOptions options;
  Storage storage;
  ColliderTrees trees;
  ContinuousColliders continuous;
  SweepAndPrune sweep;
  NarrowPhase narrow_phase;
  PairList candidates;
  ContactLists shown, next;
  Vec3 origin;
  UpdateTimings timings;
  BroadPhase used_broad_phase = BroadPhase::automatic;

  /// Kept between calls to spare allocations.
  Buffer<std::uint32_t> moved;
  Buffer<NarrowPhase::Found> sort_scratch;
  Buffer<std::uint32_t> sort_starts;
  Buffer<WorldRayHit> ray_hits;
  Buffer<std::uint32_t> overlap_rows;
  Buffer<TreeNodeBounds> tree_nodes;
};

}  // namespace hyperplane
