#include "narrowphase/convex/sphere_convex.h"

#include "narrowphase/convex/tolerances.h"
#include "narrowphase/convex/witness.h"
#include "shape/dispatch.h"

namespace hyperplane {

namespace {

/// The sphere's centre in the frame of the other shape.
Vec3 centre_in_b(const Transform& b_in_a) { return inverse_times(b_in_a, Vec3{}); }

/// The point of a shape that is closest to the centre of a sphere of this radius. A sphere without radius touches a
/// shape that only rounding separates from it.
template <class ShapeOfB>
ClosestPoint closest_of(const ShapeOfB& shape, const Vec3& centre, double radius) {
  ClosestPoint closest = shape.closest_point(centre);
  if (radius == 0.0 && closest.distance <= k_touch_doubt * (shape.core_extent() + shape.radius())) {
    closest.distance = min(closest.distance, 0.0);
  }
  return closest;
}

/// The same for any other shape, in that shape's frame.
ClosestPoint closest_to_centre(double radius, const Shape& b, const Transform& b_in_a) {
  const Vec3 centre = centre_in_b(b_in_a);
  return visit_shape(b, [&](const auto& shape) { return closest_of(shape, centre, radius); });
}

Distance distance_from(const ClosestPoint& closest, double radius, const Transform& b_in_a) {
  // The outward normal at the closest point leads to the sphere's centre, A's origin.
  const Vec3 normal = -(b_in_a.rotation * closest.normal);
  return {closest.distance - radius, normal * radius, b_in_a * closest.point, normal};
}

}  // namespace

bool SphereConvex::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const double radius = Sphere(a).sphere_radius;
  return closest_to_centre(radius, b, b_in_a).distance - radius <= 0.0;
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
    const ClosestPoint found = closest_of(shape, centre, radius);
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
  const double radius = Sphere(a).sphere_radius;
  return distance_from(closest_to_centre(radius, b, b_in_a), radius, b_in_a);
}

}  // namespace hyperplane
