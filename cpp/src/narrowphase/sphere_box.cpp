#include "narrowphase/sphere_box.h"

#include "narrowphase/witness.h"
#include "shape/box.h"
#include "shape/sphere.h"

namespace hyperplane {

bool SphereBox::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return distance(a, b, b_in_a).distance <= 0.0;
}

Penetration SphereBox::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return penetration_of(distance(a, b, b_in_a));
}

ContactManifold SphereBox::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return single_point_manifold(distance(a, b, b_in_a));
}

Distance SphereBox::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const double radius = Sphere(a).sphere_radius;
  const ClosestPoint closest = Box(b).closest_point(inverse_times(b_in_a, Vec3{}));
  // The box's outward normal at its closest point leads to the sphere's centre, A's origin.
  const Vec3 normal = -(b_in_a.rotation * closest.normal);
  return {closest.distance - radius, normal * radius, b_in_a * closest.point, normal};
}

}  // namespace hyperplane
