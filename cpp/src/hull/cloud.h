#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "math/aabb.h"

/// What comes before quickhull: the checks of the input, its move to the integer grid of grid.h, and the tetrahedron to
/// start with.

namespace hyperplane {

/// Where the grid lies: point = centre + step * grid point, up to the rounding to the grid.
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

/// Grid points of the cloud. Large clouds come out along a Z-order curve (Morton, "A Computer Oriented Geodetic Data
/// Base", 1966), coarsely: points that are close in space are then close in memory, which halves the time that
/// quickhull takes for 100,000 points.
/// @param points,input_indices as many as there are coordinates / 3; input_indices[i] is which point of the input
/// points[i] is.
/// @return `out_of_memory` or ok.
[[nodiscard]] Status move_to_grid(std::span<const double> coordinates, const GridFrame& frame, std::span<Vec3> points,
                                  std::span<std::uint32_t> input_indices);

struct Tetrahedron {
  std::uint32_t corners[4];
};

/// A tetrahedron of points that lie far apart: the two that are farthest from each other among the extremes of the
/// three coordinates, the one that is farthest from their line, and the one that is farthest from the plane of the
/// three.
/// @param least_height grid units.
/// @return `degenerate_shape`, with the reason, where it is not higher than that.
Result<Tetrahedron> find_tetrahedron(std::span<const Vec3> points, double least_height);

}  // namespace hyperplane
