#include "query/nearest.h"

#include <cmath>

#include "bvh/visit.h"
#include "colliders/query_answers.h"
#include "composite/touch_bounds.h"

namespace hyperplane {
namespace {

/// Visits the colliders that are no farther than `end`. @param end m; `visit` may lower it.
void visit_near(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options,
                const double& end, FunctionRef<void(const WorldDistance&)> visit) {
  const Shape asking = of_kinds(shape, options.kinds);
  const auto test = [&](std::uint32_t row) {
    if (!options.sensors && scene.is_sensor(row)) return;
    const auto found = distance_within(asking, pose, scene.shape(row), scene.pose(row), end);
    // Of what has no point, it is infinite.
    if (found && found->distance < HUGE_VAL) visit({*found, row, true});
  };
  const FloatBounds around = to_float_bounds(touch_bounds(shape, pose), scene.origin);
  scene.visit_half_spaces(options.mask, test);
  for (int i = 0; i < 2; ++i) {
    if (scene.trees[i] != nullptr) {
      visit_nearest(*scene.trees[i], around, options.mask, end, test);
      continue;
    }
    for (const std::uint32_t row : scene.rows[i]) {
      if ((scene.layers[row] & options.mask) != 0) test(row);
    }
  }
}

}  // namespace

WorldDistance find_nearest(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options) {
  return nearest_of<WorldDistance>(
      options, [&](const double& end, const auto& take) { visit_near(scene, shape, pose, options, end, take); });
}

Status find_all_near(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options,
                     Buffer<WorldDistance>& found) {
  return gather(found, options, is_nearer<WorldDistance>,
                [&](const auto& take) { visit_near(scene, shape, pose, options, options.max_distance, take); });
}

}  // namespace hyperplane
