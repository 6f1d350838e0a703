#pragma once

namespace hyperplane {

/// Where a ray that starts in a union of parts leaves it: from the end of a part on through each further part that it
/// touches there, so that faces between parts do not count.
/// @param step m: an end that is no farther than this is no progress.
/// @param farthest_end of the parts that hold the point of the ray at a distance; distances from its origin.
template <class Hit, class FarthestEnd>
Hit leave_union(double step, const FarthestEnd& farthest_end) {
  Hit last = farthest_end(0.0);
  while (last.hit) {
    const Hit next = farthest_end(last.distance);
    if (!next.hit || !(next.distance > last.distance + step)) break;
    last = next;
  }
  return last;
}

}  // namespace hyperplane
