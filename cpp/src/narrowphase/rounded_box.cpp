#include "narrowphase/rounded_box.h"

#include "core/constants.h"
#include "narrowphase/box_box.h"
#include "narrowphase/convex_manifold.h"
#include "narrowphase/sat_box_box.h"
#include "narrowphase/witness.h"
#include "shape/box.h"
#include "shape/capsule.h"

namespace hyperplane {
namespace {

/// @param shape a box or a capsule.
Vec3 core_half(const Shape& shape) {
  return shape.type == ShapeType::box ? Box(shape).half : Vec3{0.0, Capsule(shape).half_height, 0.0};
}

double radius_of(const Shape& shape) { return shape.type == ShapeType::box ? 0.0 : Capsule(shape).capsule_radius; }

}  // namespace

bool RoundedBoxes::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const Vec3 half_a = core_half(a), half_b = core_half(b);
  const double radius = radius_of(a) + radius_of(b);
  const BoxSat sat = signed_box_sat(half_a, half_b, b_in_a);
  if (sat.intersects) return true;
  // By more than rounding, so that the verdict never differs from that of the distance.
  const double size = half_a.x + half_a.y + half_a.z + half_b.x + half_b.y + half_b.z + radius;
  if (-sat.depth > radius + k_distance_tolerance * size) return false;
  return distance(a, b, b_in_a).distance <= 0.0;
}

Penetration RoundedBoxes::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return penetration_of(distance(a, b, b_in_a));
}

ContactManifold RoundedBoxes::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const Distance contact = distance(a, b, b_in_a);
  if (contact.distance > 0.0) return {};
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  return convex_manifold(pair, contact);
}

Distance RoundedBoxes::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const double radius_a = radius_of(a), radius_b = radius_of(b);
  Distance result = box_distance(core_half(a), core_half(b), b_in_a);
  result.distance -= radius_a + radius_b;
  result.point_a += result.normal * radius_a;
  result.point_b -= result.normal * radius_b;
  return result;
}

}  // namespace hyperplane
