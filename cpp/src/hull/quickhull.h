#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "math/vec3.h"

/// Quickhull: the convex hull of a cloud of grid points (grid.h), as triangles.
///
/// Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996): start with a tetrahedron; keep every
/// outside point in the list of one triangle below it; take a triangle's farthest point, replace the triangles visible
/// from it by a fan from their horizon, and redistribute their outside points.
///
/// Deviations:
/// - Every visibility test is exact. The hull is therefore exactly convex (triangles of one face may be coplanar), the
///   horizon is always one simple loop, and no input leads to an inconsistent state. Tolerances only enter later, when
///   coplanar triangles are merged.
/// - "Farthest" is height plus a tiny multiple of the squared distance from the middle of the cloud. That function is
///   convex, so its maximum is an extreme point: among equally high points, as in a grid cube, a corner wins over the
///   middle of a face or an edge.

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
/// @param corners four points not in one plane.
/// @param tie heights that differ by less count as about equal, grid units.
/// @param max_vertices stop at this many vertices; 0: no limit. With a limit, the farthest of all points is next, not
/// that of any one triangle, so that the missing volume shrinks as fast as possible.
/// @return `out_of_memory` or ok. Vertices are numbers into `points`.
[[nodiscard]] Status quickhull(std::span<const Vec3> points, const std::uint32_t (&corners)[4], double tie,
                               std::uint32_t max_vertices, Buffer<HullTriangle>& triangles);

}  // namespace hyperplane
