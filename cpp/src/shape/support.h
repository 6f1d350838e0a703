#pragma once

#include "shape/dispatch.h"

namespace hyperplane {

/// The core of a shape whose type is known only at run time, as a support mapping. The type is looked at anew with
/// every call, in a switch, which costs less than one indirect call and lets one instance of GJK serve all shapes.
class AnyCore {
 public:
  explicit AnyCore(const Shape& shape) : shape_(shape) {}

  Vec3 core_support(const Vec3& direction) const {
    return visit_shape(shape_, [&](const auto& shape) { return shape.core_support(direction); });
  }

 private:
  const Shape shape_;
};

}  // namespace hyperplane
