#pragma once

#include "math/transform.h"

namespace hyperplane {

/// A point of the Minkowski difference of two cores, with its point of A. `w` runs from A's point to B's.
struct SupportPoint {
  Vec3 w, a;

  constexpr Vec3 b() const { return a + w; }
};

/// The Minkowski difference of two cores, B - A = { b - a }, in the frame of A: the set of all vectors from a point of
/// A to a point of B. The shapes meet if it contains the origin; otherwise their distance is its distance from the
/// origin.
///
/// Directions n point from A to B: `support(n)` is the point of the difference with the *least* n . w, made of A's
/// farthest point along n and B's farthest along -n. For a unit n, that n . w is the gap between the projections of the
/// cores on n (negative: their overlap), so every n gives a lower bound of the signed distance.
///
/// @tparam CoreA, CoreB have `core_support(direction)`.
template <class CoreA, class CoreB>
struct MinkowskiDifference {
  CoreA a;
  CoreB b;
  /// Takes coordinates relative to B's core origin to coordinates relative to A's.
  Transform b_in_a;
  /// Length that the tolerances are relative to, m: about the diameter of the larger shape.
  double size;

  SupportPoint support(const Vec3& n) {
    const Vec3 on_a = a.core_support(n);
    const Vec3 on_b = b_in_a * b.core_support(-transpose_times(b_in_a.rotation, n));
    return {on_b - on_a, on_a};
  }
};

}  // namespace hyperplane
