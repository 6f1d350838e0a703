#include "shape/rounding.h"

#include "shape/ray.h"
#include "shape/tolerances.h"

namespace hyperplane {

RayHit raycast_by_distance(FunctionRef<ClosestPoint(const Vec3&)> closest, const Vec3& middle, double extent,
                           const Vec3& origin, const Vec3& direction, double max_distance) {
  if (closest(origin).distance <= 0.0) return ray_starts_inside(origin, direction);
  const RayStart start = advance_ray(origin - middle, direction, extent);
  double along = 0.0;
  Vec3 normal = -direction;
  for (int i = 0; i < k_max_ray_steps; ++i) {
    const ClosestPoint here = closest(middle + start.origin + direction * along);
    if (here.distance <= k_ray_surface * extent) {
      const double distance = max(start.advanced + along, 0.0);
      if (distance > max_distance) return {};
      // Rounding may have taken the ray into a core whose rounding is far thinner.
      return {true, distance, here.point, dot(here.normal, direction) < 0.0 ? here.normal : normal};
    }
    const double approach = -dot(here.normal, direction);
    if (!(approach > 0.0)) return {};
    normal = here.normal;
    along += here.distance / approach;
    // Beyond the ball.
    if (along > 4.0 * extent + length(start.origin)) return {};
  }
  return {};
}

}  // namespace hyperplane
