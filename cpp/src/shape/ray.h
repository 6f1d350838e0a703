#pragma once

#include <hyperplane/shape_query.h>

#include "math/vec3.h"
#include "shape/tolerances.h"

/// Building blocks of ray casts in closed form. A ray meets a convex body in one interval of its length, and an
/// intersection of simpler bodies in the intersection of their intervals.
///
/// The discriminant of a quadratic is computed as a difference of two squares with a geometric meaning (radius and
/// distance of the line), so that a grazing ray with exact numbers is decided exactly. All intervals are closed:
/// grazing is hitting.

namespace hyperplane {

/// Sentinel distance for no hit.
inline constexpr double k_no_hit = __builtin_huge_val();

/// The part of a ray that lies in a body; empty where `enter > leave`.
struct Interval {
  double enter = -k_no_hit, leave = k_no_hit;
};
inline constexpr Interval k_empty_interval{k_no_hit, -k_no_hit};

constexpr Interval intersection(const Interval& a, const Interval& b) {
  return {max(a.enter, b.enter), min(a.leave, b.leave)};
}

/// Keeps the part of an interval that lies in a half space.
/// @param above of the ray's origin over the plane. @param speed of the ray away from the plane; `above` and `speed` in
/// the same unit. @return whether the interval now starts at the plane.
inline bool enter_half_space(Interval& inside, double above, double speed) {
  if (speed == 0.0) {
    if (above > 0.0) inside = k_empty_interval;
    return false;
  }
  const double t = -above / speed;
  if (speed > 0.0) {
    inside.leave = min(inside.leave, t);
    return false;
  }
  if (!(t > inside.enter)) return false;
  inside.enter = t;
  return true;
}

/// A ray's origin moved up to its target.
struct RayStart {
  Vec3 origin;
  double advanced;
};

/// Moves the origin of a ray along it to about the point where it passes the frame's origin, so that later computations
/// work with numbers of the size of the shape, however far away the ray started. Never moves past the ball around the
/// frame's origin that holds the shape, and never backwards.
/// @param extent radius of that ball.
inline RayStart advance_ray(const Vec3& origin, const Vec3& direction, double extent) {
  const double advanced = max(0.0, -dot(origin, direction) - 2.0 * extent);
  return {origin + direction * advanced, advanced};
}

/// Whether a ray that starts outside a body meets it. The end of the interval decides: its start may be a rounding
/// below zero for a ray that starts on the surface.
inline bool lies_ahead(const Interval& interval, const RayStart& start) {
  return interval.enter <= interval.leave && start.advanced + interval.leave >= 0.0;
}

/// The hit of a ray that starts inside a shape.
inline RayHit ray_starts_inside(const Vec3& origin, const Vec3& direction) { return {true, 0.0, origin, -direction}; }

/// The component of the ray's origin perpendicular to its direction: the point of the line that is closest to the
/// frame's origin. Computed as a product, not as a difference, so that it stays perpendicular wherever the ray starts.
/// @param direction unit length.
constexpr Vec3 nearest_on_line(const Vec3& origin, const Vec3& direction) {
  return cross(direction, cross(origin, direction));
}

/// Unit normal along `outwards`, or against the ray if rounding leaves `outwards` zero: a shape may be thinner than the
/// step of the coordinates at its ends.
/// @param direction unit length.
inline Vec3 hit_normal(const Vec3& outwards, const Vec3& direction) {
  const double size = length(outwards);
  return size > 0.0 ? outwards * (1.0 / size) : -direction;
}

/// Between two planes perpendicular to an axis. @param o, d origin and direction along that axis.
inline Interval ray_in_slab(double o, double d, double low, double high) {
  if (d == 0.0) return o >= low && o <= high ? Interval{} : k_empty_interval;
  // Not by the inverse, which overflows for the smallest `d`: zero times infinity is NaN.
  const double a = (low - o) / d, b = (high - o) / d;
  return a < b ? Interval{a, b} : Interval{b, a};
}

/// In a circle around the origin of a plane (an endless cylinder). @param dx, dy direction, of length at most one.
inline Interval ray_in_circle(double ox, double oy, double dx, double dy, double radius) {
  const double dd = dx * dx + dy * dy;
  if (dd < k_ray_parallel_sine_squared) return ox * ox + oy * oy <= radius * radius ? Interval{} : k_empty_interval;
  const double across = ox * dy - oy * dx;
  const double under_root = radius * radius * dd - across * across;
  if (under_root < 0.0) return k_empty_interval;
  const double middle = -(ox * dx + oy * dy), half = std::sqrt(under_root);
  return {(middle - half) / dd, (middle + half) / dd};
}

/// In a ball around the origin. @param direction unit length.
inline Interval ray_in_ball(const Vec3& origin, const Vec3& direction, double radius) {
  const double middle = -dot(origin, direction);
  const double under_root = radius * radius - length_squared(cross(origin, direction));
  if (under_root < 0.0) return k_empty_interval;
  const double half = std::sqrt(under_root);
  return {middle - half, middle + half};
}

}  // namespace hyperplane
