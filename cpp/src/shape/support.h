#pragma once

#include "shape/dispatch.h"

namespace hyperplane {

/// The core of a shape whose type is known only at run time, as a support mapping. Every call switches on the type; the
/// switch costs less than an indirect call and lets one instance of GJK serve all shapes.
class AnyCore {
 public:
  /// @param shape must outlive this.
  explicit AnyCore(const Shape& shape) : shape_(shape) {}

  Vec3 core_support(const Vec3& direction) const {
    return visit_shape(shape_, [&](const auto& shape) { return shape.core_support(direction); });
  }

 private:
  const Shape& shape_;
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

/// The members of a shape's class by calls, for code that favours size over speed.
Vec3 core_support_of(const Shape& shape, const Vec3& direction);
/// m: height of a convex shape along a unit direction. @param pose of unit length.
double height_along(const Shape& shape, const Pose& pose, const Vec3& direction);
void find_core_face(const Shape& shape, const Vec3& direction, SupportingFace& face);
ContactFeature core_feature_of(const Shape& shape, const SupportingFace& face, FeatureKind kind, int i);

}  // namespace hyperplane
