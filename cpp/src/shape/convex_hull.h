#pragma once

#include <hyperplane/shape_query.h>

#include "hull/hull.h"
#include "math/transform.h"
#include "shape/supporting_face.h"

namespace hyperplane {

/// A convex polyhedron; its data live in a Hull. Its members are described in shape_class.h.
struct ConvexHull {
  const Hull* hull;

  explicit constexpr ConvexHull(const Shape& shape) : hull(shape.hull) {}

  constexpr double radius() const { return 0.0; }
  Vec3 core_origin() const { return hull->centre(); }
  double core_extent() const { return hull->bounding_radius(); }

  Vec3 core_support(const Vec3& direction) const { return hull->points()[highest_vertex(direction, 0)]; }
  /// The vertex that lies farthest along a direction. Small hulls are scanned. On big ones the way climbs from vertex
  /// to neighbouring vertex as long as one is higher, which on a convex polyhedron ends at a highest one.
  /// @param start where a climb sets out; the answer to a similar question saves most of the way.
  std::uint32_t highest_vertex(const Vec3& direction, std::uint32_t start) const;

  void core_face(const Vec3& direction, SupportingFace& face) const;

  Aabb bounds(const Transform& pose) const;
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint closest_point(const Vec3& point) const;
};

}  // namespace hyperplane
