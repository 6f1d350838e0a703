#pragma once

#include "bvh/float_bounds.h"
#include "core/constants.h"
#include "plane/shape/core_shape.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {

/// Bounds in the plane.
struct Box2 {
  Vec2 low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};

  void add(Vec2 point) {
    low = {smaller(low.x, point.x), smaller(low.y, point.y)};
    high = {larger(high.x, point.x), larger(high.y, point.y)};
  }
  void add(const Box2& box) {
    add(box.low);
    add(box.high);
  }
  Box2 grown(double by) const { return {{low.x - by, low.y - by}, {high.x + by, high.y + by}}; }
  Vec2 middle() const { return low + (high - low) * 0.5; }
};

/// Bounds of a convex shape, widened by the rounding of their making.
/// @param frame as frame_of gives it.
inline Box2 bounds_of(const Shape& shape, const Frame& frame) {
  const Vec2 centre = frame.origin + frame.centre;
  const Vec2 x = unrotate(frame.rotation, {1.0, 0.0}), y = unrotate(frame.rotation, {0.0, 1.0});
  const double slack = k_bounds_rounding * (magnitude(frame.origin.x) + magnitude(frame.origin.y) +
                                            length(frame.centre) + 4.0 * shape.reach);
  const double radius = shape.radius + slack;
  Box2 box{{-core_height(shape, -x), -core_height(shape, -y)}, {core_height(shape, x), core_height(shape, y)}};
  return {centre + box.low - Vec2{radius, radius}, centre + box.high + Vec2{radius, radius}};
}

/// The bounds as trees and broad phases of space take them: as thick as makes the surface of bounds, by which trees are
/// built, their circumference. A call costs less than a copy in every cold file.
[[gnu::noinline]] inline FloatBounds to_tree_bounds(const Box2& box) {
  const auto below = [](double x) { return rounded_down(x - magnitude(x) * (2.0 * k_unit_roundoff)); };
  return {{below(box.low.x), below(box.low.y), -k_plane_tree_thickness, 0.0f},
          {-below(-box.high.x), -below(-box.high.y), k_plane_tree_thickness, 0.0f}};
}

}  // namespace hyperplane::plane
