#include "shape/round_box.h"

#include "shape/bounds.h"

namespace hyperplane {

Aabb RoundBox::bounds(const Transform& pose) const {
  const Vec3 reach = abs(pose.rotation) * half + Vec3{rounding, rounding, rounding};
  return rounded_outwards(pose.translation, -reach, reach, core_extent() + rounding);
}

RayHit RoundBox::raycast(const Vec3& origin, const Vec3& direction, double max_distance) const {
  return raycast_rounded(*this, origin, direction, max_distance);
}

}  // namespace hyperplane
