#pragma once

#include "narrowphase/convex/minkowski_difference.h"
#include "shape/support.h"

namespace hyperplane {

/// The Minkowski difference of any two shapes' cores. One instance of each algorithm on this class serves all pairs.
using ConvexDifference = MinkowskiDifference<AnyCore, AnyCore>;

/// A pair of shapes in the form that the algorithms on cores take.
struct ConvexPair {
  const Shape& a;
  const Shape& b;
  /// Its points are relative to A's core origin.
  ConvexDifference difference;
  /// In the frame of A.
  Vec3 core_origin_a;
  double radius_a, radius_b;
};

ConvexPair make_convex_pair(const Shape& a, const Shape& b, const Transform& b_in_a);

/// difference.support(n) for code that favours size over speed: a call, never inlined.
SupportPoint called_support(ConvexDifference& difference, const Vec3& n);

}  // namespace hyperplane
