#include "narrowphase/convex/sphere_convex.h"

#include "narrowphase/convex/witness.h"
#include "shape/dispatch.h"

namespace hyperplane {

namespace {

/// The sphere's centre in the frame of the other shape.
Vec3 centre_in_b(const Transform& b_in_a) { return inverse_times(b_in_a, Vec3{}); }

/// The point of the other shape that is closest to the sphere's centre, in that shape's frame.
ClosestPoint closest_to_centre(const Shape& b, const Transform& b_in_a) {
  const Vec3 centre = centre_in_b(b_in_a);
  return visit_shape(b, [&](const auto& shape) { return shape.closest_point(centre); });
}

Distance distance_from(const ClosestPoint& closest, double radius, const Transform& b_in_a) {
  // The outward normal at the closest point leads to the sphere's centre, A's origin.
  const Vec3 normal = -(b_in_a.rotation * closest.normal);
  return {closest.distance - radius, normal * radius, b_in_a * closest.point, normal};
}

}  // namespace

bool SphereConvex::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return closest_to_centre(b, b_in_a).distance - Sphere(a).sphere_radius <= 0.0;
}

Penetration SphereConvex::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return penetration_of(distance(a, b, b_in_a));
}

ContactManifold SphereConvex::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const double radius = Sphere(a).sphere_radius;
  const Vec3 centre = centre_in_b(b_in_a);
  struct Touch {
    ClosestPoint closest;
    /// Of B, if the shapes touch.
    ContactFeature feature;
  };
  const auto [closest, feature] = visit_shape(b, [&](const auto& shape) {
    const ClosestPoint found = shape.closest_point(centre);
    const bool is_apart = found.distance - radius > 0.0;
    return Touch{found,
                 is_apart ? ContactFeature{} : shape.core_feature_at(found.point - found.normal * shape.radius())};
  });
  ContactManifold manifold;
  if (closest.distance - radius > 0.0) return manifold;
  set_single_point(distance_from(closest, radius, b_in_a),
                   make_contact_id(make_feature(FeatureKind::surface, 0), feature), manifold);
  return manifold;
}

Distance SphereConvex::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return distance_from(closest_to_centre(b, b_in_a), Sphere(a).sphere_radius, b_in_a);
}

}  // namespace hyperplane
