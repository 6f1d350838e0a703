#pragma once

#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "shape/rim.h"
#include "shape/supporting_face.h"
#include "shape/traits.h"

namespace hyperplane {

/// The unit ball, stretched along its three axes; an elliptic disc, a segment or a point if radii are zero. Its members
/// are described in shape_class.h.
struct Ellipsoid : ShapeTraits {
  /// Half axes.
  Vec3 radii;

  explicit constexpr Ellipsoid(const Shape& shape)
      : radii{shape.parameters[0], shape.parameters[1], shape.parameters[2]} {}

  constexpr double radius() const { return 0.0; }
  constexpr Vec3 core_origin() const { return {}; }
  double core_extent() const { return max_component(radii); }

  /// An ellipsoid is S(ball), with S the stretching. The maximum over u in the ball of d . S u is the maximum of (S d)
  /// . u, reached at the unit vector along S d; the support point is that vector, stretched.
  Vec3 core_support(const Vec3& direction) const {
    const Vec3 stretched = scale(radii, direction);
    const double size = length(stretched);
    if (!(size > 0.0)) return {0.0, radii.y, 0.0};
    return scale(radii, stretched) * (1.0 / size);
  }
  /// A single point, or the flat feature of a disc (as a polygon of points on its rim) or of a segment.
  void core_face(const Vec3& direction, SupportingFace& face) const;
  ContactFeature core_feature(const SupportingFace& face, FeatureKind kind, int i) const {
    return make_feature(kind, k_rim_points * face.index + static_cast<std::uint32_t>(i));
  }
  ContactFeature core_feature_at(const Vec3& /*point*/) const { return k_surface; }

  static constexpr bool k_is_smooth = true;
  static constexpr unsigned k_thickness_parameters = 7u;
  /// The axis of revolution, if two radii are equal.
  constexpr int revolved_axis() const {
    return radii.x == radii.z ? 1 : radii.y == radii.z ? 0 : radii.x == radii.y ? 2 : -1;
  }
  /// Of a segment.
  constexpr Crease crease() const {
    const int zeros = (radii.x == 0.0 ? 1 : 0) + (radii.y == 0.0 ? 1 : 0) + (radii.z == 0.0 ? 1 : 0);
    return {zeros == 2, 0.0, radii.x > 0.0 ? 0 : (radii.y > 0.0 ? 1 : 2)};
  }
  /// The least radius of curvature; 0 for a disc, which has a rim.
  double inner_ball() const {
    const double least = least_radius();
    return least > 0.0 ? least * least / max_component(radii) : 0.0;
  }
  constexpr FlatExtent flat_extent() const { return {radii, true}; }
  Normals core_normals_towards(const Vec3& point) const;

  Aabb bounds(const Transform& pose) const;
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  /// After Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid" (2013).
  ClosestPoint closest_point(const Vec3& point) const;

 private:
  constexpr double least_radius() const { return min(radii.x, min(radii.y, radii.z)); }
  /// Of a flat ellipsoid: the first axis without a radius.
  constexpr int flat_axis() const { return radii.x == 0.0 ? 0 : (radii.y == 0.0 ? 1 : 2); }

  static constexpr ContactFeature k_surface = make_feature(FeatureKind::surface, 0);
};

}  // namespace hyperplane
