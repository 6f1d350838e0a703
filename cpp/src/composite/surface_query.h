#pragma once

#include <cstdint>

#include <hyperplane/shape_query.h>

#include "core/constants.h"
#include "math/simd.h"
#include "shape/ray.h"
#include "shape/triangle.h"

/// Rays, closest points and prisms of single triangles, for meshes and height fields.

namespace hyperplane {

/// Whether a triangle belongs to a surface: its normal is reliable, and its sides are no shorter than those of shapes.
[[gnu::noinline]] inline bool is_placeable(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double longest = max(length_squared(b - a), max(length_squared(c - b), length_squared(a - c)));
  return longest >= k_min_shape_size * k_min_shape_size && has_area(a, b, c);
}

/// Rejects most triangles that a ray misses, by the corners as seen along the ray. `Triangle::raycast` misses what it
/// rejects.
class RayFilter {
 public:
  /// @param coordinates m: bound on those of the ray's origin, in any frame. @param reach m: bound on the distance of
  /// the triangles from the origin of the frame.
  RayFilter(const Vec3& origin, const Vec3& direction, double coordinates, double reach)
      : origin_(advance_ray(origin, direction, reach).origin) {
    const Vec3 right = any_perpendicular(direction), up = cross(direction, right);
    for (int k = 0; k < 3; ++k) {
      const double pair[2] = {component(right, k), component(up, k)};
      across_[k] = load(pair);
    }
    tolerance_ = k_ray_filter_rounding * (coordinates + length(origin) + reach) * (length(origin_) + reach);
  }

  bool rejects(const Vec3& a, const Vec3& b, const Vec3& c) const {
    const Point p = project(a), q = project(b), r = project(c);
    const double u = r.x * q.y - r.y * q.x, v = p.x * r.y - p.y * r.x, w = q.x * p.y - q.y * p.x;
    return lesser(u, lesser(v, w)) < -tolerance_ && greater(u, greater(v, w)) > tolerance_;
  }

 private:
  struct Point {
    double x, y;
  };

  Point project(const Vec3& corner) const {
    const Vec3 p = corner - origin_;
    double seen[2];
    store(seen, across_[0] * splat(p.x) + across_[1] * splat(p.y) + across_[2] * splat(p.z));
    return {seen[0], seen[1]};
  }

  Vec3 origin_;
  /// By axis: its components to the right and upwards, across the ray.
  F64x2 across_[3];
  double tolerance_;
};

/// The first hit of several triangles; of those at the same distance that with the lowest number.
/// @param is_one_sided a ray from behind passes. @param best its distance is the maximum before the first hit.
inline void hit_triangle(const Triangle& triangle, std::uint32_t number, bool is_one_sided, const Vec3& origin,
                         const Vec3& direction, RayHit& best) {
  if (is_one_sided && dot(cross(triangle.to_b, triangle.to_c), direction) >= 0.0) return;
  RayHit hit = triangle.raycast(origin, direction, best.distance);
  if (!hit.hit) return;
  hit.feature.triangle = static_cast<std::int32_t>(number);
  if (best.hit && hit.distance == best.distance && hit.feature.triangle > best.feature.triangle) return;
  best = hit;
}

/// The closest point of several triangles; of those at the same distance that with the lowest number.
/// @param least the distance of `best`, infinite before the first.
inline void approach_triangle(const Triangle& triangle, std::uint32_t number, const Vec3& point, ClosestPoint& best,
                              double& least) {
  ClosestPoint closest = triangle.closest_point(point);
  if (closest.distance > least) return;
  closest.feature.triangle = static_cast<std::int32_t>(number);
  if (closest.distance == least && closest.feature.triangle > best.feature.triangle) return;
  least = closest.distance;
  best = closest;
}

/// The prism that holds a point; of several that whose triangle is nearest, then that with the lowest number.
/// @param best without a triangle before the first. @param least m: its depth; before the first, that of the prisms.
inline void enter_prism(const Triangle& triangle, std::uint32_t number, const Vec3& point, ClosestPoint& best,
                        double& least) {
  const Vec3 normal = triangle.normal();
  const double below = -dot(normal, point - triangle.origin);
  if (!(below > 0.0) || below > least) return;
  // Behind the face, the closest point is the foot on its plane.
  const ClosestPoint closest = triangle.closest_point(point);
  if (closest.distance != below) return;
  const auto of = static_cast<std::int32_t>(number);
  if (best.feature.triangle >= 0 && below == least && of > best.feature.triangle) return;
  least = below;
  best = {-below, closest.point, normal, {-1, of}};
}

}  // namespace hyperplane
