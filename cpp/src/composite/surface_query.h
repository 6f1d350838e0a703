#pragma once

#include <cstdint>

#include <hyperplane/shape_query.h>

#include "composite/mesh_edges.h"
#include "composite/tolerances.h"
#include "core/constants.h"
#include "math/simd.h"
#include "math/trigonometry.h"
#include "shape/ray.h"
#include "shape/triangle.h"

/// Rays and closest points of single triangles, for meshes and height fields.

namespace hyperplane {

/// Whether a triangle belongs to a surface: its normal is reliable, and its sides are no shorter than those of shapes.
bool is_placeable(const Vec3& a, const Vec3& b, const Vec3& c);

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
/// @param least the distance of `best`; before the first, which has no number, how far to look.
inline void approach_triangle(const Triangle& triangle, std::uint32_t number, const Vec3& point, ClosestPoint& best,
                              double& least) {
  ClosestPoint closest = triangle.closest_point(point);
  if (closest.distance > least) return;
  closest.feature.triangle = static_cast<std::int32_t>(number);
  if (closest.distance == least && best.feature.triangle >= 0 && closest.feature.triangle > best.feature.triangle)
    return;
  least = closest.distance;
  best = closest;
}

/// Decides whether a point is behind a surface, by the triangles that contain its nearest point: on the negative side
/// of their angle-weighted pseudonormal. At an open edge only points straight behind a face count as behind.
///
/// Source: Baerentzen and Aanaes, "Signed Distance Computation Using the Angle Weighted Pseudonormal", 2005.
class PointBehind {
 public:
  /// @param nearest on the surface. @param weld m: within which triangles contain it.
  PointBehind(const Vec3& point, const Vec3& nearest, double weld)
      : nearest_(nearest), away_(normalized(point - nearest)), weld_(weld) {}

  /// @param bends of the triangle's edges.
  void add(const Triangle& triangle, std::uint8_t bends) {
    const Vec3 normal = triangle.normal();
    if (triangle.closest_point(nearest_, normal).distance > weld_) return;
    Vec3 to[3];
    bool is_at_corner = false;
    for (int i = 0; i < 3; ++i) to[i] = triangle.origin + triangle.corner(i) - nearest_;
    // The angle of the triangle at the point.
    double angle = 2.0 * k_pi;
    for (int i = 0; i < 3; ++i) {
      const Vec3 &from = to[i], side = to[(i + 1) % 3] - from;
      if (length_squared(cross(from, side)) > weld_ * weld_ * length_squared(side)) continue;
      if (!is_at_corner) angle = k_pi;
      is_open_ = is_open_ || bend_of(bends, i) == EdgeBend::open;
      if (length_squared(from) > weld_ * weld_) continue;
      is_at_corner = true;
      const Vec3 other = to[(i + 2) % 3] - from;
      const double cosine = dot(side, other), sine = length(cross(side, other));
      angle = cosine > 0.0 ? arc_tangent(sine, cosine) : k_pi - arc_tangent(sine, -cosine);
    }
    sum_ += normal * angle;
    is_straight_ = is_straight_ || -dot(normal, away_) >= k_face_normal_cosine;
  }

  bool is_behind() const { return height() < 0.0 && (!is_open_ || is_straight_); }
  /// Of the direction to the point along the pseudonormal, which is not of unit length.
  double height() const { return dot(sum_, away_); }

 private:
  Vec3 nearest_, away_, sum_;
  double weld_;
  bool is_open_ = false, is_straight_ = false;
};

}  // namespace hyperplane
