#include "narrowphase/composite/surface_contact.h"

#include "math/pose.h"
#include "narrowphase/composite/face_area.h"
#include "narrowphase/composite/face_points.h"
#include "narrowphase/composite/rim_exits.h"
#include "narrowphase/composite/surface_part.h"
#include "narrowphase/composite/triangle_gap.h"
#include "narrowphase/composite/triangle_prism.h"

namespace hyperplane {

namespace {

/// How a contact along the normal of a face finds its points.
enum class FacePoints : std::uint8_t { on_triangle, also_beside };

/// The contact along the normal of the face of a triangle, the part of B.
void find_face_contact(const PartPair& pair, const SurfacePart& surface, FacePoints which, ContactArea& found) {
  find_face_area(*pair.a, pair.pose_a, *pair.b, pair.pose_b, -surface.normal, false, found);
  const PushingFace face = surface.face();
  const double tolerance = face.tolerance_at(found.depth);
  found.point_count = keep_points(found, [&](const ContactPoint& point) {
    return which == FacePoints::also_beside || face.holds(point.on_b, tolerance);
  });
}

}  // namespace

bool is_farther(const PartPair& pair, const Vec3& way, double distance) {
  if (pair.surface_a.exists() == pair.surface_b.exists()) return false;
  if (pair.surface_a.exists()) {
    const Pose pose = pair.pose_a == Pose{} ? pair.pose_b : relative_pose(pair.pose_a, pair.pose_b);
    return is_farther(*pair.a, pair.surface_a.thickness(), *pair.b, pose, rotate(conjugate(pair.pose_a.rotation), -way),
                      distance);
  }
  return is_farther(*pair.b, pair.surface_b.thickness(), *pair.a, relative_pose(pair.pose_b, pair.pose_a),
                    rotate(conjugate(pair.pose_b.rotation), way), distance);
}

bool may_push(const PartPair& pair, const Vec3& middle, const Vec3& point, double gap, TrianglesAround around,
              Vec3& direction) {
  return can_push_from_afar({pair.surface_b, pair.features.triangle_b, pair.pose_b, middle, around}, point, direction,
                            gap);
}

namespace {

/// Whether a point is behind a surface, by less than its thickness.
bool is_point_behind(const Surface& surface, const Pose& pose, const Vec3& point) {
  return surface.closest_point(inverse_times(to_transform(pose), point)).distance < 0.0;
}

}  // namespace

bool snap_to_surface(const PartPair& pair, std::uint32_t row, const Vec3& middle, TrianglesAround around,
                     RimExits& rims, RimExits::JoinedSearch is_joined, Distance& apart) {
  const SurfacePart part(pair.surface_b, pair.features.triangle_b, pair.pose_b, middle, around);
  Vec3 direction = -apart.normal;
  if (can_push_from_afar(part, apart.point_b, direction, apart.distance)) {
    apart.normal = -direction;
    return true;
  }
  const bool is_behind = apart.distance > 0.0;
  const Pose body_pose = relative_pose(pair.pose_b, pair.pose_a);
  if (is_behind && !reaches_into_prism(pair.surface_b, *pair.b, *pair.a, to_transform(body_pose))) return false;
  if (pair.surface_b.thickness() > 0.0) {
    const RimExit* exit = rims.find({row, pair.features.part_a, pair.features.part_b}, pair.surface_b, *pair.b, *pair.a,
                                    body_pose, !is_behind, is_joined);
    if (exit != nullptr) {
      const Transform frame = to_transform(pair.pose_b);
      apart = {-exit->depth, frame * exit->deepest, frame * (exit->deepest + exit->normal * exit->depth),
               -(frame.rotation * exit->normal), apart.features};
      return true;
    }
  }
  if (is_behind && !is_point_behind(pair.surface_b, pair.pose_b, middle)) return false;
  ContactArea along;
  find_face_contact(pair, part, is_behind ? FacePoints::also_beside : FacePoints::on_triangle, along);
  if (along.point_count == 0) return false;
  const ContactPoint deepest = deepest_point(along);
  apart = {-along.depth, deepest.on_a, deepest.on_b, along.normal, apart.features};
  return true;
}

}  // namespace hyperplane
