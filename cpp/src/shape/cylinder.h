#pragma once

#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "shape/rim.h"
#include "shape/rounding.h"
#include "shape/supporting_face.h"
#include "shape/traits.h"

namespace hyperplane {

/// A disc swept along Y. Its members are described in shape_class.h.
struct Cylinder : ShapeTraits {
  double rim_radius;
  double half_height;
  double rounding;

  explicit constexpr Cylinder(const Shape& shape)
      : rim_radius(shape.parameters[0]), half_height(0.5 * shape.parameters[1]), rounding(shape.parameters[2]) {}

  constexpr Cylinder(double radius, double half_of_height, double rounding_radius)
      : rim_radius(radius), half_height(half_of_height), rounding(rounding_radius) {}

  constexpr double radius() const { return rounding; }
  constexpr Vec3 core_origin() const { return {}; }
  constexpr double core_extent() const { return rim_radius + half_height; }

  /// A point on the rim of the cap that lies farther along the direction. For a direction along the axis every point of
  /// the cap is farthest; the middle of the cap is returned.
  Vec3 core_support(const Vec3& direction) const {
    const double y = with_sign(half_height, direction.y);
    const double across = std::sqrt(direction.x * direction.x + direction.z * direction.z);
    if (!(across > 0.0)) return {0.0, y, 0.0};
    const double scale = rim_radius / across;
    return {direction.x * scale, y, direction.z * scale};
  }
  /// A cap, as a polygon of points on its rim, or the line of the side that faces along the direction, a point if there
  /// is no height; the farthest vertex comes first.
  void core_face(const Vec3& direction, SupportingFace& face) const;
  ContactFeature core_feature(const SupportingFace& face, FeatureKind kind, int i) const;
  ContactFeature core_feature_at(const Vec3& point) const;

  static constexpr unsigned k_thickness_parameters = 3u;
  static constexpr unsigned k_rounding_parameter = 4u;
  constexpr int revolved_axis() const { return 1; }
  constexpr Crease crease() const { return {true, 0.0}; }
  constexpr Caps core_caps() const { return {true, true}; }
  constexpr FlatExtent flat_extent() const { return {{rim_radius, half_height, rim_radius}, true}; }
  /// Of the side.
  Normals core_normals_towards(const Vec3& point) const { return {1, {side_normal(point, 0.0)}}; }

  Aabb bounds(const Transform& pose) const;
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint core_closest_point(const Vec3& point) const;
  ClosestPoint closest_point(const Vec3& point) const { return grown(core_closest_point(point), rounding); }
};

}  // namespace hyperplane
