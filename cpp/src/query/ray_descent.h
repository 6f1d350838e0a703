#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "bvh/lanes.h"
#include "math/vec3.h"
#include "query/scene.h"

/// Which rows a ray may meet, or bounds that move along one: the part that rays and shape casts share.
///
/// The trees are descended four children at a time in 32 bits, nearest child first, by the slab test (Kay and Kajiya,
/// "Ray Tracing Complex Scenes", 1986). Bounds that move along a ray meet other bounds where the ray meets those
/// bounds, grown by the moving ones turned inside out: they only shift the two origins that a slab is measured from,
/// and cost nothing.
///
/// The 32-bit test errs towards meeting only. The ray enters it from where it meets the bounds of the tree, so that its
/// origin is near; the origin's rounding is made up for by a margin on both sides of every slab, and the roundings of
/// the direction and of the products by a relative one on the interval (after Ize, "Robust BVH Ray Traversal", 2013).
/// An axis along which the ray does not move counts as one along which it moves by next to nothing, which with the
/// margin on the slabs meets whatever a ray in the plane of a face meets.

namespace hyperplane::ray_descent {

inline constexpr double k_infinity = std::numeric_limits<double>::infinity();

/// Share of an origin's coordinate that a slab is widened by on each side: four times what rounding it costs.
inline constexpr float k_origin_margin = 0x1p-22f;
/// Widening of a slab next to the frame's origin, m: times `1 / k_least_component` it is longer than any ray.
inline constexpr float k_least_margin = 1e-15f;
/// A component of the direction is not taken smaller than this.
inline constexpr double k_least_component = 1e-30;
/// Share of a distance by which the end of an interval is moved outwards: twice what the four roundings of either end
/// come to.
inline constexpr float k_interval_slack = 0x1p-20f;

inline float greater_magnitude(float a, float b) {
  const float x = a < 0.0f ? -a : a, y = b < 0.0f ? -b : b;
  return x > y ? x : y;
}

/// A ray, and what moves along it.
struct Path {
  Vec3 origin;
  /// Unit length.
  Vec3 direction;
  /// Bounds that move, relative to the ray's point: nothing but the point itself for a ray.
  Vec3 low, high;
};

/// Less than any distance.
inline constexpr float k_missed = -1.0f;

/// A ray as the SIMD test wants it.
struct LaneRay {
  /// Which of a node's bounds the ray meets first and last on each axis, and the origin that goes with each.
  int near[3], far[3];
  F32x4 near_origin[3], far_origin[3], inverse[3];

  /// @param path its origin relative to that of the tree.
  explicit LaneRay(const Path& path) {
    for (int k = 0; k < 3; ++k) {
      // The end of the moving bounds that meets a slab first, and the one that leaves it last.
      const auto lower = static_cast<float>(component(path.origin, k) + component(path.low, k));
      const auto upper = static_cast<float>(component(path.origin, k) + component(path.high, k));
      const float magnitude = greater_magnitude(lower, upper);
      const float margin = magnitude * k_origin_margin + k_least_margin;
      double d = component(path.direction, k);
      if (d < k_least_component && d > -k_least_component) d = d < 0.0 ? -k_least_component : k_least_component;
      const bool forwards = d > 0.0;
      near[k] = forwards ? k : 3 + k;
      far[k] = forwards ? 3 + k : k;
      near_origin[k] = splat(forwards ? upper + margin : lower - margin);
      far_origin[k] = splat(forwards ? lower - margin : upper + margin);
      inverse[k] = splat(static_cast<float>(1.0 / d));
    }
  }

  /// Bit i is set where child i may be met before `end`; where it is entered goes to `entries`, for others k_missed.
  std::uint32_t meets(const Tree::Node& node, float end, float* entries) const {
    F32x4 enter = splat(0.0f), leave = splat(end);
    for (int k = 0; k < 3; ++k) {
      enter = max(enter, (load(node.bounds[near[k]]) - near_origin[k]) * inverse[k]);
      leave = min(leave, (load(node.bounds[far[k]]) - far_origin[k]) * inverse[k]);
    }
    const U32x4 met = enter <= leave * splat(1.0f + k_interval_slack);
    store(entries, select(met, enter, splat(k_missed)));
    return bits(met);
  }
};

/// Where a path enters bounds that are widened by more than what rounding may cost; infinity where it misses them.
inline double entry(const FloatBounds& bounds, const Path& path) {
  double enter = 0.0, leave = k_infinity;
  for (int k = 0; k < 3; ++k) {
    const double low = static_cast<double>(bounds.min[k]) - component(path.high, k);
    const double high = static_cast<double>(bounds.max[k]) - component(path.low, k);
    const double o = component(path.origin, k), d = component(path.direction, k);
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

inline FloatBounds bounds_of_root(const Tree::Node& root) {
  FloatBounds bounds = k_empty_bounds;
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    for (int k = 0; k < 3; ++k) {
      bounds.min[k] = std::min(bounds.min[k], root.bounds[k][lane]);
      bounds.max[k] = std::max(bounds.max[k], root.bounds[3 + k][lane]);
    }
  }
  return bounds;
}

/// Calls `visit(row)` for every row of the layers that the path may meet before `end()`, roughly nearest first.
/// @param end distance in metres along the path beyond which nothing is of interest; asked again and again.
template <class End, class Visit>
void descend(const Scene& scene, const Tree& tree, Path path, std::uint32_t layers, const End& end,
             const Visit& visit) {
  if (tree.size() == 0) return;
  const double start = entry(bounds_of_root(tree.nodes()[0]), path);
  if (start == k_infinity || !(start <= end())) return;
  path.origin += path.direction * start;
  const LaneRay ray(path);

  struct Task {
    std::uint32_t child;
    float entry;
  };
  // Of four children all are written, and only those that are met count.
  Task stack[Tree::k_stack_size + 4];
  int top = 0;
  stack[top++] = {0, 0.0f};
  // With every layer wanted only leaves are asked: what is known of nodes need not be fetched.
  const bool all_layers = layers == ~std::uint32_t{0};
  float rest = rounded_up(end() - start);
  while (top > 0) {
    const Task task = stack[--top];
    if (task.entry > rest) continue;
    if ((task.child & Tree::k_leaf) != 0) {
      const std::uint32_t row = task.child & ~Tree::k_leaf;
      if (all_layers && scene.layers[row] == 0) continue;
      visit(row);
      rest = rounded_up(end() - start);
      continue;
    }
    const Tree::Node& node = tree.nodes()[task.child];
    float e[4];
    std::uint32_t hits = ray.meets(node, rest, e);
    if (!all_layers) {
      for (int i = 0; i < 4; ++i) {
        if ((tree.filters()[task.child].layers[i] & layers) != 0) continue;
        e[i] = k_missed;
        hits &= ~(1u << i);
      }
    }
    // Nearest on top, without a branch, which would be guessed wrongly as often as not: each child's place is the
    // number of those that are entered later. The ones that are missed come to lie above the top.
    const int a = e[0] < e[1] ? 1 : 0, b = e[0] < e[2] ? 1 : 0, c = e[0] < e[3] ? 1 : 0;
    const int d = e[1] < e[2] ? 1 : 0, f = e[1] < e[3] ? 1 : 0, g = e[2] < e[3] ? 1 : 0;
    const int places[4] = {a + b + c, 1 - a + d + f, 2 - b - d + g, 3 - c - f - g};
    Task* const first = stack + top;
    for (int i = 0; i < 4; ++i) first[places[i]] = {node.child[i], e[i] * (1.0f - k_interval_slack)};
    top += std::popcount(hits);
  }
}

/// The same for both trees of a scene. @param path in world space. @param sensors false: passes sensors over.
template <class End, class Visit>
void for_each_candidate(const Scene& scene, Path path, std::uint32_t layers, bool sensors, const End& end,
                        const Visit& visit) {
  path.origin -= scene.origin;
  const auto visit_accepted = [&](std::uint32_t row) {
    if (sensors || !scene.is_sensor(row)) visit(row);
  };
  for (int i = 0; i < 2; ++i) {
    if (scene.trees[i] != nullptr) {
      descend(scene, *scene.trees[i], path, layers, end, visit_accepted);
      continue;
    }
    for (const std::uint32_t row : scene.rows[i]) {
      if ((scene.layers[row] & layers) != 0) visit_accepted(row);
    }
  }
}

}  // namespace hyperplane::ray_descent
