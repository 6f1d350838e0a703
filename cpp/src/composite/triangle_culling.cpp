#include "composite/triangle_culling.h"

namespace hyperplane {
namespace {

/// By projections on an axis, from the first corner on. @param half reach of the bounds from their middle.
bool are_apart(double middle, double way, double half, double to_b, double to_c, double prism) {
  const double low = min(min(0.0, to_b), to_c) + min(0.0, prism), high = max(max(0.0, to_b), to_c) + max(0.0, prism);
  return middle + min(0.0, way) - half > high || middle + max(0.0, way) + half < low;
}

}  // namespace

bool TriangleCulling::rejects(const Triangle& triangle, const Vec3& prism) const {
  const Vec3 apart = middle_ - triangle.origin, sides = abs(triangle.to_b) + abs(triangle.to_c);
  const double touch = k_touch_margin * (sides.x + sides.y + sides.z);
  const Vec3 half = half_ + Vec3{touch, touch, touch};
  for (int k = 0; k < 3; ++k) {
    const double b = component(triangle.to_b, k), c = component(triangle.to_c, k);
    if (are_apart(component(apart, k), component(way_, k), component(half, k), b, c, component(prism, k))) return true;
  }
  const Vec3 normal = cross(triangle.to_b, triangle.to_c);
  const auto are_apart_along = [&](const Vec3& axis) {
    return are_apart(dot(axis, apart), dot(axis, way_), dot(abs(axis), half), dot(axis, triangle.to_b),
                     dot(axis, triangle.to_c), dot(axis, prism));
  };
  return are_apart_along(normal) || are_apart_along(cross(triangle.to_b, normal)) ||
         are_apart_along(cross(triangle.to_c, normal)) || are_apart_along(cross(triangle.edge(1), normal));
}

bool BallCulling::rejects(const Triangle& triangle, double end) const {
  const Vec3 to_middle = (triangle.to_b + triangle.to_c) * (1.0 / 3.0), apart = triangle.origin + to_middle - from_;
  const double size_squared = max(length_squared(to_middle), max(length_squared(triangle.to_b - to_middle),
                                                                 length_squared(triangle.to_c - to_middle)));
  const double around = radius_ + std::sqrt(size_squared) * (1.0 + 2.0 * k_touch_margin);
  const double along = dot(apart, direction_), beyond = along - (end + rounding_);
  // The part of the way within reach ends at the roots of a quadratic; squares decide on which side of them the
  // triangle lies.
  const double within = around * around - (length_squared(apart) - along * along);
  return within < 0.0 || (beyond > 0.0 && beyond * beyond > within) || (along < 0.0 && along * along > within);
}

}  // namespace hyperplane
