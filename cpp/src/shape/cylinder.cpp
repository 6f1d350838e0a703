#include "shape/cylinder.h"

#include "shape/bounds.h"
#include "shape/ray.h"
#include "shape/rim.h"
#include "shape/tolerances.h"

namespace hyperplane {

void Cylinder::core_face(const Vec3& direction, SupportingFace& face) const {
  const double across_squared = direction.x * direction.x + direction.z * direction.z;
  const bool is_up = !(direction.y < 0.0);
  const double y = is_up ? half_height : -half_height;
  if (direction.y * direction.y >= across_squared && rim_radius > 0.0) {
    face.count = k_rim_points;
    face.index = is_up ? 1 : 0;
    rim_polygon(rim_radius, y, is_up, direction, face.vertices.data());
    return;
  }
  const double scale = rim_radius > 0.0 ? rim_radius / std::sqrt(across_squared) : 0.0;
  face.count = half_height > 0.0 ? 2 : 1;
  face.index = is_up ? 3 : 2;
  face.vertices[0] = {direction.x * scale, y, direction.z * scale};
  face.vertices[1] = {direction.x * scale, -y, direction.z * scale};
}

ContactFeature Cylinder::core_feature(const SupportingFace& face, FeatureKind kind, int i) const {
  if (face.index >= 2) {
    // A line of the side, with its ends on the rims: 3 starts at the upper end.
    return kind == FeatureKind::vertex
               ? make_feature(FeatureKind::edge, (face.index - 2) ^ static_cast<std::uint32_t>(i))
               : make_feature(FeatureKind::face, 2);
  }
  if (kind == FeatureKind::face) return make_feature(kind, face.index);
  const std::uint32_t place = k_rim_points * face.index + static_cast<std::uint32_t>(i);
  return make_feature(kind, kind == FeatureKind::vertex ? place : 2 + place);
}

ContactFeature Cylinder::core_feature_at(const Vec3& point) const {
  const double tolerance = k_feature_tolerance * core_extent();
  const std::uint32_t cap = point.y > 0.0 ? 1 : 0;
  if (half_height - std::fabs(point.y) > tolerance) return make_feature(FeatureKind::face, 2);
  const bool is_on_rim = rim_radius - std::sqrt(point.x * point.x + point.z * point.z) <= tolerance;
  return make_feature(is_on_rim ? FeatureKind::edge : FeatureKind::face, cap);
}

Aabb Cylinder::bounds(const Transform& pose) const {
  // Along a world axis a disc reaches as far as the length of that axis's projection on the plane of the disc.
  const Vec3 &x = pose.rotation.columns[0], &y = pose.rotation.columns[1], &z = pose.rotation.columns[2];
  const Vec3 disc{std::sqrt(x.x * x.x + z.x * z.x), std::sqrt(x.y * x.y + z.y * z.y), std::sqrt(x.z * x.z + z.z * z.z)};
  const Vec3 reach = disc * rim_radius + abs(y) * half_height + Vec3{rounding, rounding, rounding};
  return rounded_outwards(pose.translation, -reach, reach, core_extent() + rounding);
}

/// The cylinder is the intersection of a slab between two planes and an endless cylinder.
RayHit Cylinder::raycast(const Vec3& origin, const Vec3& direction, double max_distance) const {
  if (rounding > 0.0) return raycast_rounded(*this, origin, direction, max_distance);
  if (core_closest_point(origin).distance <= 0.0) return ray_starts_inside(origin, direction);
  const RayStart start = advance_ray(origin, direction, core_extent());
  const Vec3& o = start.origin;
  const Interval caps = ray_in_slab(o.y, direction.y, -half_height, half_height);
  const Interval side = ray_in_circle(o.x, o.z, direction.x, direction.z, rim_radius);
  const Interval inside = intersection(caps, side);
  const double distance = max(start.advanced + inside.enter, 0.0);
  if (!lies_ahead(inside, start) || distance > max_distance) return {};

  const Vec3 hit = o + direction * inside.enter;
  if (caps.enter >= side.enter) {
    const double up = direction.y > 0.0 ? -1.0 : 1.0;
    return {true, distance, {hit.x, up * half_height, hit.z}, {0.0, up, 0.0}};
  }
  const Vec3 normal = hit_normal({hit.x, 0.0, hit.z}, normalized(Vec3{direction.x, 0.0, direction.z}));
  return {true, distance, normal * rim_radius + Vec3{0.0, hit.y, 0.0}, normal};
}

ClosestPoint Cylinder::core_closest_point(const Vec3& point) const {
  const double across = std::sqrt(point.x * point.x + point.z * point.z);
  const Vec3 outwards = across > 0.0 ? Vec3{point.x / across, 0.0, point.z / across} : Vec3{1.0, 0.0, 0.0};
  const double up = point.y < 0.0 ? -1.0 : 1.0;
  const double beyond_side = across - rim_radius, beyond_cap = up * point.y - half_height;

  if (beyond_side > 0.0 && beyond_cap > 0.0) {
    const double distance = std::sqrt(beyond_side * beyond_side + beyond_cap * beyond_cap);
    const Vec3 normal = (outwards * beyond_side + Vec3{0.0, up * beyond_cap, 0.0}) * (1.0 / distance);
    return {distance, outwards * rim_radius + Vec3{0.0, up * half_height, 0.0}, normal};
  }
  if (beyond_side > beyond_cap) return {beyond_side, outwards * rim_radius + Vec3{0.0, point.y, 0.0}, outwards};
  return {beyond_cap, {point.x, up * half_height, point.z}, {0.0, up, 0.0}};
}

}  // namespace hyperplane
