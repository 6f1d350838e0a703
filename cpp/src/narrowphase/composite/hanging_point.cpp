#include "narrowphase/composite/hanging_point.h"

#include <cmath>

#include "core/constants.h"
#include "narrowphase/convex/contact_id.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// Whether the face of a triangle may push along a direction: only towards the front, unless the surface has two sides.
bool is_face_normal(const Surface& surface, const Triangle& triangle, const Vec3& direction) {
  const double cosine = dot(triangle.normal(), direction);
  return (surface.is_one_sided() ? cosine : std::fabs(cosine)) >= k_face_normal_cosine;
}

/// Whether there is a triangle at a point whose face has a direction as its normal.
bool has_face_at(const Surface& surface, const std::optional<TrianglesAround>& around, SurfaceSiblings* siblings,
                 const Vec3& point, const Vec3& direction, double tolerance) {
  bool found = false;
  const auto visit = [&](const Triangle& near) {
    found = is_face_normal(surface, near, direction) && near.closest_point(point).distance <= tolerance;
    return !found;
  };
  if (around) {
    (*around)(point, tolerance, visit);
  } else {
    visit_around(surface, point, tolerance, visit);
  }
  return found || (siblings != nullptr && siblings->have_face_at(point, direction, tolerance));
}

}  // namespace

void add_hanging_point(const Surface& surface, const std::optional<TrianglesAround>& around, SurfaceSiblings* siblings,
                       const PlacedBody& body, ContactManifold& contact) {
  // A ball touches in its deepest point.
  if (body.shape.type == ShapeType::sphere) return;
  const Vec3& up = contact.normal;
  const Triangle face(surface.triangle_shape(static_cast<std::uint32_t>(contact.features.triangle_a)));
  if (!is_face_normal(surface, face, up)) return;
  const Vec3 towards = transpose_times(body.frame.rotation, -up);
  const Vec3 on_core = core_support_of(body.shape, towards);
  const Vec3 lowest = body.frame * (body.core.origin + on_core) - up * body.core.radius;
  const double depth = dot(up, face.origin - lowest), tolerance = surface.weld(face.origin, face.core_extent());
  if (!(depth > contact.depth + tolerance)) return;
  const Vec3 on_face = lowest + up * depth;
  if (!has_face_at(surface, around, siblings, on_face, up, tolerance)) return;
  contact.depth = depth;
  // The deepest point comes first.
  if (contact.point_count < 4) ++contact.point_count;
  for (int i = contact.point_count - 1; i > 0; --i) contact.points[i] = contact.points[i - 1];
  contact.points[0] = {on_face, lowest, depth, contact.points[1].id};
  make_ids_distinct(contact);
}

}  // namespace hyperplane
