#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "math/vec3.h"

/// Quickhull: the convex hull of a cloud of grid points (grid.h), as triangles.
///
/// Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996): start with a tetrahedron; every point
/// that is still outside is kept in the list of one triangle that it is above; take a triangle's farthest point,
/// replace all triangles below it by a cone from their common rim, the horizon, to the point; hand the points of the
/// replaced triangles on.
///
/// Deviations:
/// - Every decision "above or not" is exact. The hull is therefore exactly convex (triangles of one face may be
///   coplanar), the horizon is always one simple loop, and no input can lead to an inconsistent state. Tolerances only
///   come later, when coplanar triangles are merged.
/// - "Farthest" is height + a tiny multiple of the squared distance from the middle of the cloud. A convex function of
///   the position takes its maximum at an extreme point: of points that are equally high, as in a grid cube, a corner
///   is taken and never one in the middle of a face or an edge.

namespace hyperplane {

struct HullTriangle {
  /// Counter-clockwise seen from outside.
  std::uint32_t vertex[3];
  /// twin[i]: the same edge as vertex[i] -> vertex[i + 1], seen from the neighbour: 3 * triangle + edge.
  std::uint32_t twin[3];
};

constexpr std::uint32_t next_in_triangle(std::uint32_t half_edge) {
  return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}

/// @param points on the grid.
/// @param corners four points that are not in one plane.
/// @param tie heights that differ by less count as about equal, grid units.
/// @param max_vertices stop when the hull has so many; 0: never. The farthest of all points is then taken next, not
/// that of any triangle, so that what the hull lacks shrinks as fast as it can.
/// @return `out_of_memory` or ok. Vertices are numbers into `points`.
[[nodiscard]] Status quickhull(std::span<const Vec3> points, const std::uint32_t (&corners)[4], double tie,
                               std::uint32_t max_vertices, Buffer<HullTriangle>& triangles);

}  // namespace hyperplane
