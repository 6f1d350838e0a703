#include "query/ray_cast.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "bvh/lanes.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

/// Share of an origin's coordinate that a slab is widened by on each side: four times what rounding it costs.
constexpr float k_origin_margin = 0x1p-22f;
/// Widening of a slab next to the frame's origin, m: times `1 / k_least_component` it is longer than any ray.
constexpr float k_least_margin = 1e-15f;
/// A component of the direction is not taken smaller than this.
constexpr double k_least_component = 1e-30;
/// Share of a distance by which the end of an interval is moved outwards: twice what the four roundings of either end
/// come to.
constexpr float k_interval_slack = 0x1p-20f;

/// A ray as the SIMD test wants it.
struct LaneRay {
  /// Which of a node's bounds the ray meets first and last on each axis, and the origin that goes with each.
  int near[3], far[3];
  F32x4 near_origin[3], far_origin[3], inverse[3];

  LaneRay(const Vec3& origin, const Vec3& direction) {
    for (int k = 0; k < 3; ++k) {
      const auto o = static_cast<float>(component(origin, k));
      const float magnitude = o < 0.0f ? -o : o;
      const float margin = magnitude * k_origin_margin + k_least_margin;
      double d = component(direction, k);
      if (d < k_least_component && d > -k_least_component) d = d < 0.0 ? -k_least_component : k_least_component;
      const bool forwards = d > 0.0;
      near[k] = forwards ? k : 3 + k;
      far[k] = forwards ? 3 + k : k;
      near_origin[k] = splat(forwards ? o + margin : o - margin);
      far_origin[k] = splat(forwards ? o - margin : o + margin);
      inverse[k] = splat(static_cast<float>(1.0 / d));
    }
  }

  /// Bit i is set where child i may be met before `end`; where it is entered goes to `entries`.
  std::uint32_t meets(const Tree::Node& node, float end, float* entries) const {
    F32x4 enter = splat(0.0f), leave = splat(end);
    for (int k = 0; k < 3; ++k) {
      enter = max(enter, (load(node.bounds[near[k]]) - near_origin[k]) * inverse[k]);
      leave = min(leave, (load(node.bounds[far[k]]) - far_origin[k]) * inverse[k]);
    }
    store(entries, enter);
    return bits(enter <= leave * splat(1.0f + k_interval_slack));
  }
};

/// Where a ray enters bounds that are widened by more than what rounding may cost; infinity where it misses them.
double entry(const FloatBounds& bounds, const Vec3& origin, const Vec3& direction) {
  double enter = 0.0, leave = k_infinity;
  for (int k = 0; k < 3; ++k) {
    const double low = static_cast<double>(bounds.min[k]), high = static_cast<double>(bounds.max[k]);
    const double o = component(origin, k), d = component(direction, k);
    const double margin = (std::fabs(o) + std::fabs(low) + std::fabs(high)) * 1e-12;
    if (d == 0.0) {
      if (o < low - margin || o > high + margin) return k_infinity;
      continue;
    }
    const double a = (low - margin - o) / d, b = (high + margin - o) / d;
    enter = max(enter, min(a, b));
    leave = min(leave, max(a, b));
  }
  return enter <= leave * (1.0 + 1e-12) ? enter * (1.0 - 1e-12) : k_infinity;
}

FloatBounds bounds_of_root(const Tree::Node& root) {
  FloatBounds bounds = k_empty_bounds;
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    for (int k = 0; k < 3; ++k) {
      bounds.min[k] = std::min(bounds.min[k], root.bounds[k][lane]);
      bounds.max[k] = std::max(bounds.max[k], root.bounds[3 + k][lane]);
    }
  }
  return bounds;
}

/// A distance in 32 bits that is not smaller.
float rounded_up(double distance) {
  const auto d = static_cast<float>(distance);
  return d + d * 0x1p-22f;
}

/// Calls `visit(row)` for every row of the layers that the ray may meet before `end()`, roughly nearest first.
template <class End, class Visit>
void descend(const Scene& scene, const Tree& tree, const Vec3& origin, const Vec3& direction, std::uint32_t layers,
             const End& end, const Visit& visit) {
  if (tree.size() == 0) return;
  const Vec3 local = origin - scene.origin;
  const double start = entry(bounds_of_root(tree.nodes()[0]), local, direction);
  if (!(start <= end())) return;
  const LaneRay ray(local + direction * start, direction);

  struct Task {
    std::uint32_t child;
    float entry;
  };
  Task stack[Tree::k_stack_size];
  int top = 0;
  stack[top++] = {0, 0.0f};
  while (top > 0) {
    const Task task = stack[--top];
    const float rest = rounded_up(end() - start);
    if (task.entry > rest) continue;
    if ((task.child & Tree::k_leaf) != 0) {
      visit(task.child & ~Tree::k_leaf);
      continue;
    }
    const Tree::Node& node = tree.nodes()[task.child];
    float entries[4];
    std::uint32_t hits = ray.meets(node, rest, entries);
    const int first = top;
    for (; hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(hits));
      if ((tree.filters()[task.child].layers[lane] & layers) == 0) continue;
      const Task found{node.child[lane], entries[lane] * (1.0f - k_interval_slack)};
      // Nearest on top.
      int at = top++;
      for (; at > first && stack[at - 1].entry < found.entry; --at) stack[at] = stack[at - 1];
      stack[at] = found;
    }
  }
}

/// Calls `visit(row)` for every row that the ray may meet before `end()`.
template <class End, class Visit>
void for_each_candidate(const Scene& scene, const Vec3& origin, const Vec3& direction, std::uint32_t layers,
                        const End& end, const Visit& visit) {
  for (int i = 0; i < 2; ++i) {
    if (scene.trees[i] != nullptr) {
      descend(scene, *scene.trees[i], origin, direction, layers, end, visit);
      continue;
    }
    for (const std::uint32_t row : scene.rows[i]) {
      if ((scene.layers[row] & layers) != 0) visit(row);
    }
  }
}

}  // namespace

WorldRayHit cast_ray(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options) {
  const Vec3 unit = direction_of(direction);
  WorldRayHit best;
  best.hit.distance = options.max_distance;
  const auto end = [&] { return best.hit.distance; };
  for_each_candidate(scene, origin, unit, options.mask, end, [&](std::uint32_t row) {
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
  const Vec3 unit = direction_of(direction);
  bool has_room = true;
  for_each_candidate(
      scene, origin, unit, options.mask, [&] { return options.max_distance; },
      [&](std::uint32_t row) {
        const RayHit hit = raycast(scene.shapes[row], scene.pose(row), origin, direction, options.max_distance);
        if (hit.hit && options.accepts_row(row)) has_room = has_room && hits.push({row, hit});
      });
  if (!has_room) return Status::out_of_memory;
  std::sort(hits.begin(), hits.end(), [](const WorldRayHit& a, const WorldRayHit& b) {
    return a.hit.distance != b.hit.distance ? a.hit.distance < b.hit.distance : a.row < b.row;
  });
  return Status::ok;
}

}  // namespace hyperplane
