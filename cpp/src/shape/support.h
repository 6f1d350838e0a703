#pragma once

#include "shape/dispatch.h"

namespace hyperplane {

/// The core of a shape whose type is known only at run time, as a support mapping. Every call switches on the type; the
/// switch costs less than an indirect call and lets one instance of GJK serve all shapes.
class AnyCore {
 public:
  explicit AnyCore(const Shape& shape) : shape_(shape) {}

  Vec3 core_support(const Vec3& direction) const {
    return visit_shape(shape_, [&](const auto& shape) { return shape.core_support(direction); });
  }

 private:
  const Shape shape_;
};

/// The core of a shape.
struct CoreSize {
  Vec3 origin;
  /// m: of the rounding around it.
  double radius;
  /// m: a bound on the distance of its points from its origin.
  double extent;
};

CoreSize core_size_of(const Shape& shape);

}  // namespace hyperplane
