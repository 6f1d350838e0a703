#pragma once

#include "narrowphase/convex/convex_pair.h"
#include "narrowphase/convex/epa.h"
#include "narrowphase/convex/minimize_depth.h"

namespace hyperplane {

/// Penetration depth of two cores.
struct PenetrationDepth {
  /// Status with which EPA ended; converged if it was not needed.
  EpaStatus epa_status = EpaStatus::unfinished;
  /// Of EPA, or normals on arcs that box_round_depth.h has tried.
  int iterations = 0;
  /// Unit, from A to B.
  Vec3 normal;
  /// Translation of B along the normal that separates the cores; negative if they are barely apart.
  double depth = 0.0;
  /// A's witness point, relative to A's core origin; B's is on_a - normal * depth.
  Vec3 on_a;
};

/// When EPA stops, for this pair.
EpaLimits epa_limits(const ConvexPair& pair);

/// The least translation that separates two cores, by sat_depth.h if one is a triangle and the other has few faces, by
/// box_round_depth.h, revolved_depth.h or revolved_ellipsoid_depth.h for pairs that these take, else by EPA. If EPA
/// fills its polytope before its bounds meet, a search from its best direction finds the least depth: polytope_depth.h
/// for two polytopes and polytope_round_depth.h for a polytope and a round core, both by enumeration; minimize_depth.h
/// for two round cores. GJK on the cores moved apart then gives the witness points. Of two ellipsoids the depth is
/// searched for and proven by ellipsoid_depth.h; where it cannot, EPA bounds the depth, and the search gives full
/// precision. Where revolved_depth.h or revolved_ellipsoid_depth.h proves nothing, EPA answers as for other pairs,
/// unless the latter has found a lesser depth.
/// @param start the last simplex of GJK, which found the cores touching.
PenetrationDepth penetration_depth(ConvexPair& pair, const Simplex& start);

/// The same if the direction is known. @param least its normal is from A to B, of unit length.
PenetrationDepth penetration_along(ConvexPair& pair, const DirectionalDepth& least);

}  // namespace hyperplane
