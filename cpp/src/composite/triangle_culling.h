#pragma once

#include <cmath>

#include "composite/tolerances.h"
#include "math/aabb.h"
#include "shape/triangle.h"

namespace hyperplane {

/// Bounds that move on a straight line, to reject triangles that they do not touch: by the axes of their frame, the
/// triangle's normal, and the normals of its edges in its plane. The edge products, the remaining axes of a box and a
/// triangle (Akenine-Moeller, "Fast 3D Triangle-Box Overlap Testing", 2001), would reject few more.
class TriangleCulling {
 public:
  /// @param way m: how far the bounds move, finite. @param reach m: bound on the coordinates of the triangles.
  TriangleCulling(const Aabb& bounds, const Vec3& way, double reach)
      : middle_((bounds.min + bounds.max) * 0.5), way_(way) {
    half_ = bounds.max - middle_;
    const double rounding = k_culling_rounding * (length(middle_) + length(half_) + length(way) + reach);
    half_ += Vec3{rounding, rounding, rounding};
  }

  /// @param way m: no longer than before.
  void set_way(const Vec3& way) { way_ = way; }

  /// Whether the bounds touch neither a triangle nor the prism behind it, within the tolerance of touches.
  /// @param prism from the triangle to the back of its prism; zero: none.
  bool rejects(const Triangle& triangle, const Vec3& prism) const;

 private:
  Vec3 middle_, half_, way_;
};

/// A ball that moves on a straight line, to reject triangles by their bounding balls: much faster for triangles that
/// are small compared to it.
class BallCulling {
 public:
  /// @param from, direction of the middle of the ball; unit length. @param reach m: bound on the coordinates of the
  /// triangles.
  BallCulling(const Vec3& from, const Vec3& direction, double radius, double reach)
      : from_(from), direction_(direction), rounding_(k_culling_rounding * (length(from) + radius + reach)) {
    radius_ = radius + rounding_;
  }

  /// Whether the ball, before it has moved by `end`, does not touch a triangle, within the tolerance of touches.
  bool rejects(const Triangle& triangle, double end) const;

 private:
  Vec3 from_, direction_;
  double rounding_, radius_;
};

}  // namespace hyperplane
