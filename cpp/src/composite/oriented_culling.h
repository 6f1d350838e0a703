#pragma once

#include <cmath>

#include "composite/tolerances.h"
#include "math/aabb.h"
#include "math/pose.h"
#include "shape/triangle.h"

namespace hyperplane {

/// Whether bounds in the axes of a shape are tighter than those in other axes.
constexpr bool has_own_axes(const Shape& shape) {
  return shape.type != ShapeType::sphere && shape.type != ShapeType::triangle;
}

/// Bounds of a shape in its own axes, to reject nodes and triangles that only the wider bounds along the tree's axes
/// touch. (Of the separating axes of two boxes, those of the turned one; Gottschalk, Lin and Manocha, "OBBTree", 1996.)
class OrientedCulling {
 public:
  /// @param bounds in the frame of the shape, with the tolerance of touches. @param pose of the shape in the frame of
  /// the tree. @param reach m: bound on the coordinates of the triangles.
  OrientedCulling(const Aabb& bounds, const Pose& pose, double reach) {
    const Transform frame = to_transform(pose);
    axes_ = transpose(frame.rotation);
    const Vec3 middle = (bounds.min + bounds.max) * 0.5;
    half_ = bounds.max - middle;
    middle_ = axes_ * (frame * middle);
    const double rounding = k_culling_rounding * (length(pose.position) + length(middle) + length(half_) + reach);
    half_ += Vec3{rounding, rounding, rounding};
  }

  /// @param middle, half of bounds in the frame of the tree.
  bool rejects(const Vec3& middle, const Vec3& half) const {
    const Vec3 apart = abs(axes_ * middle - middle_), reach = abs(axes_) * half + half_;
    return apart.x > reach.x || apart.y > reach.y || apart.z > reach.z;
  }
  bool rejects(const Triangle& triangle) const {
    const Vec3 from = axes_ * triangle.origin - middle_, to_b = axes_ * triangle.to_b, to_c = axes_ * triangle.to_c;
    const Vec3 none, low = from + min(none, min(to_b, to_c)), high = from + max(none, max(to_b, to_c));
    const double touch = k_touch_margin * (length(triangle.to_b) + length(triangle.to_c));
    const Vec3 half = half_ + Vec3{touch, touch, touch};
    return low.x > half.x || low.y > half.y || low.z > half.z || high.x < -half.x || high.y < -half.y ||
           high.z < -half.z;
  }

 private:
  /// To the frame of the shape; the middle of its bounds there; half of their sizes.
  Mat3 axes_;
  Vec3 middle_, half_;
};

}  // namespace hyperplane
