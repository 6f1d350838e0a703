#pragma once

#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "shape/supporting_face.h"
#include "shape/traits.h"

namespace hyperplane {

/// A segment along Y, rounded: all points within `capsule_radius` of it. Its members are described in shape_class.h.
struct Capsule : ShapeTraits {
  double capsule_radius;
  /// Half the length of the core segment.
  double half_height;

  explicit constexpr Capsule(const Shape& shape)
      : capsule_radius(shape.parameters[0]), half_height(0.5 * shape.parameters[1]) {}

  constexpr double radius() const { return capsule_radius; }
  constexpr Vec3 core_origin() const { return {}; }
  constexpr double core_extent() const { return half_height; }

  /// The end of the segment that lies farther along the direction.
  Vec3 core_support(const Vec3& direction) const { return {0.0, with_sign(half_height, direction.y), 0.0}; }
  /// The segment; the end that lies farther along the direction comes first.
  void core_face(const Vec3& direction, SupportingFace& face) const;
  ContactFeature core_feature(const SupportingFace& face, FeatureKind kind, int i) const;
  ContactFeature core_feature_at(const Vec3& point) const;

  static constexpr unsigned k_thickness_parameters = 1u;
  constexpr int revolved_axis() const { return 1; }
  constexpr Crease crease() const { return {true, 0.0}; }
  constexpr RoundedBox rounded_box() const { return {true, {0.0, half_height, 0.0}, capsule_radius}; }
  constexpr FlatExtent flat_extent() const { return {{0.0, half_height, 0.0}, false}; }

  Aabb bounds(const Transform& pose) const;
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint closest_point(const Vec3& point) const;
};

}  // namespace hyperplane
