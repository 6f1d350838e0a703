#include "composite/triangle_lanes.h"

#include "composite/tolerances.h"

namespace hyperplane {

void TriangleLanes::bound_distances(const Lanes3 (&corners)[3], const Vec3& way, float (&out)[4]) {
  F32x4 squares[3];
  for (int i = 0; i < 3; ++i) squares[i] = dot(corners[i], corners[i]);
  const F32x4 none = splat(0.0f), one = splat(1.0f);
  const Lanes3 edges[3] = {corners[1] - corners[0], corners[2] - corners[1], corners[0] - corners[2]};
  const Lanes3 normal = cross(edges[0], edges[1]);

  // The nearest point of the edges, unless the foot on the plane lies within them.
  Lanes3 nearest = corners[0];
  F32x4 least = squares[0];
  U32x4 is_outside = none < none;
  for (int i = 0; i < 3; ++i) {
    const F32x4 along = max(min(-dot(corners[i], edges[i]) / dot(edges[i], edges[i]), one), none);
    const Lanes3 on_edge = corners[i] + edges[i] * along;
    const F32x4 squared = dot(on_edge, on_edge);
    const U32x4 is_nearer = squared < least;
    least = min(squared, least);
    nearest = select(is_nearer, on_edge, nearest);
    is_outside = is_outside | (none < dot(cross(normal, edges[i]), corners[i]));
  }
  const Lanes3 foot = normal * (dot(normal, corners[0]) / dot(normal, normal));
  const Lanes3 axis = select(is_outside, nearest, foot);

  const Lanes3 moved = all_lanes(way);
  const F32x4 first = min(dot(axis, corners[0]), min(dot(axis, corners[1]), dot(axis, corners[2])));
  const F32x4 squared = dot(axis, axis), far = max(squares[0], max(squares[1], squares[2])) + dot(moved, moved);
  const F32x4 bound = (first + min(dot(axis, moved), none)) / sqrt(squared) - splat(k_triangle_lane_slack) * sqrt(far);
  // The square of a tiny axis has lost its digits.
  store(out, select(splat(k_triangle_lane_least_squared) <= squared, max(bound, none), none));
}

}  // namespace hyperplane
