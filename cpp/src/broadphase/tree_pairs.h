#pragma once

#include "broadphase/broad_phase.h"
#include "bvh/tree.h"

namespace hyperplane {

/// The broad phase over two trees, one of movers and one of statics. The descent starts at the pair of roots and
/// continues with pairs of children whose bounds overlap and whose layers and masks may accept each other; four
/// children of one node are tested against all four of the other. For movers against movers the root is paired with
/// itself, so that each pair is visited once.
///
/// If few rows have changed since the last update, each of them descends separately instead.
///
/// Pays when most colliders are static or at rest: space away from movers costs nothing, and only moved leaves are
/// refitted. Source: Ericson, "Real-Time Collision Detection" (2005), ch. 6.3.
///
/// Precondition: the trees hold input.movers and input.statics with the bounds, layers and masks of `input`.
/// @return `out_of_memory` when the list's cap or memory is exhausted.
Status find_pairs_in_trees(const BroadPhaseInput& input, const Tree& movers, const Tree& statics, PairList& out);

}  // namespace hyperplane
