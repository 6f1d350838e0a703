#pragma once

#include "broadphase/broad_phase.h"
#include "bvh/tree.h"

namespace hyperplane {

/// The broad phase over trees: movers in one, statics in the other. Both are descended at the same time, from the pair
/// of roots into those pairs of children whose bounds overlap and whose layers and masks may accept each other; the
/// four children of one node are tested against all four of the other at once. Movers are tested against themselves by
/// descending into their root paired with itself, in a way that meets each pair once.
///
/// Where few have changed since the last update, each of those descends by itself instead.
///
/// Worth it where most colliders are static or do not move: nothing is done for what lies away from movers, and only
/// what has moved needs refitting. Source: Ericson, "Real-Time Collision Detection" (2005), ch. 6.3.
///
/// What must hold: the trees hold input.movers and input.statics, with the bounds, layers and masks of `input`.
/// @return `out_of_memory` when the list's cap or memory is exhausted.
Status find_pairs_in_trees(const BroadPhaseInput& input, const Tree& movers, const Tree& statics, PairList& out);

}  // namespace hyperplane
