#pragma once

#include <algorithm>

#include <hyperplane/geometry.h>

#include "math/vec3.h"

/// Answers about one triangle in closed form, by code that the core does not share.

namespace hyperplane::test {

/// Point of a triangle that is closest to a point (Ericson, "Real-Time Collision Detection", 2005, 5.1.5).
/// @param is_face whether it lies within the triangle's edges.
inline Vec3 closest_on(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p, bool& is_face) {
  is_face = false;
  const auto on_segment = [&](const Vec3& from, const Vec3& to) {
    const Vec3 d = to - from;
    const double t = std::clamp(dot(p - from, d) / dot(d, d), 0.0, 1.0);
    return from + d * t;
  };
  const Vec3 n = cross(b - a, c - a);
  const auto inside = [&](const Vec3& from, const Vec3& to) { return dot(cross(to - from, p - from), n) >= 0; };
  if (inside(a, b) && inside(b, c) && inside(c, a)) {
    is_face = true;
    return p - n * (dot(p - a, n) / dot(n, n));
  }
  Vec3 best = on_segment(a, b);
  for (const Vec3& q : {on_segment(b, c), on_segment(c, a)}) {
    if (length(p - q) < length(p - best)) best = q;
  }
  return best;
}

}  // namespace hyperplane::test
