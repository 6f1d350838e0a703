#include "query/nearest.h"

#include "bvh/visit.h"
#include "composite/touch_bounds.h"
#include "core/sort.h"

namespace hyperplane {
namespace {

bool is_nearer(const WorldDistance& a, const WorldDistance& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.row < b.row;
}

/// Visits the colliders that are no farther than `end`. @param end m; `visit` may lower it.
void visit_near(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options,
                const double& end, FunctionRef<void(const WorldDistance&)> visit) {
  Shape asking = shape;
  if (options.kinds != nullptr) asking.kinds = options.kinds;
  const auto test = [&](std::uint32_t row) {
    if (!options.sensors && scene.is_sensor(row)) return;
    const auto found = distance_within(asking, pose, scene.shape(row), scene.pose(row), end);
    if (found) visit({*found, row, true});
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
  WorldDistance best;
  double end = options.max_distance;
  visit_near(scene, shape, pose, options, end, [&](const WorldDistance& found) {
    if ((best.found && !is_nearer(found, best)) || !options.accepts_row(found.row)) return;
    best = found;
    end = found.distance;
  });
  return best;
}

Status find_all_near(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options,
                     Buffer<WorldDistance>& found) {
  found.clear();
  bool has_room = true;
  visit_near(scene, shape, pose, options, options.max_distance, [&](const WorldDistance& near) {
    if (options.accepts_row(near.row)) has_room = has_room && found.push(near);
  });
  sort(found.span(), is_nearer);
  return has_room ? Status::ok : Status::out_of_memory;
}

}  // namespace hyperplane
