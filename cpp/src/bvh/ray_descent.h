#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>

#include "bvh/lanes.h"
#include "bvh/tolerances.h"
#include "bvh/tree.h"
#include "math/vec3.h"

/// Leaves of a tree that a ray may hit, or bounds that move along a ray. Shared by ray casts, shape casts and the
/// mover.
///
/// The trees are descended four children at a time in 32 bits, nearest child first, by the slab test (Kay and Kajiya,
/// "Ray Tracing Complex Scenes", 1986). Bounds that move along a ray hit other bounds where the ray hits their
/// Minkowski sum with the reflected moving bounds: only the two origins of each slab shift, at no cost. Round shapes
/// (balls, capsules) enter boxes near corners later than their bounds do: RoundedLaneRay advances the entries.
///
/// The 32-bit test is conservative. The ray starts at the bounds of the tree, so that its origin is near; a margin on
/// both sides of every slab covers the rounding of the origin, and a relative margin on the interval covers the
/// rounding of the direction and the products (after Ize, "Robust BVH Ray Traversal", 2013). A zero component of the
/// direction is replaced by a tiny one; with the margin on the slabs, rays in the plane of a face still hit it.

namespace hyperplane::ray_descent {

inline constexpr double k_infinity = std::numeric_limits<double>::infinity();

inline float greater_magnitude(float a, float b) {
  const float x = a < 0.0f ? -a : a, y = b < 0.0f ? -b : b;
  return x > y ? x : y;
}

/// A ray, and bounds that move along it.
struct Path {
  Vec3 origin;
  /// Unit length.
  Vec3 direction;
  /// Moving bounds, relative to the point on the ray; zero for a ray.
  Vec3 low, high;
  /// m: radius of a ball around the point that contains the moving shape; infinite if unknown.
  double radius = k_infinity;
  /// m: the moving shape lies within smaller bounds rounded by this radius; `low` and `high` include it.
  double rounding = 0.0;
};

/// Rounded bounds on a straight line, for the SIMD test. Their distance from a box is a convex function of time, so
/// that a step of Newton's method from a time before they touch never steps over that at which they do; if it does not
/// fall, they never touch.
struct LaneRounding {
  /// By axis: the ends of the bounds that are rounded, and the direction.
  F32x4 low[3], high[3], direction[3];
  /// Radius, and rounding errors: those of positions, and as a share of time.
  F32x4 radius, slack;

  /// @param path as for LaneRay.
  explicit LaneRounding(const Path& path) {
    float farthest = 0.0f;
    for (int k = 0; k < 3; ++k) {
      const auto lower = static_cast<float>(component(path.origin, k) + component(path.low, k) + path.rounding);
      const auto upper = static_cast<float>(component(path.origin, k) + component(path.high, k) - path.rounding);
      low[k] = splat(lower);
      high[k] = splat(upper);
      direction[k] = splat(static_cast<float>(component(path.direction, k)));
      farthest += greater_magnitude(lower, upper);
    }
    slack = splat(farthest * k_lane_distance_slack);
    radius = splat(rounded_up(path.rounding)) + slack;
  }

  /// @param time m along the path: before the children are touched. @return a later one, still before; infinite for
  /// children that are never touched.
  F32x4 advance(const LaneNode& node, F32x4 time) const {
    const F32x4 none = splat(0.0f);
    F32x4 squared = none, closing = none;
    for (int k = 0; k < 3; ++k) {
      const F32x4 way = time * direction[k];
      const F32x4 ahead = max(load(node.bounds[k]) - high[k] - way, none);
      const F32x4 apart = ahead - max(low[k] + way - load(node.bounds[3 + k]), none);
      squared = squared + apart * apart;
      closing = closing + apart * direction[k];
    }
    const F32x4 relative = splat(k_lane_distance_slack), error = slack + time * relative;
    const F32x4 distance = sqrt(squared), gap = distance * (splat(1.0f) - relative) - radius - time * relative;
    // An upper bound of the closing speed.
    const F32x4 speed = closing + distance * relative + error;
    const F32x4 step = select(none < speed, gap * distance / speed, splat(std::numeric_limits<float>::infinity()));
    return time + select(none < gap, step * (splat(1.0f) - relative), none);
  }
};

/// A ray for the SIMD test.
/// @tparam dimension 2 for paths within the bounds of all nodes on z, which then need not be tested there.
template <int dimension>
struct LaneRayIn {
  /// By axis: the index of the bounds where the ray enters and exits, and the origin for each.
  int near[dimension], far[dimension];
  F32x4 near_origin[dimension], far_origin[dimension], inverse[dimension];

  /// @param path with its origin in the frame of the tree.
  explicit LaneRayIn(const Path& path) {
    for (int k = 0; k < dimension; ++k) {
      // The ends of the moving bounds: one enters a slab first, the other exits it last.
      const auto lower = static_cast<float>(component(path.origin, k) + component(path.low, k));
      const auto upper = static_cast<float>(component(path.origin, k) + component(path.high, k));
      const float magnitude = greater_magnitude(lower, upper);
      const float margin = magnitude * k_lane_point_margin + k_least_ray_margin;
      double d = component(path.direction, k);
      if (d < k_least_ray_component && d > -k_least_ray_component)
        d = d < 0.0 ? -k_least_ray_component : k_least_ray_component;
      const bool forwards = d > 0.0;
      near[k] = forwards ? k : 3 + k;
      far[k] = forwards ? 3 + k : k;
      near_origin[k] = splat(forwards ? upper + margin : lower - margin);
      far_origin[k] = splat(forwards ? lower - margin : upper + margin);
      inverse[k] = splat(static_cast<float>(1.0 / d));
    }
  }

  /// @param entries set to the distance at which each child is entered, or k_missed.
  /// @return bit i: the ray may hit child i before `end`.
  std::uint32_t meets(const LaneNode& node, float end, float* entries) const {
    F32x4 enter = splat(0.0f), leave = splat(end);
    for (int k = 0; k < dimension; ++k) {
      enter = max(enter, (load(node.bounds[near[k]]) - near_origin[k]) * inverse[k]);
      leave = min(leave, (load(node.bounds[far[k]]) - far_origin[k]) * inverse[k]);
    }
    const U32x4 met = enter <= leave * splat(1.0f + k_lane_distance_slack);
    store(entries, select(met, enter, splat(k_missed)));
    return bits(met);
  }
};
using LaneRay = LaneRayIn<3>;

/// A path with a rounding for the SIMD test.
struct RoundedLaneRay {
  LaneRay plain;
  LaneRounding rounding;
  bool is_rounded;

  explicit RoundedLaneRay(const Path& path) : plain(path), rounding(path), is_rounded(path.rounding > 0.0) {}

  /// As LaneRay.
  std::uint32_t meets(const LaneNode& node, float end, float* entries) const {
    const std::uint32_t hits = plain.meets(node, end, entries);
    if (!is_rounded || hits == 0) return hits;
    // Two steps: a third one changes little.
    const F32x4 missed = splat(0.0f), before = load(entries);
    const F32x4 enter = rounding.advance(node, rounding.advance(node, max(before, missed)));
    const U32x4 met = (missed <= before) & (enter <= splat(end * (1.0f + k_lane_distance_slack)));
    store(entries, select(met, enter, splat(k_missed)));
    return bits(met);
  }
};

/// Distance at which a path enters bounds, which are widened by more than the rounding error; infinity for a miss.
inline double entry(const FloatBounds& bounds, const Path& path) {
  double enter = 0.0, leave = k_infinity;
  // The axes by name: what an index chooses lies in memory, and a load waits for the stores before it.
  const auto clip = [&](float least, float most, double path_low, double path_high, double o, double d) {
    const double low = static_cast<double>(least) - path_high, high = static_cast<double>(most) - path_low;
    const double margin = (std::fabs(o) + std::fabs(low) + std::fabs(high)) * k_ray_margin;
    const double before = low - margin - o, behind = high + margin - o;
    if (d == 0.0) return before <= 0.0 && behind >= 0.0;
    const double a = before / d, b = behind / d;
    enter = max(enter, min(a, b));
    leave = min(leave, max(a, b));
    return true;
  };
  const float* const least = bounds.min;
  const float* const most = bounds.max;
  const Vec3 &o = path.origin, &d = path.direction;
  const bool meets = clip(least[0], most[0], path.low.x, path.high.x, o.x, d.x) &&
                     clip(least[1], most[1], path.low.y, path.high.y, o.y, d.y) &&
                     clip(least[2], most[2], path.low.z, path.high.z, o.z, d.z);
  return meets && enter <= leave * (1.0 + k_ray_margin) ? enter * (1.0 - k_ray_margin) : k_infinity;
}

/// Node filter that accepts all children.
inline constexpr auto k_no_filter = [](std::uint32_t, const auto&, const float*, std::uint32_t) {};

/// Node filter that tests the bounds of each child hit.
/// @param accepts null: accepts all. @param middle of the frame of the nodes.
inline auto filter_by_bounds(const BoundsFilter* accepts, const Vec3& middle) {
  return [accepts, middle](std::uint32_t, const LaneNode& node, float* entries, std::uint32_t& hits) {
    if (accepts == nullptr) return;
    for (std::uint32_t rest = hits; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      if ((*accepts)(to_world_bounds(lane_bounds(node, lane), middle))) continue;
      entries[lane] = k_missed;
      hits &= ~(1u << lane);
    }
  };
}

/// The descent below a node, for nodes of any kind, stored or made on demand.
/// @tparam Ray RoundedLaneRay for paths that may have a rounding; LaneRay takes the bounds as they are.
/// @param nodes a node by its number. @param path its origin is near the bounds of the node. @param start m: length of
/// the caller's path before that origin. @param filter called with a node's number, the node, the entries and the
/// hits of its children; may turn hits to misses in both. @param visit called with leaves as they stand in the nodes.
template <class Ray = LaneRay, class Nodes, class Filter, class End, class Visit>
void descend_below(const Nodes& nodes, std::uint32_t root, const Path& path, double start, const Filter& filter,
                   const End& end, const Visit& visit) {
  const Ray ray(path);

  DescentTask stack[k_descent_stack_size];
  DescentTask* top = stack;
  float rest = rounded_up(end() - start);
  std::uint32_t child = root;
  for (;;) {
    if ((child & LaneNode::k_leaf) != 0) {
      visit(child);
      rest = rounded_up(end() - start);
    } else {
      const auto& node = nodes[child];
      float e[4];
      std::uint32_t hits = ray.meets(node, rest, e);
      filter(child, node, e, hits);
      if (hits != 0) {
        // Most nodes have one child that is hit, or none: those need no order and no stack.
        if (std::has_single_bit(hits)) {
          child = node.child[std::countr_zero(hits)];
        } else {
          top = push_children(node.child, e, hits, 1.0f - k_lane_distance_slack, top) - 1;
          child = top->child;
        }
        continue;
      }
    }
    do {
      if (top == stack) return;
      --top;
    } while (top->distance > rest);
    child = top->child;
  }
}

/// The descent from the root, node 0. @param nodes, filter, visit as for `descend_below`.
template <class Ray = LaneRay, class Nodes, class Filter, class End, class Visit>
void descend_nodes(const Nodes& nodes, Path path, const Filter& filter, const End& end, const Visit& visit) {
  const double start = entry(bounds_of(nodes[0]), path);
  if (start == k_infinity || !(start <= end())) return;
  path.origin += path.direction * start;
  descend_below<Ray>(nodes, 0, path, start, filter, end, visit);
}

/// Calls `visit(row)` for every row of the layers that the path may hit before `end()`, roughly nearest first.
/// @tparam Ray as for `descend_below`.
/// @param path in the frame of the tree. @param layers all: rows without layers are visited, too, because the filters
/// of nodes need not be fetched then. @param end current maximum distance along the path, m; called after every visit.
template <class Ray = LaneRay, class End, class Visit>
void descend(const Tree& tree, const Path& path, std::uint32_t layers, const End& end, const Visit& visit) {
  if (tree.size() == 0) return;
  const bool all_layers = layers == ~std::uint32_t{0};
  const auto by_layer = [&](std::uint32_t node, const LaneNode&, float* entries, std::uint32_t& hits) {
    if (all_layers) return;
    for (int i = 0; i < 4; ++i) {
      if ((tree.filters()[node].layers[i] & layers) != 0) continue;
      entries[i] = k_missed;
      hits &= ~(1u << i);
    }
  };
  descend_nodes<Ray>(tree.nodes(), path, by_layer, end, [&](std::uint32_t leaf) { visit(leaf & ~Tree::k_leaf); });
}

}  // namespace hyperplane::ray_descent
