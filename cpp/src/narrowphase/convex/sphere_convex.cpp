#include "narrowphase/convex/sphere_convex.h"

#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/witness.h"
#include "shape/dispatch.h"

namespace hyperplane {

namespace {

/// The point of the other shape that is closest to the sphere's centre, in that shape's frame.
ClosestPoint closest_to_centre(const Shape& b, const Transform& b_in_a) {
  const Vec3 centre = inverse_times(b_in_a, Vec3{});
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
  const ClosestPoint closest = closest_to_centre(b, b_in_a);
  if (closest.distance - radius > 0.0) return {};
  const ContactFeature on_b = feature_at(b, closest.point, closest.normal);
  return single_point_manifold(distance_from(closest, radius, b_in_a),
                               make_contact_id(make_feature(FeatureKind::surface, 0), on_b));
}

Distance SphereConvex::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return distance_from(closest_to_centre(b, b_in_a), Sphere(a).sphere_radius, b_in_a);
}

}  // namespace hyperplane
