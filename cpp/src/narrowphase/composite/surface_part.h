#pragma once

#include <cstdint>
#include <optional>

#include "composite/surface.h"
#include "math/transform.h"
#include "narrowphase/composite/face_points.h"
#include "narrowphase/composite/surface_vicinity.h"

/// The directions in which a triangle of a surface may push: see surface_contact.h.

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
  /// None: the tree of the surface.
  std::optional<TrianglesAround> around;
  /// Of the surface. None: the identity.
  std::optional<Transform> frame;

  /// @param middle of the other shape.
  SurfacePart(const Surface& of, std::int32_t triangle, const Pose& at, const Vec3& middle,
              const std::optional<TrianglesAround>& near = std::nullopt);
  /// In the frame of the surface. @param place of the triangle. @param flat it. @param unit_normal of its front.
  SurfacePart(const Surface& of, std::uint32_t place, const Triangle& flat, const Vec3& unit_normal, const Vec3& middle,
              const std::optional<TrianglesAround>& near);

  /// In the frame of the surface.
  Vec3 local_point(const Vec3& point) const { return frame ? inverse_times(*frame, point) : point; }
  Vec3 local_direction(const Vec3& way) const { return frame ? transpose_times(frame->rotation, way) : way; }
  /// m: up to which points of the surface are one.
  double weld() const;
  EdgeBend bend(int edge) const { return bend_of(bends, edge); }
  bool has_bend(EdgeBend wanted) const { return bend(0) == wanted || bend(1) == wanted || bend(2) == wanted; }
  /// Whether a direction other than the normals of the face may be one of the surface at an edge of the triangle.
  bool has_outer_edge() const {
    if (has_bend(EdgeBend::convex) || has_bend(EdgeBend::open)) return true;
    return !surface.is_one_sided() && has_bend(EdgeBend::concave);
  }
  PushingFace face() const { return {corners, front, normal, size}; }

 private:
  /// In the frame of the surface.
  void set_corners(const Triangle& flat, const Vec3& unit_normal);
  void choose_side(const Vec3& middle);
};

/// Visits the triangles within a distance of a point, until `visit` returns false. In the frame of the surface.
void visit_around(const SurfacePart& part, const Vec3& point, double distance, TriangleSearch visit);

/// Whether the surface can push along a direction at a point of a triangle.
/// @param point of the contact. @param direction unit length, out of the surface.
/// @param gap m: along the direction to a body that is off the surface; 0: the body overlaps it.
bool can_push(const SurfacePart& part, const Vec3& point, const Vec3& direction, double gap = 0.0);

/// The same at a gap. A body that is off the edge of a face by next to nothing, beside its gap, is over the face: both
/// edges of a crack push along the normals of their faces.
/// @param direction may be set to the normal of the face, and `gap` to that along it.
bool can_push_from_afar(const SurfacePart& part, const Vec3& point, Vec3& direction, double& gap);

}  // namespace hyperplane
