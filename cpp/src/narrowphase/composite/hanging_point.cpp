#include "narrowphase/composite/hanging_point.h"

#include <cmath>

#include <hyperplane/shape_query.h>

#include "composite/compound.h"
#include "composite/surface.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/surface_vicinity.h"
#include "narrowphase/convex/contact_id.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

bool is_face_normal(const Triangle& triangle, const Vec3& direction) {
  return std::fabs(dot(triangle.normal(), direction)) >= k_face_normal_cosine;
}

/// Whether there is a triangle at a point whose face has a direction as its normal.
bool has_face_at(const Surface& surface, const Vec3& point, const Vec3& direction, double tolerance) {
  bool found = false;
  visit_around(surface, point, tolerance, [&](const Triangle& near) {
    found = is_face_normal(near, direction);
    return !found;
  });
  return found;
}

}  // namespace

void add_hanging_point(const Shape& a, const Shape& b, const Pose& b_in_a, ContactManifold& contact) {
  const PairFeatures& where = contact.features;
  if ((where.triangle_a < 0) == (where.triangle_b < 0)) return;
  const bool of_a = where.triangle_a >= 0;
  const PlacedPart part_a = part_of(a, {}, where.part_a), part_b = part_of(b, b_in_a, where.part_b);
  const PlacedPart &ground = of_a ? part_a : part_b, &other = of_a ? part_b : part_a;
  const Surface surface(*ground.shape);
  const Transform frame = to_transform(ground.pose);
  const Vec3 up = transpose_times(frame.rotation, of_a ? contact.normal : -contact.normal);
  const Triangle face(surface.triangle_shape(static_cast<std::uint32_t>(of_a ? where.triangle_a : where.triangle_b)));
  if (!is_face_normal(face, up)) return;
  const Vec3 lowest = support(*other.shape, relative_pose(ground.pose, other.pose), -up);
  const double depth = dot(up, face.origin - lowest), tolerance = k_surface_weld * face.core_extent();
  if (!(depth > contact.depth + tolerance)) return;
  const Vec3 on_face = lowest + up * depth;
  if (!has_face_at(surface, on_face, up, tolerance)) return;
  contact.depth = depth;
  // The deepest point comes first.
  if (contact.point_count < 4) ++contact.point_count;
  for (int i = contact.point_count - 1; i > 0; --i) contact.points[i] = contact.points[i - 1];
  const Vec3 of_ground = frame * on_face, of_other = frame * lowest;
  contact.points[0] = {of_a ? of_ground : of_other, of_a ? of_other : of_ground, depth, contact.points[1].id};
  make_ids_distinct(contact);
}

}  // namespace hyperplane
