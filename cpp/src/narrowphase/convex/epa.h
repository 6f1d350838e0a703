#pragma once

#include <span>

#include "core/function_ref.h"
#include "narrowphase/convex/epa_polytope.h"
#include "narrowphase/convex/simplex.h"
#include "narrowphase/convex/tolerances.h"

/// Penetration depth of two convex cores: the expanding polytope algorithm.
///
/// Source: van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects" (2001).
///
/// The least translation that separates the cores takes the origin to the nearest point of the surface of their
/// Minkowski difference. EPA keeps a polytope of points of the difference, finds its face closest to the origin, and
/// computes the support point along that face's normal. If the support point is not beyond the face, the face lies on
/// the surface and its normal is the answer; otherwise the polytope is expanded by the point. The distance of the
/// closest face bounds the depth from below, and the depth along the normal of any face bounds it from above, so the
/// error is known at every step.
///
/// Deviations from the source:
/// - Signed distances: the start need not contain the origin. A face with the origin outside has a negative distance
///   and is expanded first. So the origin may lie on a corner, an edge or a face of the simplex, or just outside it,
///   and cores that turn out to be barely apart give a negative depth.
/// - Faces store no neighbours. All are tested for visibility from a new point, and the horizon follows from the
///   corners of the visible ones. It must be one simple loop, which is checked before anything is changed.
/// - Faces coplanar with the new point are replaced as well; no face without area arises (see epa_polytope.cpp).
///
/// For polyhedra EPA ends at the exact face after finitely many steps. For round shapes it ends when the bounds are
/// within k_epa_gap, after a few dozen steps if the nearest surface point is well defined. It never ends if all
/// directions are equally deep, as in two concentric balls; the status is then `unfinished`, the best bounds and
/// direction are still set, and penetration_depth.h continues from them.
///
/// A difference without volume (of two segments, or of two rectangles in one plane) has depth zero across its plane:
/// `flat`. It touches the origin if it is as close as it is flat (k_epa_flat).

namespace hyperplane {

enum class EpaStatus : std::uint8_t { converged, flat, unfinished };

struct EpaResult {
  EpaStatus status = EpaStatus::unfinished;
  int iterations = 0;
  /// The depth lies between these. `upper` is the depth along `normal`.
  double lower = 0.0, upper = 0.0;
  /// Unit, from A to B.
  Vec3 normal;
  /// A's witness point, and the distance of B's from the point that normal and depth predict; not set if `unfinished`.
  Vec3 on_a;
  double aside = 0.0;
};

/// The empty observer, at no cost. Every observer of EPA has this member.
struct NoEpaObserver {
  /// Called after the support point beyond the closest face has been found. @param lower, upper the bounds so far.
  void iteration(const EpaPolytope& /*polytope*/, int /*closest_face*/, const SupportPoint& /*w*/, double /*lower*/,
                 double /*upper*/) {}
};

namespace epa_detail {

/// Adds the farthest of some support points to a simplex, by a measure that must exceed `least`. One instance for all
/// measures: a start that is no tetrahedron is rare.
template <class Difference>
[[gnu::noinline]] void add_farthest(Difference& difference, std::span<const Vec3> directions, double least,
                                    Simplex& simplex, FunctionRef<double(const Vec3&)> measure) {
  const int size = simplex.size;
  for (const Vec3& direction : directions) {
    const SupportPoint w = difference.support(direction);
    const double far = measure(w.w - simplex.points[0].w);
    if (far > least) {
      least = far;
      simplex.points[size] = w;
      simplex.size = size + 1;
    }
  }
}

/// Unit normal of a triangle by two sides, perpendicular to the longer one however close to it the other is: along a
/// needle even a small tilt would look like thickness.
inline Vec3 triangle_normal(const Vec3& one, const Vec3& other) {
  const bool is_longer = length_squared(one) >= length_squared(other);
  const Vec3 along = normalized(is_longer ? one : other), side = is_longer ? other : one;
  const Vec3 across = side - along * dot(along, side);
  return normalized(is_longer ? cross(along, across) : cross(across, along));
}

/// Adds points of the difference to a simplex of one or more until it is a tetrahedron.
/// @return false if the difference is flat; `normal` is a unit vector across it then.
template <class Difference>
bool grow_to_tetrahedron(Difference& difference, Simplex& simplex, Vec3& normal) {
  const double flat = k_epa_flat * difference.size;
  if (simplex.size == 1) {
    const Vec3 axes[6] = {{1.0, 0.0, 0.0},  {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0},
                          {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0},  {0.0, 0.0, -1.0}};
    add_farthest(difference, axes, flat, simplex, [](const Vec3& v) { return length(v); });
    normal = axes[0];
    if (simplex.size == 1) return false;
  }
  if (simplex.size == 2) {
    const Vec3 along = normalized(simplex.points[1].w - simplex.points[0].w);
    const Vec3 u = any_perpendicular(along), v = cross(along, u);
    const Vec3 around[4] = {u, v, -u, -v};
    add_farthest(difference, around, flat, simplex, [&](const Vec3& w) { return length(w - along * dot(along, w)); });
    normal = u;
    if (simplex.size == 2) return false;
  }
  if (simplex.size == 3) {
    const Vec3 p = simplex.points[0].w;
    normal = triangle_normal(simplex.points[1].w - p, simplex.points[2].w - p);
    const Vec3 sides[2] = {normal, -normal};
    add_farthest(difference, sides, flat, simplex, [&](const Vec3& w) { return std::fabs(dot(normal, w)); });
    if (simplex.size == 3) return false;
  }
  return true;
}

}  // namespace epa_detail

/// Limits of EPA: the number of vertices, at most EpaPolytope::k_max_vertices, and the difference of the bounds, `gap`,
/// relative to the size of the shapes.
struct EpaLimits {
  int max_vertices = k_max_epa_vertices;
  double gap = k_epa_gap;
};

/// @param start the last simplex of GJK, which found the cores touching.
template <class Difference, class Observer = NoEpaObserver>
EpaResult epa(Difference& difference, const Simplex& start, const EpaLimits& limits, Observer&& observer = Observer{}) {
  EpaResult result;
  EpaPolytope polytope;
  Simplex simplex = start;
  bool has_volume = epa_detail::grow_to_tetrahedron(difference, simplex, result.normal);
  if (has_volume && !polytope.start(simplex.points.data())) {
    // A sliver: restart from one of its corners, with points far apart.
    simplex.size = 1;
    has_volume = epa_detail::grow_to_tetrahedron(difference, simplex, result.normal);
    polytope.start(simplex.points.data());
  }
  if (!has_volume) {
    result.status = EpaStatus::flat;
    const double there = -dot(result.normal, difference.support(result.normal).w);
    const double back = dot(result.normal, difference.support(-result.normal).w);
    if (back < there) result.normal = -result.normal;
    const double depth = min(there, back);
    result.upper = depth < -k_epa_flat * difference.size ? depth : 0.0;
    result.lower = 0.0;
    result.on_a = start.point_on_a();
    return result;
  }

  const double gap = limits.gap * difference.size, coplanar = k_epa_coplanar * difference.size;
  result.upper = __builtin_huge_val();
  for (;;) {
    ++result.iterations;
    const int closest = polytope.closest_face();
    const Vec3 normal = polytope.normal(closest);
    result.lower = polytope.distance(closest);
    const SupportPoint w = difference.support(-normal);
    const double depth = dot(normal, w.w);
    if (depth < result.upper) {
      result.upper = depth;
      result.normal = -normal;
    }
    observer.iteration(polytope, closest, w, result.lower, result.upper);
    if (depth - result.lower <= gap) {
      // By the depth along this face's own normal: the witness points come from this face, and are then that far apart
      // along the normal.
      result.status = EpaStatus::converged;
      result.upper = depth;
      result.normal = -normal;
      const SupportPoint closest_point = polytope.closest_point(closest, result.lower + gap);
      result.on_a = closest_point.a;
      result.aside = length(closest_point.w - normal * depth);
      break;
    }
    if (polytope.vertex_count() == limits.max_vertices || !polytope.expand(w, coplanar)) break;
  }
  return result;
}

}  // namespace hyperplane
