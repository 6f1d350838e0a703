#include "narrowphase/box/box_box.h"

#include "narrowphase/box/box_manifold.h"
#include "shape/box.h"

namespace hyperplane {

bool BoxBox::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return boxes_intersect(Box(a).half, Box(b).half, b_in_a);
}

Penetration BoxBox::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const BoxSat sat = box_sat(Box(a).half, Box(b).half, b_in_a);
  return {sat.intersects, sat.normal, sat.depth};
}

ContactManifold BoxBox::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const Vec3 half_a = Box(a).half, half_b = Box(b).half;
  const BoxSat sat = box_sat(half_a, half_b, b_in_a);
  return sat.intersects ? box_manifold(half_a, half_b, b_in_a, sat) : ContactManifold{};
}

}  // namespace hyperplane
