#include "plane/shape/half_planes.h"
#include "depenetration/tolerances.h"

namespace hyperplane::plane {

/// Half-planes are added one by one: if the closest point so far lies outside of the next one, the new one lies on its
/// line, between what those before leave of the line. Seidel, "Small-Dimensional Linear Programming and Convex Hulls
/// Made Easy", 1991, for a distance.
Vec2 find_common_point(std::span<const HalfPlane> planes, Vec2 wanted, double slack, bool& found) {
  Vec2 best = wanted;
  found = true;
  for (std::size_t i = 0; i < planes.size() && found; ++i) {
    const HalfPlane& plane = planes[i];
    if (plane.offset - dot(plane.normal, best) <= slack) continue;
    const Vec2 foot = wanted + plane.normal * (plane.offset - dot(plane.normal, wanted)), along = left_of(plane.normal);
    double low = -HUGE_VAL, high = HUGE_VAL;
    for (const HalfPlane& other : planes.first(i)) {
      const double sine = dot(other.normal, along), missing = other.offset - dot(other.normal, foot);
      if (magnitude(sine) <= k_least_crease_sine) {
        found = found && missing <= slack;
      } else if (sine > 0.0) {
        low = larger(low, missing / sine);
      } else {
        high = smaller(high, missing / sine);
      }
    }
    best = foot + along * (low > high ? 0.5 * (low + high) : clamped(0.0, low, high));
    if (low <= high) continue;
    for (const HalfPlane& other : planes.first(i)) found = found && other.offset - dot(other.normal, best) <= slack;
  }
  return best;
}

/// The closest point of a polygon of half-planes is the point itself, its projection onto one line, or the corner of
/// two lines: all are tried, the nearest first found in all half-planes wins. k planes cost k^3 steps; callers have
/// few.
Vec2 solve_half_planes(std::span<const HalfPlane> planes, Vec2 wanted, double slack, bool& found) {
  Vec2 best = wanted;
  double best_squared = HUGE_VAL, least_violation = HUGE_VAL;
  Vec2 least_bad = wanted;
  found = false;
  const auto offer = [&](Vec2 point) {
    const Vec2 way = point - wanted;
    const double squared = dot(way, way);
    if (found && squared >= best_squared) return;
    double violation = 0.0;
    for (const HalfPlane& plane : planes) violation = larger(violation, plane.offset - dot(plane.normal, point));
    if (violation <= slack) {
      found = true;
      best = point;
      best_squared = squared;
    } else if (violation < least_violation) {
      least_violation = violation;
      least_bad = point;
    }
  };
  offer(wanted);
  if (found) return best;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const HalfPlane& plane = planes[i];
    offer(wanted + plane.normal * (plane.offset - dot(plane.normal, wanted)));
    for (std::size_t k = 0; k < i; ++k) {
      const HalfPlane& other = planes[k];
      const double sine = cross(plane.normal, other.normal);
      if (magnitude(sine) <= k_least_crease_sine) continue;
      offer(Vec2{plane.offset * other.normal.y - other.offset * plane.normal.y,
                 other.offset * plane.normal.x - plane.offset * other.normal.x} *
            (1.0 / sine));
    }
  }
  if (found) return best;
  // Between two that oppose each other the middle is least bad.
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Vec2 normal = planes[i].normal;
      const double facing = dot(normal, planes[k].normal);
      if (facing >= 0.0) continue;
      offer(wanted + normal * (0.5 * (planes[i].offset - planes[k].offset) - dot(normal, wanted)));
    }
  }
  return found ? best : least_bad;
}

}  // namespace hyperplane::plane
