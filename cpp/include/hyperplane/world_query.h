#pragma once

#include <cstdint>

#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>
#include <hyperplane/world_base.h>

/// Queries of a world: their results.

namespace hyperplane {

/// A ray hit and the collider's row. `hit` false: no collider is hit.
struct WorldRayHit : RayHit {
  std::uint32_t row = 0;
};

/// The first impact of a shape cast and the collider's row; the normal points from the moving shape to the collider.
/// `hit` false: no collider is hit.
struct WorldImpact : Impact {
  std::uint32_t row = 0;
};

/// The closest point on any collider, and its row.
struct WorldClosestPoint : ClosestPoint {
  std::uint32_t row = 0;
  /// False: no collider is within the maximum distance.
  bool found = false;
};

/// The signed distance of a shape, A, to a collider, B, and the collider's row.
struct WorldDistance : Distance {
  std::uint32_t row = 0;
  /// False: no collider is within the maximum distance.
  bool found = false;
};

}  // namespace hyperplane
