#include "shape/sphere.h"

#include "shape/bounds.h"
#include "shape/ray.h"

namespace hyperplane {

void Sphere::core_face(const Vec3& /*direction*/, SupportingFace& face) const {
  face.count = 1;
  face.vertices[0] = {};
}

Aabb Sphere::bounds(const Transform& pose) const {
  const Vec3 r{sphere_radius, sphere_radius, sphere_radius};
  return rounded_outwards(pose.translation, -r, r, sphere_radius);
}

RayHit Sphere::raycast(const Vec3& origin, const Vec3& direction, double max_distance) const {
  RayHit result;
  const double r = sphere_radius;
  if (length_squared(origin) <= r * r) {
    result = {true, 0.0, origin, -direction};
    return result;
  }
  // The point of the line that is closest to the centre, and the half chord from there. Its distance to the centre is
  // computed from the point itself: the discriminant b^2 - (|o|^2 - r^2) would cancel for a far origin.
  const double along = -dot(origin, direction);
  if (along < 0.0) return result;
  const Vec3 nearest = nearest_on_line(origin, direction);
  const double half_chord_squared = r * r - length_squared(nearest);
  if (half_chord_squared < 0.0) return result;
  const double half_chord = std::sqrt(half_chord_squared), distance = along - half_chord;
  if (distance > max_distance) return result;
  const Vec3 normal = hit_normal(nearest - direction * half_chord, direction);
  return {true, max(distance, 0.0), normal * r, normal};
}

ClosestPoint Sphere::closest_point(const Vec3& point) const {
  const double from_centre = length(point);
  const Vec3 normal = from_centre > 0.0 ? point * (1.0 / from_centre) : Vec3{1.0, 0.0, 0.0};
  return {from_centre - sphere_radius, normal * sphere_radius, normal};
}

}  // namespace hyperplane
