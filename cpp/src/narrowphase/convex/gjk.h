#pragma once

#include <cstdint>
#include <span>

#include "core/workspace.h"
#include "narrowphase/convex/simplex.h"
#include "narrowphase/convex/tolerances.h"

/// Distance of two convex cores: the algorithm of Gilbert, Johnson and Keerthi.
///
/// Sources: Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the Distance Between Complex Objects in
/// Three-Dimensional Space" (1988); van den Bergen, "A Fast and Robust GJK Implementation for Collision Detection of
/// Convex Objects" (1999), for the bounds and the end of the iteration; the sub-algorithm is that of simplex.h.
///
/// It keeps a simplex of points of the Minkowski difference, and v, the simplex's point closest to the origin. |v|
/// bounds the distance from above. The support point w along v gives a plane with the whole difference on its far side,
/// so v . w / |v| bounds the distance from below. The iteration ends when both bounds meet within k_gjk_gap of the
/// shapes' size, when w is already a corner of the simplex (the closest feature of polyhedra is found), or when no
/// point comes closer, which only rounding can cause. |v| decreases strictly, so no simplex recurs and no cycle is
/// possible. If GjkLimits::iterations do not suffice, the status reports it, and both bounds still hold.
///
/// Cores that overlap, or are closer than k_core_touch, are reported as touching, with the last simplex, from which the
/// penetration algorithm (epa.h) starts.

namespace hyperplane {

enum class GjkStatus : std::uint8_t {
  /// The cores are apart, and the bounds have met.
  separated,
  /// The cores overlap, or are too close to distinguish from touching.
  touching,
  /// The lower bound is above GjkLimits::beyond.
  beyond,
  /// The upper bound is at most GjkLimits::within.
  within,
  /// The cores are apart; the iteration ended with bounds farther apart than requested.
  unfinished,
};

/// When GJK may stop: once the distance is known to be above `beyond`, or at most `within`, m; or when its bounds are
/// `gap` apart, relative to the size of the shapes.
struct GjkLimits {
  double beyond = __builtin_huge_val();
  double within = -1.0;
  double gap = k_gjk_gap;
  /// Added to it, relative to the distance.
  double relative_gap = k_gjk_relative_gap;
  /// At the most.
  int iterations = k_max_gjk_iterations;
};

struct GjkResult {
  GjkStatus status = GjkStatus::unfinished;
  int iterations = 0;
  /// The distance of the cores lies between these. `upper` is the length of `v`.
  double lower = 0.0, upper = 0.0;
  /// Gap between the projections of the cores on `v`, at most `lower`. In a `separated` result it is as close to
  /// `upper` as rounding permits.
  double gap_along_v = 0.0;
  /// From A's witness point to B's, in the frame of A.
  Vec3 v;
  Simplex simplex;
};

/// A warm start for queries on the same two shapes at other poses: the points of the last simplex on both shapes, each
/// in its shape's own frame. They remain points of the shapes at any pose, so a stale cache costs time but never gives
/// a wrong answer. Empty: a cold start.
struct GjkCache {
  int size = 0;
  Vec3 on_a[4], on_b[4];
};

/// The empty observer, at no cost. Every observer of GJK has this member.
struct NoGjkObserver {
  /// Called after each iteration has found its support point. @param lower, upper the bounds so far.
  void iteration(const Simplex& /*simplex*/, const Vec3& /*v*/, const SupportPoint& /*w*/, double /*lower*/,
                 double /*upper*/) {}
};

namespace gjk_detail {

template <class Difference>
void seed_from_cache(const Difference& difference, const GjkCache& cache, SupportPoint* seed) {
  for (int i = 0; i < cache.size; ++i) {
    seed[i] = {difference.b_in_a * cache.on_b[i] - cache.on_a[i], cache.on_a[i]};
  }
}

template <class Difference>
void keep_in_cache(const Difference& difference, const Simplex& simplex, GjkCache& cache) {
  cache.size = simplex.size;
  for (int i = 0; i < simplex.size; ++i) {
    cache.on_a[i] = simplex.points[i].a;
    cache.on_b[i] = inverse_times(difference.b_in_a, simplex.points[i].b());
  }
}

inline bool is_corner(const Simplex& simplex, const Vec3& w) {
  for (int i = 0; i < simplex.size; ++i) {
    if (simplex.points[i].w == w) return true;
  }
  return false;
}

}  // namespace gjk_detail

/// @param seed up to four points of the difference to start from; empty: a support point between the cores.
template <class Difference, class Observer = NoGjkObserver>
GjkResult gjk(Difference& difference, const GjkLimits& limits = {}, std::span<const SupportPoint> seed = {},
              Observer&& observer = Observer{}) {
  const double gap = limits.gap * difference.size, touch = k_core_touch * difference.size;
  GjkResult result;
  // The simplex and the buffer of the next one are swapped: copying them would take as long as a support point.
  Simplex simplices[2];
  int current = 0;
  const SupportPoint* start = seed.data();
  int start_size = static_cast<int>(seed.size());
  if (seed.empty()) {
    // From the inside of A towards the inside of B: nearly the answer if the cores are small for their distance.
    simplices[1].points[0] = difference.support(difference.b_in_a.translation);
    start = simplices[1].points.data();
    start_size = 1;
  }
  result.v = reduce_to_closest(start, start_size, simplices[current]);

  for (;;) {
    Simplex& simplex = simplices[current];
    result.upper = length(result.v);
    if (result.upper <= limits.within) {
      result.status = GjkStatus::within;
      break;
    }
    if (simplex.size == 4 || result.upper <= touch) {
      result.status = GjkStatus::touching;
      break;
    }
    if (result.iterations == limits.iterations) break;
    ++result.iterations;

    const SupportPoint w = difference.support(result.v);
    result.gap_along_v = dot(result.v, w.w) / result.upper;
    result.lower = max(result.lower, result.gap_along_v);
    observer.iteration(simplex, result.v, w, result.lower, result.upper);
    if (result.lower > limits.beyond) {
      result.status = GjkStatus::beyond;
      break;
    }
    // The bound along v itself: if only an earlier direction has a good bound, v is not yet a normal.
    if (result.upper - result.gap_along_v <= gap + limits.relative_gap * result.upper ||
        gjk_detail::is_corner(simplex, w.w)) {
      result.status = GjkStatus::separated;
      break;
    }
    simplex.points[simplex.size] = w;
    const Vec3 v = reduce_to_closest(simplex.points.data(), simplex.size + 1, simplices[1 - current]);
    if (!(length_squared(v) < length_squared(result.v))) break;
    current = 1 - current;
    result.v = v;
  }
  result.simplex = simplices[current];
  return result;
}

/// @param cache read for a warm start, and written at the end.
template <class Difference>
GjkResult gjk(Difference& difference, const GjkLimits& limits, GjkCache& cache) {
  Workspace<SupportPoint, 4> seed;
  gjk_detail::seed_from_cache(difference, cache, seed.data());
  const GjkResult result = gjk(difference, limits, std::span(seed.data(), static_cast<std::size_t>(cache.size)));
  gjk_detail::keep_in_cache(difference, result.simplex, cache);
  return result;
}

}  // namespace hyperplane
