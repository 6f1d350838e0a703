#pragma once

#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "shape/cylinder.h"
#include "shape/rim.h"
#include "shape/rounding.h"
#include "shape/supporting_face.h"
#include "shape/traits.h"

namespace hyperplane {

/// A disc at the bottom, a point at the top, centred at half the height. Without radius or height it is a cylinder of
/// the same sizes. Its members are described in shape_class.h.
struct Cone : ShapeTraits {
  double base_radius;
  double half_height;
  double rounding;

  explicit constexpr Cone(const Shape& shape)
      : base_radius(shape.parameters[0]), half_height(0.5 * shape.parameters[1]), rounding(shape.parameters[2]) {}

  constexpr double radius() const { return rounding; }
  constexpr Vec3 core_origin() const { return {}; }
  constexpr double core_extent() const { return base_radius + half_height; }

  /// The apex if the direction rises at least as steeply as the normals of the side, otherwise a point on the rim of
  /// the base.
  Vec3 core_support(const Vec3& direction) const {
    const double across_squared = direction.x * direction.x + direction.z * direction.z;
    const double across = std::sqrt(across_squared);
    if (direction.y * (2.0 * half_height) >= across * base_radius) {
      // A zero direction also ends up here.
      return {0.0, half_height, 0.0};
    }
    if (!(across > 0.0)) return {0.0, -half_height, 0.0};
    const double scale = base_radius / across;
    return {direction.x * scale, -half_height, direction.z * scale};
  }
  /// The base, as a polygon of points on its rim, or the line of the side that faces along the direction.
  void core_face(const Vec3& direction, SupportingFace& face) const;
  ContactFeature core_feature(const SupportingFace& face, FeatureKind kind, int i) const;
  ContactFeature core_feature_at(const Vec3& point) const;

  static constexpr unsigned k_thickness_parameters = 3u;
  static constexpr unsigned k_rounding_parameter = 4u;
  constexpr int revolved_axis() const { return 1; }
  Crease crease() const { return {true, is_flat() ? 0.0 : base_radius / slant()}; }
  constexpr Caps core_caps() const { return {true, is_flat()}; }
  constexpr FlatExtent flat_extent() const { return as_cylinder().flat_extent(); }
  /// Of the side.
  Normals core_normals_towards(const Vec3& point) const {
    return {1, {side_normal(point, is_flat() ? 0.0 : base_radius / (2.0 * half_height))}};
  }

  Aabb bounds(const Transform& pose) const;
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint core_closest_point(const Vec3& point) const;
  ClosestPoint closest_point(const Vec3& point) const { return grown(core_closest_point(point), rounding); }

 private:
  constexpr bool is_flat() const { return base_radius == 0.0 || half_height == 0.0; }
  constexpr Cylinder as_cylinder() const { return {base_radius, half_height, rounding}; }
  /// Length of the line from the rim to the apex.
  double slant() const { return std::sqrt(base_radius * base_radius + 4.0 * half_height * half_height); }
};

}  // namespace hyperplane
