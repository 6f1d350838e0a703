#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "math/aabb.h"

/// Preparation for quickhull: input checks, the transform to the integer grid of grid.h, and the initial tetrahedron.

namespace hyperplane {

/// Placement of the grid: point = centre + step * grid point, up to rounding to the grid.
struct GridFrame {
  Vec3 centre;
  /// A power of two, m.
  double step = 1.0;
  /// Tolerance of the hull, grid units.
  double tolerance = 0.0;
  Aabb bounds;
};

/// @param coordinates x, y, z of each point in turn.
/// @return `invalid_argument` or `degenerate_shape`, with the reason; nothing is allocated.
Result<GridFrame> measure_cloud(std::span<const double> coordinates);

/// Rounds the cloud to the grid. Large clouds are sorted coarsely along a Z-order curve (Morton, "A Computer Oriented
/// Geodetic Data Base", 1966): points close in space are then close in memory, which halves quickhull's time for
/// 100,000 points.
/// @param points,input_indices coordinates / 3 entries each; input_indices[i] is the input index of points[i].
/// @return `out_of_memory` or ok.
[[nodiscard]] Status move_to_grid(std::span<const double> coordinates, const GridFrame& frame, std::span<Vec3> points,
                                  std::span<std::uint32_t> input_indices);

struct Tetrahedron {
  std::uint32_t corners[4];
};

/// A large tetrahedron: the two most distant points among the coordinate extremes, the point farthest from their line,
/// and the point farthest from the plane of these three.
/// @param least_height grid units.
/// @return `degenerate_shape`, with the reason, if the tetrahedron is not higher.
Result<Tetrahedron> find_tetrahedron(std::span<const Vec3> points, double least_height);

}  // namespace hyperplane
