#include "narrowphase/convex/sphere_sphere.h"

#include "narrowphase/convex/witness.h"
#include "shape/sphere.h"

namespace hyperplane {

bool SphereSphere::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return distance(a, b, b_in_a).distance <= 0.0;
}

Penetration SphereSphere::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return penetration_of(distance(a, b, b_in_a));
}

ContactManifold SphereSphere::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const Distance contact = distance(a, b, b_in_a);
  ContactManifold manifold;
  if (contact.distance <= 0.0) set_single_point(contact, 0, manifold);
  return manifold;
}

Distance SphereSphere::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const double radius_a = Sphere(a).sphere_radius, radius_b = Sphere(b).sphere_radius;
  const double between = length(b_in_a.translation);
  const bool concentric = max_component(abs(b_in_a.translation)) == 0.0;
  const Vec3 normal = concentric ? Vec3{1.0, 0.0, 0.0} : direction_of(b_in_a.translation);
  return {between - (radius_a + radius_b), normal * radius_a, b_in_a.translation - normal * radius_b, normal};
}

}  // namespace hyperplane
