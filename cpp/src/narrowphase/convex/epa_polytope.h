#pragma once

#include <cstdint>

#include "core/constants.h"
#include "core/workspace.h"
#include "narrowphase/convex/minkowski_difference.h"

namespace hyperplane {

/// The growing polytope of EPA: a closed triangulated surface whose vertices are points of a Minkowski difference.
/// Lives in a workspace of fixed size, on the stack.
///
/// The closest face and the visible faces are found by branch-free passes over all faces, two at a time. Visiting only
/// the faces around the point would save half of the arithmetic and cost a mispredicted branch for every second face,
/// which takes several times as long.
class EpaPolytope {
 public:
  static constexpr int k_max_vertices = k_max_epa_vertices;
  /// A closed triangulated surface has 2 v - 4 faces.
  static constexpr int k_max_faces = 2 * k_max_vertices - 4;
  using Index = std::uint8_t;
  static_assert(k_max_faces <= 255);

  struct Face {
    /// Counter-clockwise seen from outside.
    Index vertex[3];
    /// neighbour[i] lies across the edge from vertex[i] to the next one.
    Index neighbour[3];
  };

  /// Starts with a tetrahedron of four points. @return false if it is so flat that its faces have no trustworthy
  /// normals.
  bool start(const SupportPoint* corners);

  /// The face whose plane is closest to the origin, or farthest beyond it if the origin is outside. Ties: the lowest
  /// row.
  int closest_face() const;

  /// Signed distance of the origin from a face's plane, positive if it is on the inner side.
  double distance(int face) const { return distances_[face]; }
  /// Unit, outwards.
  Vec3 normal(int face) const { return {normals_[0][face], normals_[1][face], normals_[2][face]}; }
  const Face& face(int face) const { return faces_[face]; }
  const SupportPoint& vertex(int vertex) const { return vertices_[vertex]; }
  int vertex_count() const { return vertex_count_; }
  /// Rows of faces ever used; some may be empty.
  int face_rows() const { return face_rows_; }
  bool is_alive(int face) const { return distances_[face] < k_dead; }

  /// Adds a point above the face `seed`: the visible faces are replaced by a fan from their outline to the point. Faces
  /// whose plane is within `coplanar_distance` of the point count as visible.
  /// @return false, with nothing changed, if the workspace is full, or if rounding has turned the outline into
  ///         something other than one simple loop.
  bool expand(int seed, const SupportPoint& point, double coplanar_distance);

  /// The point of the closest face nearest to the origin. If several faces share a plane, up to rounding, the point may
  /// lie in another of them: faces with the same normal and a distance of at most `distance` are then searched.
  SupportPoint closest_point(int closest_face, double distance) const;

 private:
  static constexpr double k_dead = 1e300;

  const Vec3& at(int vertex) const { return vertices_[vertex].w; }
  void set_plane(int face, const Vec3& normal, double distance);
  void find_seen(const Vec3& point, double coplanar_distance, std::uint8_t* seen) const;
  void set_face(int face, int v0, int v1, int v2);
  /// Barycentric coordinates, in a face, of the foot of the origin on its plane.
  void foot(int face, double weights[3]) const;

  Workspace<SupportPoint, k_max_vertices> vertices_;
  Face faces_[k_max_faces];
  /// By component. Rows are read in pairs: if their number is odd, the row after the last is marked dead.
  double normals_[3][k_max_faces];
  double distances_[k_max_faces];
  int vertex_count_ = 0;
  int face_rows_ = 0;
  int free_count_ = 0;
  Index free_[k_max_faces];
};

}  // namespace hyperplane
