#pragma once

#include <hyperplane/pair.h>

/// Pairs whose signed closest points determine every answer: a round shape touches in a single point.

namespace hyperplane {

inline Penetration penetration_of(const Distance& distance) {
  if (distance.distance > 0.0) return {};
  return {true, distance.normal, -distance.distance};
}

/// @param distance of shapes that touch. @param id of the point. @param manifold without points.
inline void set_single_point(const Distance& distance, std::uint32_t id, ContactManifold& manifold) {
  manifold.normal = distance.normal;
  manifold.depth = -distance.distance;
  manifold.point_count = 1;
  manifold.points[0] = {distance.point_a, distance.point_b, -distance.distance, id};
}

}  // namespace hyperplane
