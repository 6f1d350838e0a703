#pragma once

#include <cmath>

#include "core/constants.h"

namespace hyperplane {

/// Length of a translation that takes two groups of convex shapes out of each other, in the plane and in space: one
/// moves out of the pair that overlaps most, again and again. Between two walls the steps get shorter and shorter, so
/// the search ends when little of the first overlap is left.
///
/// Not the least such length, but one that exists: a contact that is far deeper leads a long way round.
///
/// @param deepest_at `deepest_at(way)`: normal and depth of the deepest overlap of two shapes, after one group has
/// moved by `way`.
/// @param thin m, a fraction of the smaller shape: more must not be left. A body that one shape pushes into the next
/// would otherwise be out while it is as deep in that as it is thick.
/// @param touch m: depth that is a touch.
/// @return m; infinite if the search does not end.
template <class Vec, class Deepest>
double length_of_way_out(const Deepest& deepest_at, double thin, double touch) {
  Vec way{};
  double rest = 0.0;
  for (int pass = 0; pass < k_most_way_passes; ++pass) {
    const auto deepest = deepest_at(way);
    if (pass == 0) {
      const double share = k_way_rest * deepest.depth, most = share < thin ? share : thin;
      rest = most < touch ? touch : most;
    }
    if (!(deepest.depth > rest)) return length(way);
    way = way + deepest.normal * deepest.depth;
  }
  return HUGE_VAL;
}

}  // namespace hyperplane
