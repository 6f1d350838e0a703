#include "depenetration/solve_planes.h"
#include "depenetration/tolerances.h"

#include <cmath>
#include <cstddef>

namespace hyperplane {
namespace {

bool is_outside(const HalfSpace& plane, const Vec3& point, double tolerance) {
  return dot(plane.normal, point) < plane.offset - tolerance;
}

/// The point nearest to `from` on a line in all planes. If they exclude all of it, the middle of the excluded interval.
Vec3 nearest_on_line(std::span<const HalfSpace> planes, const Vec3& from, const Vec3& direction) {
  double low = -HUGE_VAL, high = HUGE_VAL;
  for (const HalfSpace& plane : planes) {
    const double slope = dot(plane.normal, direction);
    if (std::fabs(slope) < k_least_crease_sine) continue;
    const double end = (plane.offset - dot(plane.normal, from)) / slope;
    if (slope > 0.0) {
      low = max(low, end);
    } else {
      high = min(high, end);
    }
  }
  return from + direction * (low > high ? 0.5 * (low + high) : clamp(0.0, low, high));
}

/// The point of the boundary of `on` in all planes that is nearest to the target.
Vec3 nearest_on_plane(std::span<const HalfSpace> planes, const HalfSpace& on, const Vec3& target, double tolerance) {
  const double of_on = on.offset - dot(on.normal, target);
  Vec3 nearest = target + on.normal * of_on;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const HalfSpace& plane = planes[i];
    if (!is_outside(plane, nearest, tolerance)) continue;
    const Vec3 along = cross(on.normal, plane.normal);
    const double sine_squared = length_squared(along), cosine = dot(on.normal, plane.normal);
    if (sine_squared < k_least_crease_sine * k_least_crease_sine) continue;
    // target + s on + t plane lies on both.
    const double of_plane = plane.offset - dot(plane.normal, target);
    const double s = (of_on - cosine * of_plane) / sine_squared, t = (of_plane - cosine * of_on) / sine_squared;
    nearest = nearest_on_line(planes.first(i), target + on.normal * s + plane.normal * t,
                              along * (1.0 / std::sqrt(sine_squared)));
  }
  return nearest;
}

}  // namespace

Vec3 solve_planes(std::span<const HalfSpace> planes, const Vec3& target, double tolerance, bool& found) {
  Vec3 nearest = target;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (is_outside(planes[i], nearest, tolerance)) {
      nearest = nearest_on_plane(planes.first(i), planes[i], target, tolerance);
    }
  }
  found = true;
  for (const HalfSpace& plane : planes) found = found && !is_outside(plane, nearest, 2.0 * tolerance);
  return found ? nearest : target;
}

}  // namespace hyperplane
