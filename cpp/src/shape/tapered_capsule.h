#pragma once

#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "shape/rim.h"
#include "shape/supporting_face.h"
#include "shape/traits.h"

namespace hyperplane {

/// The hull of two balls on the Y axis. The core is the hull of a ball, of the difference of the radii, and the other
/// ball's centre; the rounding is the smaller radius. Of balls within each other the core is the larger one's centre.
/// Its members are described in shape_class.h.
struct TaperedCapsule : ShapeTraits {
  /// Of the balls' centres, which are at +half_height and -half_height.
  double half_height;
  /// Of the larger ball.
  double large_height;
  /// Radius of the core's ball.
  double excess;
  double rounding;

  explicit TaperedCapsule(const Shape& shape)
      : half_height(0.5 * shape.parameters[2]),
        large_height(shape.parameters[0] > shape.parameters[1] ? half_height : -half_height),
        excess(std::fabs(shape.parameters[0] - shape.parameters[1])),
        rounding(min(shape.parameters[0], shape.parameters[1])) {
    if (excess < 2.0 * half_height) return;
    // One ball.
    rounding += excess;
    excess = half_height = 0.0;
  }

  constexpr double radius() const { return rounding; }
  constexpr Vec3 core_origin() const { return {0.0, is_ball() ? large_height : 0.0, 0.0}; }
  constexpr double core_extent() const { return half_height + excess; }

  Vec3 core_support(const Vec3& direction) const {
    if (is_ball()) return {};
    const double size = length(direction);
    if (!(excess * size + 2.0 * large_height * direction.y > 0.0)) return {0.0, -large_height, 0.0};
    return Vec3{0.0, large_height, 0.0} + direction * (excess / size);
  }
  /// The axis from one ball's centre to the other's, from which the balls reach out; the farther ball comes first.
  void core_face(const Vec3& direction, SupportingFace& face) const;
  ContactFeature core_feature(const SupportingFace& face, FeatureKind kind, int i) const;
  ContactFeature core_feature_at(const Vec3& point) const;

  constexpr int revolved_axis() const { return is_ball() ? -1 : 1; }
  Crease crease() const { return {!is_ball(), is_ball() ? 0.0 : side_sine()}; }
  /// Of the side and of the ball.
  Normals core_normals_towards(const Vec3& point) const;

  Aabb bounds(const Transform& pose) const;
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint closest_point(const Vec3& point) const;

 private:
  constexpr bool is_ball() const { return half_height == 0.0; }
  /// y of the side's unit normals.
  constexpr double side_sine() const { return -0.5 * excess / large_height; }
};

}  // namespace hyperplane
