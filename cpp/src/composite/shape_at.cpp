#include "composite/shape_at.h"

#include "shape/support.h"

namespace hyperplane {

Transform frame_of(const Pose& pose) { return to_transform(with_safe_rotation(pose)); }

Vec3 support(const Shape& shape, const Pose& pose, const Vec3& direction) {
  return support_at(shape, frame_of(pose), direction);
}

Vec3 support_at(const Shape& shape, const Transform& frame, const Vec3& direction) {
  const Vec3 local = transpose_times(frame.rotation, direction_of(direction));
  if (is_composite(shape.type)) return frame * support_of_composite(shape, local);
  // Most of those that are asked.
  if (shape.type == ShapeType::triangle) {
    const Triangle flat(shape);
    return frame * (flat.origin + flat.core_support(local) + local * flat.radius());
  }
  const CoreSize core = core_size_of(shape);
  return frame * (core.origin + core_support_of(shape, local) + local * core.radius);
}

}  // namespace hyperplane
