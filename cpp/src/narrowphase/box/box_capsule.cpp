#include "narrowphase/box/box_capsule.h"

#include "core/constants.h"
#include "narrowphase/box/box_box.h"
#include "narrowphase/box/box_manifold.h"
#include "narrowphase/box/sat_box_box.h"
#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/convex/segment.h"
#include "narrowphase/convex/witness.h"
#include "shape/box.h"
#include "shape/capsule.h"

namespace hyperplane {
namespace {

/// @param shape a box or a capsule.
Vec3 core_half(const Shape& shape) {
  return shape.type == ShapeType::box ? Box(shape).half : Vec3{0.0, Capsule(shape).half_height, 0.0};
}

/// Distance of two separated segments. The closest points are confirmed by the gap along the line through them, which
/// must be as wide as their distance.
/// @param a its middle is the origin.
/// @return false if the gap is narrower, or if the points are too close to each other for a direction.
bool segment_distance(const Segment& a, const Segment& b, Distance& result) {
  const SegmentPlaces closest = closest_places(a, b);
  result.point_a = a.along * closest.on_a;
  result.point_b = b.middle + b.along * closest.on_b;
  const Vec3 between = result.point_b - result.point_a;
  result.distance = length(between);
  const double size = a.reach + b.reach;
  if (!(result.distance > k_direction_from_points * size)) return false;
  const Vec3 n = between * (1.0 / result.distance);
  result.normal = n;
  const double gap = dot(n, b.middle) - std::fabs(dot(n, a.along)) * a.reach - std::fabs(dot(n, b.along)) * b.reach;
  return gap >= result.distance - k_distance_tolerance * (size + result.distance);
}

Distance core_distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  Distance result;
  const bool is_answered =
      a.type == ShapeType::capsule && b.type == ShapeType::capsule &&
      segment_distance({{}, {0.0, 1.0, 0.0}, Capsule(a).half_height},
                       {b_in_a.translation, b_in_a.rotation.columns[1], Capsule(b).half_height}, result);
  return is_answered ? result : box_distance(core_half(a), core_half(b), b_in_a);
}

double radius_of(const Shape& shape) { return shape.type == ShapeType::box ? 0.0 : Capsule(shape).capsule_radius; }

}  // namespace

bool BoxCapsule::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  if (a.type == ShapeType::capsule) return distance(a, b, b_in_a).distance <= 0.0;
  const Vec3 half_a = core_half(a), half_b = core_half(b);
  const double radius = radius_of(a) + radius_of(b);
  const BoxSat sat = signed_box_sat(half_a, half_b, b_in_a);
  if (sat.intersects) return true;
  // By more than rounding, so that the verdict always agrees with the distance.
  const double size = half_a.x + half_a.y + half_a.z + half_b.x + half_b.y + half_b.z + radius;
  if (-sat.depth > radius + k_distance_tolerance * size) return false;
  return distance(a, b, b_in_a).distance <= 0.0;
}

Penetration BoxCapsule::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return penetration_of(distance(a, b, b_in_a));
}

ContactManifold BoxCapsule::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const Distance contact = distance(a, b, b_in_a);
  if (contact.distance > 0.0) return {};
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  return convex_manifold(pair, contact);
}

Distance BoxCapsule::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const double radius_a = radius_of(a), radius_b = radius_of(b);
  Distance result = core_distance(a, b, b_in_a);
  result.distance -= radius_a + radius_b;
  result.point_a += result.normal * radius_a;
  result.point_b -= result.normal * radius_b;
  return result;
}

}  // namespace hyperplane
