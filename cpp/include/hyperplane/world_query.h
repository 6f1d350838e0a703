#pragma once

#include <cstdint>
#include <limits>

#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>

/// Queries of a world: their options and results.

namespace hyperplane {

struct QueryOptions {
  /// m
  double max_distance = std::numeric_limits<double>::infinity();
  /// Colliders whose layer is not in the mask are skipped.
  std::uint32_t mask = 0xffffffff;
  /// Include sensors. Queries pass through them by default.
  bool sensors = false;
  /// Optional filter, called for rows that would be part of the answer; return false to ignore that collider.
  bool (*accepts)(const void* context, std::uint32_t row) = nullptr;
  const void* context = nullptr;

  bool accepts_row(std::uint32_t row) const { return accepts == nullptr || accepts(context, row); }
};

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

}  // namespace hyperplane
