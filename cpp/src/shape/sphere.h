#pragma once

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "shape/supporting_face.h"
#include "shape/traits.h"

/// Sphere: a point with a rounding radius. All members use the frame of the shape, whose origin is the centre.

namespace hyperplane {

struct Sphere : ShapeTraits {
  double sphere_radius;

  explicit constexpr Sphere(const Shape& shape) : sphere_radius(shape.parameters[0]) {}

  constexpr Vec3 core_origin() const { return {}; }
  constexpr double core_extent() const { return 0.0; }
  /// Support mapping of the core, a single point.
  constexpr Vec3 core_support(const Vec3& /*direction*/) const { return {}; }
  /// Rounding radius around the core.
  constexpr double radius() const { return sphere_radius; }
  void core_face(const Vec3& direction, SupportingFace& face) const;
  ContactFeature core_feature(const SupportingFace& /*face*/, FeatureKind /*kind*/, int /*i*/) const {
    return k_surface;
  }
  ContactFeature core_feature_at(const Vec3& /*point*/) const { return k_surface; }

  static constexpr unsigned k_thickness_parameters = 1u;
  constexpr RoundedBox rounded_box() const { return {true, {}, sphere_radius}; }

  /// Bounds at a pose, rounded outwards.
  Aabb bounds(const Transform& pose) const;
  /// @param direction unit length. See `raycast` in shape_query.h.
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint closest_point(const Vec3& point) const;

 private:
  static constexpr ContactFeature k_surface = make_feature(FeatureKind::surface, 0);
};

}  // namespace hyperplane
