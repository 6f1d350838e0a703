#pragma once

#include <cstdint>
#include <optional>

#include "composite/surface.h"
#include "math/transform.h"
#include "narrowphase/part/face_points.h"
#include "narrowphase/part/surface_vicinity.h"

/// The directions in which a triangle of a surface may push: that of its face, and at a convex edge or corner those
/// between the faces that meet: no triangle around the point rises above the plane through it (compare van den Bergen,
/// "Smooth Mesh Contacts with GJK", 2010, and Terdiman, "Contact generation for meshes", 2015). The triangles around a
/// point are found by place and not by adjacency, so that T-junctions and vertices that were not welded are inside the
/// surface, too; stored bends of edges settle most cases before.
///
/// A triangle pushes towards the side that the middle of the other shape is on, a one-sided one towards its front.

namespace hyperplane {

/// A triangle of a surface in a pair, in the frame of the pair.
struct SurfacePart {
  const Surface& surface;
  /// Of its edges.
  std::uint8_t bends;
  Vec3 corners[3];
  /// m: longest side.
  double size;
  /// Unit normals: of the front, and of the side that pushes.
  Vec3 front, normal;
  /// Of the other shape.
  Vec3 middle;
  /// None: the tree of the surface.
  std::optional<TrianglesAround> around;
  /// Of the surface. None: the identity.
  std::optional<Transform> frame;
  /// The last direction that a corner was asked about, and the answer: contacts ask again. -1: none.
  mutable int asked_corner = -1;
  mutable bool is_normal_there = false;
  mutable Vec3 asked_direction;

  SurfacePart(const Surface& of, std::int32_t triangle, const Pose& at, const Vec3& middle_of_other,
              const std::optional<TrianglesAround>& near = std::nullopt);
  /// In the frame of the surface. @param place of the triangle. @param flat it. @param unit_normal of its front.
  SurfacePart(const Surface& of, std::uint32_t place, const Triangle& flat, const Vec3& unit_normal,
              const Vec3& middle_of_other, const std::optional<TrianglesAround>& near);

  /// In the frame of the surface.
  Vec3 local_point(const Vec3& point) const { return frame ? inverse_times(*frame, point) : point; }
  Vec3 local_direction(const Vec3& way) const { return frame ? transpose_times(frame->rotation, way) : way; }
  /// m: up to which points of the surface are one.
  double weld() const;
  EdgeBend bend(int edge) const { return bend_of(bends, edge); }
  /// Whether the middle of the other shape is behind the surface.
  bool is_behind() const;
  /// Whether the surface bends away from the side that pushes, or ends.
  bool is_outer(int edge) const {
    const EdgeBend outer = dot(normal, front) > 0.0 ? EdgeBend::convex : EdgeBend::concave;
    return bend(edge) == EdgeBend::open || bend(edge) == outer;
  }
  PushingFace face() const { return {corners, front, normal, size}; }

 private:
  /// In the frame of the surface.
  void set_corners(const Triangle& flat, const Vec3& unit_normal);
  void choose_side();
};

/// m.
double longest_side_of(const Triangle& triangle);

/// Whether a direction other than the normals of the face may be one of the surface at an edge of a triangle.
bool has_outer_edge(const Surface& surface, std::int32_t triangle);

/// Visits the triangles within a distance of a point, until `visit` returns false. In the frame of the surface.
void visit_around(const SurfacePart& part, const Vec3& point, double distance, TriangleSearch visit);

/// Whether the surface may push along a direction at any point of a triangle: not, if that is told without the point.
/// @param direction unit length, out of the surface.
bool may_push(const SurfacePart& part, const Vec3& direction);
/// Whether a direction out of a triangle leads from a boundary edge, or from an end of one.
bool leads_from_boundary(const SurfacePart& part, const Vec3& direction);
/// Whether the surface can push along a direction at a point of a triangle.
/// @param point of the contact. @param direction unit length, out of the surface.
bool can_push(const SurfacePart& part, const Vec3& point, const Vec3& direction);

}  // namespace hyperplane
