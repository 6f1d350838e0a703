#include "shape/cone.h"

#include "shape/bounds.h"
#include "shape/ray.h"
#include "shape/rim.h"
#include "shape/tolerances.h"

namespace hyperplane {

void Cone::core_face(const Vec3& direction, SupportingFace& face) const {
  if (is_flat()) return as_cylinder().core_face(direction, face);
  const double across = std::sqrt(direction.x * direction.x + direction.z * direction.z);
  // Cosines to the normal of the base, (0, -1), and to that of the side, (height, radius) / slant, times |direction|.
  const double to_base = -direction.y;
  const double to_side = (across * (2.0 * half_height) + direction.y * base_radius) / slant();
  if (to_base >= to_side) {
    face.count = k_rim_points;
    face.index = 0;
    rim_polygon(base_radius, -half_height, false, direction, face.vertices.data());
    return;
  }
  const Vec3 apex{0.0, half_height, 0.0};
  const Vec3 rim = across > 0.0
                       ? Vec3{direction.x / across * base_radius, -half_height, direction.z / across * base_radius}
                       : Vec3{base_radius, -half_height, 0.0};
  const bool apex_is_farther = dot(direction, apex) >= dot(direction, rim);
  face.count = 2;
  face.index = apex_is_farther ? 1 : 2;
  face.vertices[0] = apex_is_farther ? apex : rim;
  face.vertices[1] = apex_is_farther ? rim : apex;
}

ContactFeature Cone::core_feature(const SupportingFace& face, FeatureKind kind, int i) const {
  if (is_flat()) return as_cylinder().core_feature(face, kind, i);
  if (face.index > 0) {
    // A line of the side: 1 starts at the apex, 2 at the rim.
    if (kind != FeatureKind::vertex) return make_feature(FeatureKind::face, 1);
    return make_feature((face.index == 1) == (i == 0) ? FeatureKind::vertex : FeatureKind::edge, 0);
  }
  if (kind == FeatureKind::face) return make_feature(kind, 0);
  return make_feature(kind, 1 + static_cast<std::uint32_t>(i));
}

ContactFeature Cone::core_feature_at(const Vec3& point) const {
  if (is_flat()) return as_cylinder().core_feature_at(point);
  const double tolerance = k_feature_tolerance * core_extent();
  if (half_height - point.y <= tolerance) return make_feature(FeatureKind::vertex, 0);
  if (half_height + point.y > tolerance) return make_feature(FeatureKind::face, 1);
  const bool is_on_rim = base_radius - std::sqrt(point.x * point.x + point.z * point.z) <= tolerance;
  return make_feature(is_on_rim ? FeatureKind::edge : FeatureKind::face, 0);
}

Aabb Cone::bounds(const Transform& pose) const {
  // Along a world axis the base reaches as far as the length of that axis's projection on the plane of the base.
  const Vec3 &x = pose.rotation.columns[0], &y = pose.rotation.columns[1], &z = pose.rotation.columns[2];
  const Vec3 disc{std::sqrt(x.x * x.x + z.x * z.x), std::sqrt(x.y * x.y + z.y * z.y), std::sqrt(x.z * x.z + z.z * z.z)};
  const Vec3 apex = y * half_height, around{rounding, rounding, rounding};
  return rounded_outwards(pose.translation, min(apex, -apex - disc * base_radius) - around,
                          max(apex, -apex + disc * base_radius) + around, core_extent() + rounding);
}

/// The ray is inside while f(t) = x^2 + z^2 - k^2 (apex - y)^2 is not positive (the double cone) and it is between the
/// planes of base and apex, which cut off the upper half of the double cone. f is a quadratic in t. If its leading
/// coefficient is positive, the ray is inside between the roots. If it is negative, the ray is steeper than the side: a
/// rising ray is inside the lower half before the lower root, a falling one after the upper root.
RayHit Cone::raycast(const Vec3& origin, const Vec3& direction, double max_distance) const {
  if (rounding > 0.0) return raycast_rounded(*this, origin, direction, max_distance);
  if (core_closest_point(origin).distance <= 0.0) return ray_starts_inside(origin, direction);
  const Vec3& d = direction;
  RayStart start = advance_ray(origin, direction, core_extent());
  // Advance to where the ray comes between the planes: the side of a flat cone magnifies a rounding of y many times.
  const double outside = std::fabs(start.origin.y) - half_height;
  if (outside > 0.0) {
    const double farthest = 4.0 * core_extent();  // of a hit from `start`
    if (start.origin.y * d.y >= 0.0 || outside > farthest * std::fabs(d.y)) return {};
    const double onward = outside / std::fabs(d.y);
    start.origin = {start.origin.x + d.x * onward, d.y < 0.0 ? half_height : -half_height,
                    start.origin.z + d.z * onward};
    start.advanced += onward;
  }
  const Vec3& o = start.origin;

  const double k = base_radius / (2.0 * half_height);
  const double below = half_height - o.y;
  const double a = d.x * d.x + d.z * d.z - k * k * d.y * d.y;
  const double b = o.x * d.x + o.z * d.z + k * k * below * d.y;
  const double c = o.x * o.x + o.z * o.z - k * k * below * below;
  // b^2 - a c, multiplied out, so that the squares of the distance to the axis and of the ray's slope against the side
  // do not cancel each other. (o x d).y is the ray's distance from the axis times its speed across.
  const double p = o.x * d.y + below * d.x, q = o.z * d.y + below * d.z, across = o.x * d.z - o.z * d.x;
  const double under_root = k * k * (p * p + q * q) - across * across;

  // A ray steeper than the side always meets the double cone; a negative discriminant is rounding, close to the apex.
  Interval side = k_empty_interval;
  if (under_root >= 0.0 || a < 0.0) {
    // The root without cancellation; the other one follows from the product of both.
    const double r = -(b + std::copysign(std::sqrt(max(under_root, 0.0)), b));
    const double first = a != 0.0 ? r / a : std::copysign(k_no_hit, -r), second = r != 0.0 ? c / r : first;
    const double low = min(first, second), high = max(first, second);
    if (a > 0.0) {
      side = {low, high};
    } else if (d.y > 0.0) {
      side = {-k_no_hit, low};
    } else {
      side = {high, k_no_hit};
    }
  }
  const Interval planes = ray_in_slab(o.y, d.y, -half_height, half_height);
  const Interval inside = intersection(planes, side);
  const double distance = max(start.advanced + inside.enter, 0.0);
  if (!lies_ahead(inside, start) || distance > max_distance) return {};

  const Vec3 hit = o + d * inside.enter;
  if (planes.enter >= side.enter && d.y > 0.0) return {true, distance, {hit.x, -half_height, hit.z}, {0.0, -1.0, 0.0}};
  // The normal of the line of the side that was hit; at the apex, where all lines meet, of the line that faces the ray.
  const double from_axis = std::sqrt(hit.x * hit.x + hit.z * hit.z), across_speed = std::sqrt(d.x * d.x + d.z * d.z);
  const bool is_apex = from_axis <= k_direction_from_points * base_radius;
  if (is_apex && !(across_speed > 0.0)) return {true, distance, {0.0, half_height, 0.0}, {0.0, 1.0, 0.0}};
  const Vec3 outwards =
      is_apex ? Vec3{-d.x / across_speed, 0.0, -d.z / across_speed} : Vec3{hit.x / from_axis, 0.0, hit.z / from_axis};
  const double length = slant();
  return {true, distance, hit, outwards * (2.0 * half_height / length) + Vec3{0.0, base_radius / length, 0.0}};
}

ClosestPoint Cone::core_closest_point(const Vec3& point) const {
  if (is_flat()) return as_cylinder().core_closest_point(point);
  // A triangle in the half plane through the axis and the point, with x the distance from the axis.
  const double across = std::sqrt(point.x * point.x + point.z * point.z);
  const Vec3 outwards = across > 0.0 ? Vec3{point.x / across, 0.0, point.z / across} : Vec3{1.0, 0.0, 0.0};
  const double side = slant();
  const double normal_x = 2.0 * half_height / side, normal_y = base_radius / side;  // of the side

  const double above_side = normal_x * across + normal_y * (point.y - half_height);
  const double below_base = -half_height - point.y;
  // Distance from the apex down the side to the foot of the point on it.
  const double along = across * normal_y - (point.y - half_height) * normal_x;
  const Vec3 apex{0.0, half_height, 0.0};
  const Vec3 side_normal = outwards * normal_x + Vec3{0.0, normal_y, 0.0};

  const bool inside = above_side <= 0.0 && below_base <= 0.0;
  if (inside ? below_base >= above_side : below_base > 0.0 && across <= base_radius) {
    return {below_base, {point.x, -half_height, point.z}, {0.0, -1.0, 0.0}};
  }
  if (inside || (above_side > 0.0 && along >= 0.0 && along <= side)) {
    return {above_side, apex + outwards * (along * normal_y) - Vec3{0.0, along * normal_x, 0.0}, side_normal};
  }
  // Outside, closest to the rim or to the apex.
  const Vec3 corner = along > side || below_base > 0.0 ? outwards * base_radius - apex : apex;
  const Vec3 from_corner = point - corner;
  const double distance = length(from_corner);
  const bool is_direction = distance > k_direction_from_points * core_extent();
  return {distance, corner, is_direction ? from_corner * (1.0 / distance) : side_normal};
}

}  // namespace hyperplane
