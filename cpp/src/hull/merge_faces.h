#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "hull/grid.h"
#include "hull/hull.h"
#include "hull/quickhull.h"

/// Merges the triangles of an exactly convex hull into flat polygons.
///
/// A face starts with the largest remaining triangle and absorbs neighbours while all their corners lie within the
/// tolerance below its plane. The plane is a supporting plane of the exact hull and does not change, so no vertex ever
/// lies above a face. A face stays a topological disc with one simple loop; if the loop would not be convex within the
/// tolerance, the face is grown again one convex step at a time. Vertices inside a face are dropped, and so are
/// vertices between only two faces within the tolerance of the straight common edge: a dropped vertex lies within the
/// tolerance of the hull of the others.
///
/// Precondition: the triangles form a closed, exactly convex surface. The result is closed and has Euler characteristic
/// 2 by construction.

namespace hyperplane {

enum class MergeMode : std::uint8_t {
  drop_vertices,
  /// Absorbs no triangle that would enclose a vertex, and straightens no edge.
  keep_vertices,
};

struct PolygonMesh {
  struct Polygon {
    GridPlane plane;
    std::uint32_t first, count;
  };
  Buffer<Polygon> polygons;
  Buffer<std::uint32_t> loop_vertices, loop_edges;
  Buffer<Hull::Edge> edges;
  /// By point: 1 for vertices of polygons.
  Buffer<std::uint8_t> is_vertex;
  std::uint32_t vertex_count = 0;
  /// Number of triangle vertices that are not polygon vertices.
  std::uint32_t dropped_count = 0;
  /// False if straightening left a corner of a face reflex by more than the tolerance: merge the remaining vertices
  /// once more.
  bool is_convex = true;

  /// Drops the points that are not vertices.
  /// @param number new number, by point.
  void renumber(std::span<const std::uint32_t> number);
};

/// @param planes of the triangles. @param tolerance grid units.
/// @return ok, `out_of_memory`, or `degenerate_shape` if at most three faces remain: the cloud is too thin.
[[nodiscard]] Status merge_faces(std::span<const Vec3> points, std::span<const HullTriangle> triangles,
                                 std::span<const GridPlane> planes, double tolerance, MergeMode mode,
                                 PolygonMesh& mesh);

}  // namespace hyperplane
