#pragma once

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "shape/supporting_face.h"
#include "shape/tolerances.h"
#include "shape/traits.h"

namespace hyperplane {

/// A triangle without thickness. Its members are described in shape_class.h. The core's origin is the first corner, so
/// that a triangle far from the origin of its frame keeps its digits.
///
/// It is a polytope with two faces, one on each side, and three edges at which the normal turns by half a circle.
///
/// With a thickness, as triangles of one-sided meshes have, its core is the prism behind it, for verdicts by GJK and
/// EPA alone, and its bounds are those of the prism; features, rays and closest points stay those of the triangle.
struct Triangle : ShapeTraits {
  static constexpr int k_corner_count = 3;

  Vec3 origin;
  /// From the first corner to the others.
  Vec3 to_b, to_c;
  /// From a point of the triangle to that of the back of its prism; zero without thickness.
  Vec3 below;

  explicit Triangle(const Shape& shape)
      : origin{shape.parameters[0], shape.parameters[1], shape.parameters[2]},
        to_b(Vec3{shape.parameters[3], shape.parameters[4], shape.parameters[5]} - origin),
        to_c(Vec3{shape.parameters[6], shape.parameters[7], shape.parameters[8]} - origin) {
    if (shape.thickness > 0.0) below = normal() * -shape.thickness;
  }

  constexpr Triangle(const Vec3& a, const Vec3& b, const Vec3& c) : origin(a), to_b(b - a), to_c(c - a) {}

  /// Corner 0, 1 or 2, relative to the core's origin.
  constexpr Vec3 corner(int i) const { return i == 0 ? Vec3{} : (i == 1 ? to_b : to_c); }
  /// From corner i to the next.
  constexpr Vec3 edge(int i) const { return i == 0 ? to_b : (i == 1 ? to_c - to_b : -to_c); }
  /// Unit normal of the side from which the corners are counter-clockwise.
  Vec3 normal() const;

  constexpr double radius() const { return 0.0; }
  constexpr Vec3 core_origin() const { return origin; }
  double core_extent() const;
  /// Ties: the first corner. A call, not inlined: every algorithm on cores has a copy of the inlined ones.
  Vec3 core_support(const Vec3& direction) const;
  void core_face(const Vec3& direction, SupportingFace& face) const;
  ContactFeature core_feature(const SupportingFace& face, FeatureKind kind, int i) const;
  ContactFeature core_feature_at(const Vec3& point) const;

  static constexpr bool k_is_polytope = true;
  double core_reach() const;
  double core_reach_across(const Vec3& axis) const;

  Aabb bounds(const Transform& pose) const;
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint closest_point(const Vec3& point) const { return closest_point(point, normal()); }
  /// The same. @param unit_normal as `normal`.
  ClosestPoint closest_point(const Vec3& point, const Vec3& unit_normal) const;
};

/// Whether a triangle has a trustworthy normal (k_least_triangle_height). @param a, b, c finite.
/// @param longest_squared of the squares of its edges.
inline bool has_area(const Vec3& a, const Vec3& b, const Vec3& c, double longest_squared) {
  const double least_twice_area = k_least_triangle_height * longest_squared;
  return length_squared(cross(b - a, c - a)) > least_twice_area * least_twice_area;
}
inline bool has_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return has_area(a, b, c, max(length_squared(b - a), max(length_squared(c - b), length_squared(a - c))));
}

/// Whether the direction of a triangle's normal is less certain than 1e-12. @param to_b, to_c as members.
inline bool is_needle(const Vec3& to_b, const Vec3& to_c) {
  return length_squared(cross(to_b, to_c)) < k_needle_area * (length_squared(to_b) * length_squared(to_c));
}

}  // namespace hyperplane
