#include "query/closest.h"

#include <cmath>

#include "bvh/visit.h"
#include "composite/shape_at.h"

namespace hyperplane {

WorldClosestPoint find_closest(const Scene& scene, const Vec3& point, const QueryOptions& options) {
  WorldClosestPoint best;
  best.distance = options.max_distance;
  const auto visit = [&](std::uint32_t row) {
    if (!options.sensors && scene.is_sensor(row)) return;
    KindMask room;
    const ClosestPoint closest =
        closest_point_within(scene.shape(row, options.kinds, room), scene.pose(row), point, best.distance);
    // Of what has no point, it is infinite.
    if (!(closest.distance < HUGE_VAL) || closest.distance > best.distance) return;
    if (best.found && closest.distance == best.distance && row > best.row) return;
    if (options.accepts_row(row)) best = {closest, row, true};
  };
  const FloatBounds around = to_float_bounds({point, point}, scene.origin);
  scene.visit_half_spaces(options.mask, visit);
  for (int i = 0; i < 2; ++i) {
    if (scene.trees[i] != nullptr) {
      visit_nearest(*scene.trees[i], around, options.mask, best.distance, visit);
      continue;
    }
    for (const std::uint32_t row : scene.rows[i]) {
      if ((scene.layers[row] & options.mask) != 0) visit(row);
    }
  }
  return best.found ? best : WorldClosestPoint{};
}

}  // namespace hyperplane
