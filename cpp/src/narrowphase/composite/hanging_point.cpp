#include "narrowphase/composite/hanging_point.h"

#include <cmath>

#include "composite/compound.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/pair/pair_table.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// Whether the face of a triangle may push along a direction: only towards the front, unless the surface has two sides.
bool is_face_normal(const Surface& surface, const Triangle& triangle, const Vec3& direction) {
  const double cosine = dot(triangle.normal(), direction);
  return (surface.is_one_sided() ? cosine : std::fabs(cosine)) >= k_face_normal_cosine;
}

/// Whether there is a triangle at a point whose face has a direction as its normal.
bool has_face_at(const Surface& surface, const std::optional<TrianglesAround>& around, const Vec3& point,
                 const Vec3& direction, double tolerance) {
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
  return found;
}

}  // namespace

void add_hanging_point(const Surface& surface, const std::optional<TrianglesAround>& around, const PlacedBody& body,
                       ContactManifold& contact) {
  // A ball touches in its deepest point.
  if (body.shape.type == ShapeType::sphere) return;
  const Vec3& up = contact.normal;
  const Triangle face(surface.triangle_shape(static_cast<std::uint32_t>(contact.features.triangle_a)));
  if (!is_face_normal(surface, face, up)) return;
  const Vec3 towards = transpose_times(body.frame.rotation, -up);
  const Vec3 on_core = core_support_of(body.shape, towards);
  const Vec3 lowest = body.frame * (body.core.origin + on_core) - up * body.core.radius;
  const double depth = dot(up, face.origin - lowest), tolerance = k_surface_weld * face.core_extent();
  if (!(depth > contact.depth + tolerance)) return;
  const Vec3 on_face = lowest + up * depth;
  if (!has_face_at(surface, around, on_face, up, tolerance)) return;
  contact.depth = depth;
  // The deepest point comes first.
  if (contact.point_count < 4) ++contact.point_count;
  for (int i = contact.point_count - 1; i > 0; --i) contact.points[i] = contact.points[i - 1];
  contact.points[0] = {on_face, lowest, depth, contact.points[1].id};
  make_ids_distinct(contact);
}

void add_hanging_point(const Shape& a, const Shape& b, const Pose& b_in_a, ContactManifold& contact) {
  const PairFeatures& where = contact.features;
  if ((where.triangle_a < 0) == (where.triangle_b < 0)) return;
  const bool of_a = where.triangle_a >= 0;
  const PlacedPart part_a = part_of(a, {}, where.part_a), part_b = part_of(b, b_in_a, where.part_b);
  const PlacedPart &ground = of_a ? part_a : part_b, &other = of_a ? part_b : part_a;
  const Transform frame = to_transform(ground.pose);
  ContactManifold of_ground = contact;
  to_world(inverse(frame), of_ground);
  if (!of_a) exchange(of_ground);
  add_hanging_point(Surface(*ground.shape), std::nullopt,
                    PlacedBody(*other.shape, relative_pose(ground.pose, other.pose), {}), of_ground);
  if (of_ground.depth == contact.depth) return;
  if (!of_a) exchange(of_ground);
  to_world(frame, of_ground);
  contact = of_ground;
}

}  // namespace hyperplane
