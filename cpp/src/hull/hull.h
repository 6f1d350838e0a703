#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/geometry.h>
#include <hyperplane/shape.h>

#include "hull/cube_map.h"
#include "hull/face_normals.h"
#include "hull/index_list.h"
#include "hull/support_cells.h"
#include "math/vec3.h"

namespace hyperplane {

/// Measures of a whole hull; see the functions of Hull of the same names.
struct HullNumbers {
  Vec3 centre, centroid;
  double bounding_radius = 0.0, volume = 0.0, tolerance = 0.0;
  std::uint64_t hash = 0;
};

/// A convex polyhedron with flat polygonal faces. Immutable; made by `build_hull`.
///
/// `vertices()` are input points, bit by bit, in the input's frame. Everything else is in the hull's own frame, whose
/// origin `centre()` is the middle of the cloud, so that a hull modelled far from its origin keeps its accuracy.
/// `points()` are the vertices there, rounded to a grid of 2^-40 of the cloud's half extent (on which quickhull is
/// exact): within 1e-12 of the size of vertices() - centre().
///
/// Faces are flat within `tolerance()`: no vertex lies above the plane of a face, and a face's own vertices lie at most
/// the tolerance below it.
///
/// A hull is one block of memory: this object, then its arrays (pack.h).
class Hull {
 public:
  /// dot(normal, p) <= offset holds for every point p of the hull, in the hull's own frame.
  struct Face {
    Vec3 normal;
    double offset;
  };

  /// Runs from vertex[0] to vertex[1] in the loop of face[0], and back in that of face[1].
  struct Edge {
    std::uint32_t vertex[2];
    std::uint32_t face[2];
  };

  /// Edges are stored as four indices each and read by value.
  class EdgeList {
   public:
    explicit EdgeList(const IndexList& indices) : indices_(indices) {}
    std::size_t size() const { return indices_.size() / 4; }
    Edge operator[](std::size_t i) const {
      return {{indices_[4 * i], indices_[4 * i + 1]}, {indices_[4 * i + 2], indices_[4 * i + 3]}};
    }
    auto begin() const { return ListIterator(*this, 0); }
    auto end() const { return ListIterator(*this, size()); }

   private:
    IndexList indices_;
  };

  std::uint32_t vertex_count() const { return vertex_count_; }
  std::uint32_t face_count() const { return face_count_; }
  std::uint32_t edge_count() const { return edge_count_; }

  /// In the input's frame, in the order of the input.
  std::span<const Vec3> vertices() const { return {vertices_, vertex_count_}; }
  /// Input index of each vertex.
  const IndexList& input_indices() const { return input_indices_; }
  /// In the hull's own frame.
  std::span<const Vec3> points() const { return {vertices_ + vertex_count_, vertex_count_}; }
  /// Origin of the hull's own frame, in the input's frame.
  const Vec3& centre() const { return numbers_.centre; }

  /// Index lists exist in two forms: as IndexList, for any width, and for hot loops as spans of the stored type, which
  /// the width's `visit_type` provides.
  const IndexWidth& index_width() const { return width_; }

  std::span<const Face> faces() const { return {faces_, face_count_}; }
  /// Only for hulls with more than k_max_scanned_faces.
  const FaceNormals& face_normals() const { return face_normals_; }
  EdgeList edges() const { return EdgeList({edges_, 4 * std::size_t{edge_count_}, width_}); }
  /// Vertices of face `f`, counter-clockwise seen from outside.
  IndexList loop_vertices(std::uint32_t f) const { return part_of(loop_vertices_, first_corners_, f); }
  template <class Index>
  std::span<const Index> loop_vertices_as(std::uint32_t f) const {
    return part_as<Index>(loop_vertices_, first_corners_, f);
  }
  /// Edges of face `f`: edge i runs from vertex i of its loop to the next.
  IndexList loop_edges(std::uint32_t f) const { return part_of(loop_edges_, first_corners_, f); }

  /// Neighbours of vertex `v` for hill climbing, in an exactly convex triangulation: a vertex no lower than its
  /// neighbours is a highest one. Includes diagonals of faces.
  IndexList neighbours(std::uint32_t v) const { return part_of(neighbours_, first_neighbours_, v); }
  template <class Index>
  std::span<const Index> neighbours_as(std::uint32_t v) const {
    return part_as<Index>(neighbours_, first_neighbours_, v);
  }
  std::uint32_t neighbour_count() const { return index_at(first_neighbours_, vertex_count_); }

  /// Start vertex of a climb: highest for a direction near this one. Only for hulls with more than
  /// k_max_listed_vertices.
  std::uint32_t start_vertex(const Vec3& direction) const {
    return index_at(start_vertices_, cube_map_cell(direction, start_side_));
  }
  template <class Index>
  std::uint32_t start_vertex_as(const Vec3& direction) const {
    return reinterpret_cast<const Index*>(start_vertices_)[cube_map_cell(direction, start_side_)];
  }

  /// Lists of vertices to scan, by direction; only for hulls with up to k_max_listed_vertices.
  const SupportCells& support_cells() const { return support_cells_; }

  /// Whether some edges are so short that a climb must account for rounding (k_short_hull_edge).
  bool has_short_edges() const { return has_short_edges_; }

  /// Bounds of `vertices()`, in the input's frame; takes a pass over them.
  Aabb bounds() const;
  /// Greatest distance of a point of the hull from `centre()`.
  double bounding_radius() const { return numbers_.bounding_radius; }
  /// Centre of mass, strictly inside, in the hull's own frame.
  const Vec3& centroid() const { return numbers_.centroid; }
  double volume() const { return numbers_.volume; }
  /// m. Maximum deviation of a face from its plane, and of an input point above the hull (unless `max_vertices` dropped
  /// it). Proportional to the size of the cloud.
  double tolerance() const { return numbers_.tolerance; }

  /// Hash of everything that answers depend on: equal for the same vertices, in the same order, of the same cloud.
  std::uint64_t hash() const { return numbers_.hash; }

  /// Total size in bytes.
  std::size_t memory_size() const { return memory_size_; }

  Hull(const Hull&) = delete;
  Hull& operator=(const Hull&) = delete;

 private:
  friend class HullPacker;
  friend class HullArchive;

  Hull() = default;

  std::uint32_t index_at(const std::byte* indices, std::size_t i) const { return IndexList(indices, 0, width_)[i]; }
  /// List i of the lists stored one after the other in `indices`; `starts` has the start of each, then the end of the
  /// last.
  IndexList part_of(const std::byte* indices, const std::byte* starts, std::uint32_t i) const {
    const std::size_t first = index_at(starts, i), end = index_at(starts, std::size_t{i} + 1);
    return {indices + (first << width_.shift), end - first, width_};
  }

  template <class Index>
  static std::span<const Index> part_as(const std::byte* indices, const std::byte* starts, std::uint32_t i) {
    const auto* const start = reinterpret_cast<const Index*>(starts) + i;
    return {reinterpret_cast<const Index*>(indices) + start[0], reinterpret_cast<const Index*>(indices) + start[1]};
  }

  HullNumbers numbers_;
  std::size_t memory_size_ = 0;
  /// The vertices, then the points.
  const Vec3* vertices_ = nullptr;
  const Face* faces_ = nullptr;
  /// Of all indices but those of the input, which may be far larger.
  IndexWidth width_;
  const std::byte *edges_ = nullptr, *first_corners_ = nullptr, *loop_vertices_ = nullptr, *loop_edges_ = nullptr,
                  *first_neighbours_ = nullptr, *neighbours_ = nullptr, *start_vertices_ = nullptr;
  IndexList input_indices_;
  SupportCells support_cells_;
  FaceNormals face_normals_;
  std::uint32_t vertex_count_ = 0, face_count_ = 0, edge_count_ = 0, start_side_ = 0;
  bool has_short_edges_ = false;
};

}  // namespace hyperplane
