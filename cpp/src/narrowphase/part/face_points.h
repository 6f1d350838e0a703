#pragma once

#include "core/function_ref.h"
#include "math/vec3.h"
#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/part/placed_body.h"

namespace hyperplane {

/// A triangle whose face pushes along one of its normals, in the frame of its surface.
struct PushingFace {
  const Vec3 (&corners)[3];
  /// Unit normals: of the front, and of the side that pushes.
  Vec3 front, normal;
  /// m: how far beside the triangle a point still lies on it, for a depth up to `size`; proportional beyond.
  double size;

  /// Whether a point of the plane lies on the triangle. @param tolerance m.
  bool holds(const Vec3& point, double tolerance) const;
  /// m: for a contact of a depth.
  double tolerance_at(double depth) const;
};

/// The contact of a convex shape with the face of a triangle, by the depths of single points: the vertices of the
/// shape's feature that faces the triangle most, and its deepest point, as far as they lie over the triangle. Where the
/// triangle's own outline would cut that feature, a neighbour has the contact.
///
/// As `find_face_area` with the points over the triangle alone, for a fifth of its price: nothing is clipped.
/// @param found normal out of the triangle, points of the surface as those of A. No points: the shape does not lie over
/// the triangle. @return false if the feature has too many vertices; `find_face_area` then merges them.
bool find_face_points(const PushingFace& face, const PlacedBody& body, ContactArea& found);

/// Whether a face lies below a point, along a direction, and no lower than a radius. @param face its front is the side
/// that pushes.
bool is_under(const PushingFace& face, const Vec3& direction, double radius, const Vec3& point);
/// Whether a vertex of the body's face along a half-space, not above that, lies in none of the faces that it is over.
/// @param normal out of the half-space. @param depth m: of the body in it. @param is_in whether a vertex of the core is
/// over a face and in it.
bool hangs_over(const PlacedBody& body, const Vec3& normal, double depth, FunctionRef<bool(const Vec3&)> is_in);

}  // namespace hyperplane
