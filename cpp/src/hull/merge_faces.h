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
/// A face starts with the largest triangle that is left and takes in neighbours as long as all their corners lie within
/// the tolerance below its plane. That plane is a supporting plane of the exact hull: it stays the face's plane, and so
/// nothing ever lies above a face. A face stays a topological disc with one simple loop; where its loop would not be
/// convex within the tolerance, it is grown again more carefully, one convex step at a time. Vertices that end up
/// inside a face are dropped, and so are those between only two faces that lie within the tolerance of the straight
/// line between the ends of the common edge: a dropped vertex lies within the tolerance of the hull of the others.
///
/// What must hold: the triangles form a closed, exactly convex surface. The result is then closed and has Euler
/// characteristic 2 by construction.

namespace hyperplane {

enum class MergeMode : std::uint8_t {
  drop_vertices,
  /// Takes in no triangle that would swallow a vertex, and straightens no edge.
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
  /// By point: 1 where it is a vertex of a polygon.
  Buffer<std::uint8_t> is_vertex;
  std::uint32_t vertex_count = 0;
  /// Vertices of triangles that are no vertices of polygons.
  std::uint32_t dropped_count = 0;
  /// False where straightening edges has left a corner of a face reflex by more than the tolerance: a vertex of a chain
  /// may have gone on one side of it, and then merging what is left once more is due.
  bool is_convex = true;

  /// Lets the points fall away that are no vertices.
  /// @param number new number, by point.
  void renumber(std::span<const std::uint32_t> number);
};

/// @param tolerance grid units.
/// @return ok, `out_of_memory`, or `degenerate_shape` where no more than three faces are left: the cloud is too thin.
[[nodiscard]] Status merge_faces(std::span<const Vec3> points, std::span<const HullTriangle> triangles,
                                 double tolerance, MergeMode mode, PolygonMesh& mesh);

}  // namespace hyperplane
