#include "shape/triangle.h"

#include <array>

#include "core/constants.h"
#include "shape/bounds.h"
#include "shape/polygon.h"
#include "shape/ray.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// The part of a line in the plane of a triangle that lies on the triangle.
struct Crossing {
  Interval inside;
  /// Outward normal, in the plane, of the edge where the line enters; of any length.
  Vec3 normal;
};

/// @param o a point of the line, relative to the core's origin.
Crossing cross_in_plane(const Triangle& triangle, const Vec3& normal, const Vec3& o, const Vec3& direction) {
  Crossing crossing;
  for (int i = 0; i < Triangle::k_corner_count; ++i) {
    const Vec3 outwards = cross(triangle.edge(i), normal);
    const double beyond = dot(outwards, o - triangle.corner(i));
    if (enter_half_space(crossing.inside, beyond, dot(outwards, direction))) crossing.normal = outwards;
  }
  return crossing;
}

}  // namespace

Vec3 Triangle::normal() const {
  // By the two shorter edges, whose cross product has the smallest error. All three products are the same vector.
  const Vec3 to_last = to_c - to_b;
  const double b = length_squared(to_b), c = length_squared(to_c), last = length_squared(to_last);
  const bool is_b_longest = b >= c && b >= last;
  const Vec3 across = cross(is_b_longest ? to_last : to_b, is_b_longest ? -to_c : c >= last ? to_last : to_c);
  return across * (1.0 / length(across));
}

double Triangle::core_extent() const {
  const Vec3 b = abs(to_b), c = abs(to_c);
  return max(b.x + b.y + b.z, c.x + c.y + c.z) + length(below);
}

double Triangle::core_reach() const { return max(length(to_b), length(to_c)); }

Vec3 Triangle::core_support(const Vec3& direction) const {
  const double b = dot(direction, to_b), c = dot(direction, to_c);
  const Vec3 drop = dot(direction, below) > 0.0 ? below : Vec3{};
  if (b >= c) return b > 0.0 ? drop + to_b : drop;
  return c > 0.0 ? drop + to_c : drop;
}

void Triangle::core_face(const Vec3& direction, SupportingFace& face) const {
  const bool is_front = dot(cross(to_b, to_c), direction) >= 0.0;
  face.count = k_corner_count;
  face.index = is_front ? 0 : 1;
  face.vertices[0] = {};
  face.vertices[1] = is_front ? to_b : to_c;
  face.vertices[2] = is_front ? to_c : to_b;
}

ContactFeature Triangle::core_feature(const SupportingFace& face, FeatureKind kind, int i) const {
  const auto place = static_cast<std::uint32_t>(i);
  if (kind == FeatureKind::face) return make_feature(kind, 0);
  if (face.index == 0) return make_feature(kind, place);
  // The back lists the corners as 0, 2, 1, and the edges as 2, 1, 0.
  return make_feature(kind, kind == FeatureKind::edge ? 2 - place : (3 - place) % 3);
}

ContactFeature Triangle::core_feature_at(const Vec3& point) const {
  const double tolerance = k_feature_tolerance * core_extent(), squared = tolerance * tolerance;
  for (int i = 0; i < k_corner_count; ++i) {
    if (length_squared(point - corner(i)) <= squared) {
      return make_feature(FeatureKind::vertex, static_cast<std::uint32_t>(i));
    }
  }
  for (int i = 0; i < k_corner_count; ++i) {
    const Vec3 along = edge(i);
    if (length_squared(cross(along, point - corner(i))) <= squared * length_squared(along)) {
      return make_feature(FeatureKind::edge, static_cast<std::uint32_t>(i));
    }
  }
  return make_feature(FeatureKind::face, 0);
}

double Triangle::core_reach_across(const Vec3& axis) const {
  double squared = 0.0;
  for (int i = 0; i < k_corner_count; ++i) squared = max(squared, length_squared(cross(axis, origin + corner(i))));
  return std::sqrt(squared);
}

Aabb Triangle::bounds(const Transform& pose) const {
  const Vec3 first = pose.rotation * origin;
  Vec3 low, high;
  for (const Vec3& corner : {to_b, to_c}) {
    const Vec3 turned = pose.rotation * corner;
    low = min(low, turned);
    high = max(high, turned);
  }
  const Vec3 back = pose.rotation * below;
  low += min(back, Vec3{});
  high += max(back, Vec3{});
  const double reach = max(length(origin), max(length(origin + to_b), length(origin + to_c))) + length(below);
  return rounded_outwards(pose.translation, first + low, first + high, reach);
}

/// By the volumes that the line spans with the edges: the line hits the triangle if no two have opposite signs (Jones,
/// "Intersecting a Ray and a Triangle with Pluecker Coordinates", 2000). A line that passes an edge by less than the
/// rounding of its origin hits the edge, so that no ray passes between two triangles that share it. The volumes are
/// also the weights of the corners at the point of the hit.
RayHit Triangle::raycast(const Vec3& ray_origin, const Vec3& direction, double max_distance) const {
  const double extent = core_extent();
  const RayStart start = advance_ray(ray_origin - origin, direction, extent);
  const Vec3 a = -start.origin, b = to_b - start.origin, c = to_c - start.origin;
  const double of_a = dot(direction, cross(c, b)), of_b = dot(direction, cross(a, c)),
               of_c = dot(direction, cross(b, a));
  const double sum = of_a + of_b + of_c, side = sum < 0.0 ? -1.0 : 1.0;
  const double rounding = k_ray_edge_rounding * (start.advanced + length(start.origin) + length(origin) + extent);
  if (side * of_a < -rounding * length(c - b) || side * of_b < -rounding * length(to_c) ||
      side * of_c < -rounding * length(to_b)) {
    return {};
  }
  Vec3 outwards = normal();
  if (sum == 0.0) {
    const Crossing crossing = cross_in_plane(*this, outwards, start.origin, direction);
    const Interval& inside = crossing.inside;
    if (!lies_ahead(inside, start)) return {};
    if (start.advanced + inside.enter < 0.0) return ray_starts_inside(ray_origin, direction);
    const double distance = start.advanced + inside.enter;
    if (distance > max_distance) return {};
    return {true, distance, origin + start.origin + direction * inside.enter, hit_normal(crossing.normal, direction)};
  }
  // The weighted mean of the corners lies on the triangle, however thin that is.
  const double weight_b = max(side * of_b, 0.0), weight_c = max(side * of_c, 0.0);
  const double all = max(side * of_a, 0.0) + weight_b + weight_c;
  Vec3 point = to_b * (weight_b / all) + to_c * (weight_c / all);
  const Vec3 to_point = point - start.origin;
  double along = dot(direction, to_point);
  if (length(to_point - direction * along) > 4.0 * rounding + k_distance_tolerance * extent) {
    // The weights are rounding, as in a needle, or the line passes both edges beyond the tip of a needle.
    const double facing = dot(outwards, direction);
    if (facing == 0.0) return {};
    along = -dot(outwards, start.origin) / facing;
    const Vec3 on_plane = start.origin + direction * along;
    point = closest_point(origin + on_plane).point - origin;
    if (length(point - on_plane) > 4.0 * rounding + k_contact_tolerance * extent) return {};
  }
  double distance = start.advanced + along;
  // A ray that starts on the triangle may have passed it by rounding.
  if (distance < 0.0 && distance >= -rounding) distance = 0.0;
  if (!(distance >= 0.0) || distance > max_distance) return {};
  if (dot(outwards, direction) > 0.0) outwards = -outwards;
  return {true, distance, origin + point, outwards};
}

/// The distance from the face is that from its plane.
ClosestPoint Triangle::closest_point(const Vec3& point, const Vec3& n) const {
  const Vec3 p = point - origin;
  const double above = dot(n, p);
  const Vec3 side = above < 0.0 ? -n : n;
  Vec3 closest;
  if (!closest_on_outline(std::array{0, 1, 2}, to_c, [&](int i) { return corner(i); }, n, p, closest)) {
    return {std::fabs(above), origin + p - n * above, side};
  }
  const double distance = length(p - closest);
  const bool is_direction = distance > k_direction_from_points * core_extent();
  return {distance, origin + closest, is_direction ? (p - closest) * (1.0 / distance) : side};
}

}  // namespace hyperplane
