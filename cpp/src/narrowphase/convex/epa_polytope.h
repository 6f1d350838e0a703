#pragma once

#include <cstdint>

#include "core/workspace.h"
#include "math/simd.h"
#include "narrowphase/convex/minkowski_difference.h"
#include "narrowphase/convex/tolerances.h"

namespace hyperplane {

/// The growing polytope of EPA: a closed triangulated surface whose vertices are points of a Minkowski difference.
/// Lives in a workspace of fixed size, on the stack.
///
/// The closest face and the visible faces are found by branch-free passes over all faces, two at a time. Visiting only
/// the faces around the point would save half of the arithmetic and cost a mispredicted branch for every second face,
/// which takes several times as long. Faces store no neighbours: the outline of a patch follows from the corners of its
/// faces, so the array of faces has no gaps.
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
  };

  /// Starts with a tetrahedron of four points. @return false if it is so flat that its faces have no trustworthy
  /// normals.
  bool start(const SupportPoint* corners);

  /// The face whose plane is closest to the origin, or farthest beyond it if the origin is outside.
  int closest_face() const { return closest_; }

  /// Signed distance of the origin from a face's plane, positive if it is on the inner side.
  double distance(int face) const { return distances_[face]; }
  /// Unit, outwards.
  Vec3 normal(int face) const { return {normals_[0][face], normals_[1][face], normals_[2][face]}; }
  const Face& face(int face) const { return faces_[face]; }
  const SupportPoint& vertex(int vertex) const { return vertices_[vertex]; }
  int vertex_count() const { return vertex_count_; }
  int face_count() const { return face_count_; }

  /// Adds a point above the closest face: the visible faces are replaced by a fan from their outline to the point.
  /// Faces whose plane is within `coplanar_distance` of the point count as visible.
  /// @return false, with nothing changed, if the workspace is full, or if rounding has turned the outline into
  ///         something other than one simple loop.
  bool expand(const SupportPoint& point, double coplanar_distance);

  /// The point of the closest face nearest to the origin. If several faces share a plane, up to rounding, the point may
  /// lie in another of them: faces with the same normal and a distance of at most `distance` are then searched.
  SupportPoint closest_point(int closest_face, double distance) const;

 private:
  /// Distance of a face that has no plane.
  static constexpr double k_no_plane = 1e300;

  const Vec3& at(int vertex) const { return vertices_[vertex].w; }
  /// Two vectors in lanes.
  struct Lanes;

  /// Computes the planes of two faces from their corners.
  void set_planes(int first, int second, const Lanes& a, const Lanes& b, const Lanes& c);
  /// Also finds the closest one of the other faces.
  int find_visible(const Vec3& point, double coplanar_distance, Index* visible, F64x2& least_key) const;
  /// The vertices around a patch of faces, in order, counter-clockwise seen from outside. Adding up, for each vertex,
  /// the next corner of each face minus the last one gives the next vertex of the outline minus the last, and zero
  /// inside the patch: edges between faces of the patch occur in both directions.
  /// @return their number; 0 if they are not one simple loop.
  int find_outline(const Index* visible, int visible_count, Index* outline) const;
  void move_face(int from, int to);
  /// Barycentric coordinates, in a face, of the foot of the origin on its plane.
  void foot(int face, double weights[3]) const;

  Workspace<SupportPoint, k_max_vertices> vertices_;
  /// With an unused row, for pairs of lanes.
  static constexpr int k_rows = k_max_faces + 1;
  Face faces_[k_rows];
  /// By component.
  double normals_[3][k_rows];
  double distances_[k_rows];
  /// Distances that name their faces, to find the closest one by minima alone.
  double keys_[k_rows];
  int vertex_count_ = 0;
  /// Even, as in every closed triangulated surface.
  int face_count_ = 0;
  int closest_ = 0;
};

}  // namespace hyperplane
