#include "shape/capsule.h"

#include "shape/bounds.h"
#include "shape/ray.h"
#include "shape/tolerances.h"

namespace hyperplane {

void Capsule::core_face(const Vec3& direction, SupportingFace& face) const {
  face.count = 2;
  face.vertices[0] = core_support(direction);
  face.vertices[1] = -face.vertices[0];
  face.index = face.vertices[0].y > 0.0 ? 1 : 0;
}

ContactFeature Capsule::core_feature(const SupportingFace& face, FeatureKind kind, int i) const {
  return kind == FeatureKind::vertex ? make_feature(kind, face.index ^ static_cast<std::uint32_t>(i))
                                     : make_feature(FeatureKind::edge, 0);
}

ContactFeature Capsule::core_feature_at(const Vec3& point) const {
  if (half_height - std::fabs(point.y) > k_feature_tolerance * half_height) return make_feature(FeatureKind::edge, 0);
  return make_feature(FeatureKind::vertex, point.y > 0.0 ? 1 : 0);
}

Aabb Capsule::bounds(const Transform& pose) const {
  const Vec3 reach = abs(pose.rotation.columns[1]) * half_height + Vec3{capsule_radius, capsule_radius, capsule_radius};
  return rounded_outwards(pose.translation, -reach, reach, half_height + capsule_radius);
}

/// The capsule is the union of a cylinder and the balls at the ends of the segment. The union is convex, so a ray
/// enters it where it first enters one of them.
RayHit Capsule::raycast(const Vec3& origin, const Vec3& direction, double max_distance) const {
  if (closest_point(origin).distance <= 0.0) return ray_starts_inside(origin, direction);
  const RayStart start = advance_ray(origin, direction, half_height + capsule_radius);
  const Vec3& o = start.origin;
  const Vec3 end{0.0, half_height, 0.0};
  const Interval pieces[3] = {intersection(ray_in_circle(o.x, o.z, direction.x, direction.z, capsule_radius),
                                           ray_in_slab(o.y, direction.y, -half_height, half_height)),
                              ray_in_ball(o - end, direction, capsule_radius),
                              ray_in_ball(o + end, direction, capsule_radius)};
  double first = k_no_hit;
  for (const Interval& piece : pieces) {
    if (lies_ahead(piece, start)) first = min(piece.enter, first);
  }
  const double distance = max(start.advanced + first, 0.0);
  if (first == k_no_hit || distance > max_distance) return {};

  const Vec3 hit = o + direction * first;
  const Vec3 foot{0.0, clamp(hit.y, -half_height, half_height), 0.0};
  const Vec3 normal = hit_normal(hit - foot, direction);
  return {true, distance, foot + normal * capsule_radius, normal};
}

ClosestPoint Capsule::closest_point(const Vec3& point) const {
  const Vec3 foot{0.0, clamp(point.y, -half_height, half_height), 0.0};
  const Vec3 from_axis = point - foot;
  const double distance = length(from_axis);
  // On the axis all perpendicular directions are equivalent.
  const Vec3 normal = distance > 0.0 ? from_axis * (1.0 / distance) : Vec3{1.0, 0.0, 0.0};
  return {distance - capsule_radius, foot + normal * capsule_radius, normal};
}

}  // namespace hyperplane
