#pragma once

#include <hyperplane/world_base.h>

#include "broadphase/broad_phase.h"
#include "broadphase/pairs_by_row.h"
#include "broadphase/sweep_and_prune.h"
#include "bvh/visit_nodes.h"
#include "colliders/collider_trees.h"
#include "colliders/pair_lists.h"

namespace hyperplane {

/// The data of a world that do not depend on its dimension.
struct WorldState {
  /// @param rows, shown members of the class that derives from this one.
  WorldState(const WorldOptions& given, ColliderRows& rows, const PairLists& shown)
      : options(given), candidates(given.max_candidates), rows_of_world(rows), pairs_shown(shown) {}

  WorldOptions options;
  SweepAndPrune sweep;
  PairList candidates;
  /// Pairs that the broad phase of the last update found.
  std::uint32_t candidate_count = 0;
  PairsByRow contacts_by_row, touching_by_row;
  UpdateTimings timings;
  BroadPhase used_broad_phase = BroadPhase::automatic;
  ColliderRows& rows_of_world;
  /// The lists of the last successful update.
  const PairLists& pairs_shown;

  /// All colliders, as if all had changed.
  BroadPhaseInput broad_phase_input() const;
  /// @param active number of colliders that trees would look for.
  BroadPhase choose_broad_phase(std::size_t active) const;
};

/// State of the broad phase of the last update. @param nodes filled. @param to_bounds bounds of a node in world space.
template <class Bounds, class ToBounds>
Result<BasicBroadPhaseExplanation<Bounds>> explain_broad_phase(WorldState& world, ColliderTrees& trees,
                                                               std::uint32_t max_depth,
                                                               Buffer<BasicTreeNodeBounds<Bounds>>& nodes,
                                                               const ToBounds& to_bounds) {
  BasicBroadPhaseExplanation<Bounds> explanation;
  nodes.clear();
  if (world.used_broad_phase == BroadPhase::sweep_and_prune) {
    explanation.axis = world.sweep.axis();
    explanation.cell_count = world.sweep.cell_count();
  }
  if (world.used_broad_phase == BroadPhase::bvh) {
    bool is_complete = trees.bring_up_to_date(world.rows_of_world);
    for (const int list : {0, 1}) {
      const auto keep = [&](const FloatBounds& bounds, std::uint32_t depth) {
        return nodes.push({to_bounds(bounds), depth, list == 1});
      };
      is_complete = is_complete && visit_nodes(trees.tree(list), max_depth, keep);
    }
    if (!is_complete) return {Status::out_of_memory, {}, "no memory for the nodes of the trees"};
  }
  explanation.nodes = nodes.span();
  return {Status::ok, explanation, ""};
}

}  // namespace hyperplane
