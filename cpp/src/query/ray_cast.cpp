#include "query/ray_cast.h"

#include "core/sort.h"
#include "math/vec3.h"
#include "query/ray_descent.h"

namespace hyperplane {

WorldRayHit cast_ray(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options) {
  const ray_descent::Path path{origin, direction_of(direction), {}, {}};
  WorldRayHit best;
  best.hit.distance = options.max_distance;
  const auto end = [&] { return best.hit.distance; };
  ray_descent::for_each_candidate(scene, path, options.mask, end, [&](std::uint32_t row) {
    const RayHit hit = raycast(scene.shapes[row], scene.pose(row), origin, direction, best.hit.distance);
    if (!hit.hit) return;
    if (best.hit.hit && (hit.distance > best.hit.distance || (hit.distance == best.hit.distance && row > best.row))) {
      return;
    }
    if (options.accepts_row(row)) best = {row, hit};
  });
  return best.hit.hit ? best : WorldRayHit{};
}

Status cast_ray_through(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options,
                        Buffer<WorldRayHit>& hits) {
  hits.clear();
  const ray_descent::Path path{origin, direction_of(direction), {}, {}};
  bool has_room = true;
  ray_descent::for_each_candidate(
      scene, path, options.mask, [&] { return options.max_distance; },
      [&](std::uint32_t row) {
        const RayHit hit = raycast(scene.shapes[row], scene.pose(row), origin, direction, options.max_distance);
        if (hit.hit && options.accepts_row(row)) has_room = has_room && hits.push({row, hit});
      });
  if (!has_room) return Status::out_of_memory;
  sort(hits.span(), [](const WorldRayHit& a, const WorldRayHit& b) {
    return a.hit.distance != b.hit.distance ? a.hit.distance < b.hit.distance : a.row < b.row;
  });
  return Status::ok;
}

}  // namespace hyperplane
