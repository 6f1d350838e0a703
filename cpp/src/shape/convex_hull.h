#pragma once

#include <hyperplane/shape_query.h>

#include "hull/hull.h"
#include "hull/support.h"
#include "math/transform.h"
#include "shape/rounding.h"
#include "shape/supporting_face.h"
#include "shape/traits.h"

namespace hyperplane {

/// A convex polyhedron; its data live in a Hull. Its members are described in shape_class.h.
struct ConvexHull : ShapeTraits {
  const Hull* hull;
  double rounding;

  explicit constexpr ConvexHull(const Shape& shape) : hull(shape.hull), rounding(shape.parameters[0]) {}

  constexpr double radius() const { return rounding; }
  Vec3 core_origin() const { return hull->centre(); }
  double core_extent() const { return hull->bounding_radius(); }

  Vec3 core_support(const Vec3& direction) const { return highest_point(*hull, direction); }

  void core_face(const Vec3& direction, SupportingFace& face) const;
  ContactFeature core_feature(const SupportingFace& face, FeatureKind kind, int i) const;
  ContactFeature core_feature_at(const Vec3& point) const;

  static constexpr bool k_is_polytope = true;

  Aabb bounds(const Transform& pose) const;
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint core_closest_point(const Vec3& point) const;
  ClosestPoint closest_point(const Vec3& point) const { return grown(core_closest_point(point), rounding); }
};

}  // namespace hyperplane
