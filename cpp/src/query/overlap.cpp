#include "query/overlap.h"

#include <hyperplane/pair.h>

#include "bvh/visit.h"
#include "composite/touch_bounds.h"
#include "core/sort.h"

namespace hyperplane {

Status find_overlapping(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options,
                        Buffer<std::uint32_t>& rows) {
  rows.clear();
  const Shape asking = of_kinds(shape, options.kinds);
  const FloatBounds query = to_float_bounds(touch_bounds(shape, pose), scene.origin);
  bool has_room = true;
  const auto visit = [&](std::uint32_t row) {
    if (!options.sensors && scene.is_sensor(row)) return true;
    if (intersects(scene.shape(row), scene.pose(row), asking, pose) && options.accepts_row(row)) {
      has_room = has_room && rows.push(row);
    }
    return has_room;
  };
  scene.visit_half_spaces(options.mask, visit);
  for (int i = 0; i < 2; ++i) {
    if (scene.trees[i] != nullptr) {
      visit_overlapping(*scene.trees[i], query, options.mask, visit);
      continue;
    }
    for (const std::uint32_t row : scene.rows[i]) {
      if ((scene.layers[row] & options.mask) != 0 && overlaps(scene.bounds[row], query) && !visit(row)) break;
    }
  }
  sort(rows.span());
  return has_room ? Status::ok : Status::out_of_memory;
}

}  // namespace hyperplane
