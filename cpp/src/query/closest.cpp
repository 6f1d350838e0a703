#include "query/closest.h"

#include <bit>

#include "core/constants.h"
#include "math/simd.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// A point for the SIMD test, rounded down and up.
struct LanePoint {
  F32x4 low[3], high[3];

  explicit LanePoint(const Vec3& point) {
    for (int k = 0; k < 3; ++k) {
      const auto p = static_cast<float>(component(point, k));
      const float margin = (p < 0.0f ? -p : p) * k_lane_point_margin;
      low[k] = splat(p - margin);
      high[k] = splat(p + margin);
    }
  }

  /// Lower bounds on the distances from the children of a node: 0 for children that contain the point, infinity for
  /// empty lanes.
  void distances(const Tree::Node& node, float* out) const {
    F32x4 squared = splat(0.0f);
    for (int k = 0; k < 3; ++k) {
      const F32x4 below = load(node.bounds[k]) - high[k], above = low[k] - load(node.bounds[3 + k]);
      const F32x4 away = max(max(below, above), splat(0.0f));
      squared = squared + away * away;
    }
    store(out, sqrt(squared) * splat(1.0f - k_lane_distance_slack));
  }
};

template <class End, class Visit>
void descend(const Scene& scene, const Tree& tree, const Vec3& point, std::uint32_t layers, const End& end,
             const Visit& visit) {
  if (tree.size() == 0) return;
  const LanePoint lanes(point - scene.origin);
  struct Task {
    std::uint32_t child;
    float distance;
  };
  Task stack[Tree::k_stack_size];
  int top = 0;
  stack[top++] = {0, 0.0f};
  while (top > 0) {
    const Task task = stack[--top];
    // Inside bounds the signed distance has no lower bound.
    if (task.distance > 0.0f && task.distance > rounded_up(end())) continue;
    if ((task.child & Tree::k_leaf) != 0) {
      visit(task.child & ~Tree::k_leaf);
      continue;
    }
    const Tree::Node& node = tree.nodes()[task.child];
    float distances[4];
    lanes.distances(node, distances);
    const int first = top;
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (node.child[lane] == Tree::k_none || (tree.filters()[task.child].layers[lane] & layers) == 0) continue;
      // Nearest child on top of the stack.
      int at = top++;
      for (; at > first && stack[at - 1].distance < distances[lane]; --at) stack[at] = stack[at - 1];
      stack[at] = {node.child[lane], distances[lane]};
    }
  }
}

}  // namespace

WorldClosestPoint find_closest(const Scene& scene, const Vec3& point, const QueryOptions& options) {
  WorldClosestPoint best;
  best.distance = options.max_distance;
  const auto end = [&] { return best.distance; };
  const auto visit = [&](std::uint32_t row) {
    if (!options.sensors && scene.is_sensor(row)) return;
    const ClosestPoint closest = closest_point(scene.shapes[row], scene.pose(row), point);
    if (!(closest.distance <= best.distance)) return;
    if (best.found && closest.distance == best.distance && row > best.row) return;
    if (options.accepts_row(row)) best = {closest, row, true};
  };
  for (int i = 0; i < 2; ++i) {
    if (scene.trees[i] != nullptr) {
      descend(scene, *scene.trees[i], point, options.mask, end, visit);
      continue;
    }
    for (const std::uint32_t row : scene.rows[i]) {
      if ((scene.layers[row] & options.mask) != 0) visit(row);
    }
  }
  return best.found ? best : WorldClosestPoint{};
}

}  // namespace hyperplane
