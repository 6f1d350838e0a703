#pragma once

#include "narrowphase/convex/convex_pair.h"
#include "narrowphase/convex/epa.h"

namespace hyperplane {

/// How deep two cores are in each other.
struct PenetrationDepth {
  /// What became of EPA.
  EpaStatus epa_status = EpaStatus::unfinished;
  int epa_iterations = 0;
  /// Unit, from A to B.
  Vec3 normal;
  /// Translation of B along the normal that parts the cores; negative if they are apart by a hair.
  double depth = 0.0;
  /// A's witness point, relative to A's core origin; B's is on_a - normal * depth.
  Vec3 on_a;
};

/// When EPA stops, for this pair.
EpaLimits epa_limits(const ConvexPair& pair);

/// The least translation that parts two cores: EPA; and where it cannot end, because two round shapes are about as deep
/// in many directions, the search of minimize_depth.h from where EPA stood, and then GJK on the cores moved apart for
/// the witness points. Of two ellipsoids EPA only has to bound the depth; the search has the digits.
/// @param start the last simplex of GJK, which found the cores touching.
PenetrationDepth penetration_depth(ConvexPair& pair, const Simplex& start);

}  // namespace hyperplane
