#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/geometry.h>
#include <hyperplane/shape.h>

#include "core/buffer.h"
#include "hull/cube_map.h"
#include "hull/support_cells.h"
#include "math/vec3.h"

namespace hyperplane {

/// A convex polyhedron with flat polygonal faces. Immutable; made by `build_hull`.
///
/// `vertices()` are input points, bit by bit, in the input's frame. Everything else is in the hull's own frame, whose
/// origin `centre()` is the middle of the cloud, so that a hull modelled far from its origin keeps its accuracy.
/// `points()` are the vertices there, rounded to a grid of 2^-40 of the cloud's half extent (on which quickhull is
/// exact): within 1e-12 of the size of vertices() - centre().
///
/// Faces are flat within `tolerance()`: no vertex lies above the plane of a face, and a face's own vertices lie at most
/// the tolerance below it.
class Hull {
 public:
  /// dot(normal, p) <= offset holds for every point p of the hull, in the hull's own frame.
  struct Face {
    Vec3 normal;
    double offset;
    /// Start of its loop in `loop_vertices` and `loop_edges`, and the loop's length.
    std::uint32_t first, count;
  };

  /// Runs from vertex[0] to vertex[1] in the loop of face[0], and back in that of face[1].
  struct Edge {
    std::uint32_t vertex[2];
    std::uint32_t face[2];
  };

  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(vertices_.size()); }
  std::uint32_t face_count() const { return static_cast<std::uint32_t>(faces_.size()); }
  std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges_.size()); }

  /// In the input's frame, in the order of the input.
  std::span<const Vec3> vertices() const { return vertices_.span(); }
  /// Input index of each vertex.
  std::span<const std::uint32_t> input_indices() const { return input_indices_.span(); }
  /// In the hull's own frame.
  std::span<const Vec3> points() const { return points_.span(); }
  /// Origin of the hull's own frame, in the input's frame.
  const Vec3& centre() const { return centre_; }

  std::span<const Face> faces() const { return faces_.span(); }
  std::span<const Edge> edges() const { return edges_.span(); }
  /// Vertices of a face, counter-clockwise seen from outside.
  std::span<const std::uint32_t> loop_vertices(const Face& face) const {
    return loop_vertices_.span().subspan(face.first, face.count);
  }
  /// Edge i of a face runs from vertex i of its loop to the next.
  std::span<const std::uint32_t> loop_edges(const Face& face) const {
    return loop_edges_.span().subspan(face.first, face.count);
  }

  /// Neighbours of vertex `v` for hill climbing, in an exactly convex triangulation: a vertex no lower than its
  /// neighbours is a highest one. Includes diagonals of faces.
  std::span<const std::uint32_t> neighbours(std::uint32_t v) const {
    return neighbours_.span().subspan(first_neighbour_[v], first_neighbour_[v + 1] - first_neighbour_[v]);
  }

  /// Start vertex of a climb: highest for a direction near this one. Only for hulls with more than
  /// k_max_listed_vertices.
  std::uint32_t start_vertex(const Vec3& direction) const {
    return start_vertices_[cube_map_cell(direction, start_side_)];
  }

  /// Lists of vertices to scan, by direction; only for hulls with up to k_max_listed_vertices.
  const SupportCells& support_cells() const { return support_cells_; }

  /// Whether some edges are so short that a climb must account for rounding (k_short_hull_edge).
  bool has_short_edges() const { return has_short_edges_; }

  /// Bounds of `vertices()`, in the input's frame.
  const Aabb& bounds() const { return bounds_; }
  /// Greatest distance of a point of the hull from `centre()`.
  double bounding_radius() const { return bounding_radius_; }
  /// Centre of mass, strictly inside, in the hull's own frame.
  const Vec3& centroid() const { return centroid_; }
  double volume() const { return volume_; }
  /// m. Maximum deviation of a face from its plane, and of an input point above the hull (unless `max_vertices` dropped
  /// it). Proportional to the size of the cloud.
  double tolerance() const { return tolerance_; }

  /// Hash of everything that answers depend on: equal for the same vertices, in the same order, of the same cloud.
  std::uint64_t hash() const { return hash_; }

  /// Bytes, all told.
  std::size_t memory_size() const;

  Hull() = default;

 private:
  friend class HullAssembly;
  friend class HullArchive;

  /// From all the rest: what support points are found by. @return false when memory runs out.
  [[nodiscard]] bool prepare_support();
  [[nodiscard]] bool add_start_vertices();

  Buffer<Vec3> vertices_, points_;
  Buffer<std::uint32_t> input_indices_;
  Buffer<Face> faces_;
  Buffer<Edge> edges_;
  Buffer<std::uint32_t> loop_vertices_, loop_edges_;
  Buffer<std::uint32_t> first_neighbour_, neighbours_;
  Buffer<std::uint32_t> start_vertices_;
  std::uint32_t start_side_ = 0;
  SupportCells support_cells_;
  Vec3 centre_, centroid_;
  Aabb bounds_;
  double bounding_radius_ = 0.0, volume_ = 0.0, tolerance_ = 0.0;
  std::uint64_t hash_ = 0;
  bool has_short_edges_ = false;
};

}  // namespace hyperplane
