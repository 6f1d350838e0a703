#include "shape/support.h"

namespace hyperplane {

CoreSize core_size_of(const Shape& shape) {
  return visit_shape(shape, [](const auto& s) { return CoreSize{s.core_origin(), s.radius(), s.core_extent()}; });
}

Vec3 core_support_of(const Shape& shape, const Vec3& direction) { return AnyCore(shape).core_support(direction); }

double height_along(const Shape& shape, const Pose& pose, const Vec3& direction) {
  const Vec3 local = rotate(conjugate(pose.rotation), direction);
  return dot(direction, pose.position) + visit_shape(shape, [&](const auto& s) {
           return dot(local, s.core_origin() + s.core_support(local)) + s.radius();
         });
}

void find_core_face(const Shape& shape, const Vec3& direction, SupportingFace& face) {
  visit_shape(shape, [&](const auto& s) { s.core_face(direction, face); });
}

ContactFeature core_feature_of(const Shape& shape, const SupportingFace& face, FeatureKind kind, int i) {
  return visit_shape(shape, [&](const auto& s) { return s.core_feature(face, kind, i); });
}

}  // namespace hyperplane
