#pragma once

#include <cstdint>

#include "bvh/ray_descent.h"
#include "bvh/visit.h"
#include "query/scene.h"

namespace hyperplane::ray_descent {

/// The trees of a scene to descend.
enum class Trees : std::uint8_t { movers = 1, statics = 2, all = 3 };

/// Calls `visit(row)` for every collider of a scene that a path may hit before `end()`, in the order of its trees.
/// @param path in world space. @param layers of accepted colliders. @param sensors false: skips sensors. @param end as
/// for `descend`. @param descend_tree called with a tree, the path in its frame, and what to do with its rows.
template <class End, class Visit, class Descend>
void for_each_candidate(const Scene& scene, Path path, std::uint32_t layers, bool sensors, const End& end,
                        const Visit& visit, Trees trees, const Descend& descend_tree) {
  path.origin -= scene.origin;
  const auto visit_accepted = [&](std::uint32_t row) {
    if ((scene.layers[row] & layers) != 0 && (sensors || !scene.is_sensor(row))) visit(row);
  };
  scene.visit_half_spaces(layers, [&](std::uint32_t row) {
    if ((static_cast<unsigned>(trees) >> (scene.is_static(row) ? 1u : 0u) & 1u) != 0) visit_accepted(row);
  });
  for (unsigned i = 0; i < 2; ++i) {
    if ((static_cast<unsigned>(trees) >> i & 1u) == 0) continue;
    // A single one needs no descent: a level, or the blocks of a world.
    if (scene.trees[i] != nullptr && scene.rows[i].size() > 1) {
      descend_tree(*scene.trees[i], path, visit_accepted);
      continue;
    }
    for (const std::uint32_t row : scene.rows[i]) {
      const double start = entry(scene.bounds[row], path);
      if (start < k_infinity && start <= end()) visit_accepted(row);
    }
  }
}

/// The same, compiled once. @param end m; `visit` may lower it.
void visit_candidates(const Scene& scene, const Path& path, std::uint32_t layers, bool sensors, const double& end,
                      RowVisitor visit, Trees trees = Trees::all);

}  // namespace hyperplane::ray_descent
