#include "shape/tapered_capsule.h"

#include "shape/bounds.h"
#include "shape/rounding.h"
#include "shape/tolerances.h"

namespace hyperplane {

void TaperedCapsule::core_face(const Vec3& direction, SupportingFace& face) const {
  if (is_ball()) {
    face.count = 1;
    face.vertices[0] = {};
    return;
  }
  const bool is_large_farther = excess * length(direction) + 2.0 * large_height * direction.y > 0.0;
  face.count = 2;
  face.vertices[0] = {0.0, is_large_farther ? large_height : -large_height, 0.0};
  face.vertices[1] = -face.vertices[0];
  face.index = face.vertices[0].y > 0.0 ? 1 : 0;
}

ContactFeature TaperedCapsule::core_feature(const SupportingFace& face, FeatureKind kind, int i) const {
  return kind == FeatureKind::vertex ? make_feature(kind, face.index ^ static_cast<std::uint32_t>(i))
                                     : make_feature(FeatureKind::edge, 0);
}

ContactFeature TaperedCapsule::core_feature_at(const Vec3& point) const {
  if (is_ball()) return make_feature(FeatureKind::vertex, 0);
  // Along a line of the side from the small end, where the ball takes over.
  const double sine = side_sine(), across = std::sqrt(point.x * point.x + point.z * point.z);
  const double from_small = std::fabs(point.y + large_height), tangent = std::fabs(2.0 * large_height + excess * sine);
  const double tolerance = k_feature_tolerance * core_extent();
  if (from_small <= tolerance && across <= tolerance) {
    return make_feature(FeatureKind::vertex, large_height > 0.0 ? 0 : 1);
  }
  if (from_small >= tangent - tolerance) return make_feature(FeatureKind::vertex, large_height > 0.0 ? 1 : 0);
  return make_feature(FeatureKind::edge, 0);
}

Normals TaperedCapsule::core_normals_towards(const Vec3& point) const {
  if (is_ball()) return {};
  const double sine = side_sine();
  const Vec3 from_large = point - Vec3{0.0, large_height, 0.0};
  const double distance = length(from_large);
  return {2,
          {side_normal(point, sine / std::sqrt(1.0 - sine * sine)),
           distance > 0.0 ? from_large * (1.0 / distance) : unit_axis(1)}};
}

Aabb TaperedCapsule::bounds(const Transform& pose) const {
  const double at_large = rounding + excess;
  const Vec3 axis = pose.rotation.columns[1], large = axis * large_height;
  const Vec3 around_large{at_large, at_large, at_large}, around_small{rounding, rounding, rounding};
  const Vec3 small = is_ball() ? large : -large;
  return rounded_outwards(pose.translation, min(large - around_large, small - around_small),
                          max(large + around_large, small + around_small), std::fabs(large_height) + at_large);
}

RayHit TaperedCapsule::raycast(const Vec3& origin, const Vec3& direction, double max_distance) const {
  return raycast_rounded(*this, origin, direction, max_distance);
}

ClosestPoint TaperedCapsule::closest_point(const Vec3& point) const {
  const double across = std::sqrt(point.x * point.x + point.z * point.z);
  const double sine = is_ball() ? 0.0 : side_sine(), cosine = std::sqrt(1.0 - sine * sine);
  // How far up the line of the side the foot of the point is, from where the lower ball ends to where the upper begins.
  const double along = cosine * (point.y + half_height) - sine * across, side = 2.0 * half_height * cosine;
  if (!is_ball() && along >= 0.0 && along <= side) {
    const Vec3 normal = side_normal(point, sine / cosine);
    const double low = rounding + (large_height < 0.0 ? excess : 0.0);
    const double distance = cosine * across + sine * (point.y + half_height) - low;
    return {distance, point - normal * distance, normal};
  }
  const double height = is_ball() ? large_height : (along < 0.0 ? -half_height : half_height);
  const double ball = rounding + (height == large_height ? excess : 0.0);
  const Vec3 centre{0.0, height, 0.0}, away = point - centre;
  const double distance = length(away);
  const Vec3 normal = distance > 0.0 ? away * (1.0 / distance) : unit_axis(0);
  return {distance - ball, centre + normal * ball, normal};
}

}  // namespace hyperplane
