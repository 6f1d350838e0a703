#include "narrowphase/convex/sphere_convex.h"

#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/witness.h"
#include "shape/dispatch.h"

namespace hyperplane {

bool SphereConvex::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return distance(a, b, b_in_a).distance <= 0.0;
}

Penetration SphereConvex::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return penetration_of(distance(a, b, b_in_a));
}

ContactManifold SphereConvex::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const Distance contact = distance(a, b, b_in_a);
  if (contact.distance > 0.0) return {};
  return single_point_manifold(contact, witness_id(a, b, b_in_a, contact));
}

Distance SphereConvex::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const double radius = Sphere(a).sphere_radius;
  const Vec3 centre = inverse_times(b_in_a, Vec3{});
  const ClosestPoint closest = visit_shape(b, [&](const auto& shape) { return shape.closest_point(centre); });
  // The outward normal at the closest point leads to the sphere's centre, A's origin.
  const Vec3 normal = -(b_in_a.rotation * closest.normal);
  return {closest.distance - radius, normal * radius, b_in_a * closest.point, normal};
}

}  // namespace hyperplane
