#pragma once

#include "math/vec3.h"

namespace hyperplane {

constexpr bool overlaps(const Aabb& a, const Aabb& b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
         b.min.z <= a.max.z;
}
constexpr bool contains(const Aabb& outer, const Aabb& inner) {
  return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && outer.min.z <= inner.min.z &&
         outer.max.x >= inner.max.x && outer.max.y >= inner.max.y && outer.max.z >= inner.max.z;
}
constexpr Aabb grown_by(const Aabb& bounds, double margin) {
  const Vec3 on_each_side{margin, margin, margin};
  return {bounds.min - on_each_side, bounds.max + on_each_side};
}
constexpr Aabb united(const Aabb& a, const Aabb& b) { return {min(a.min, b.min), max(a.max, b.max)}; }

/// The point of a box nearest to another one.
constexpr Vec3 nearest_in(const Aabb& box, const Vec3& point) { return max(box.min, min(box.max, point)); }

}  // namespace hyperplane
