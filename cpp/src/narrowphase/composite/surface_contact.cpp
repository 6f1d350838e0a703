#include "narrowphase/composite/surface_contact.h"

#include <cmath>

#include "composite/compound.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/box_triangle.h"
#include "narrowphase/composite/face_area.h"
#include "narrowphase/composite/face_points.h"
#include "narrowphase/composite/placed_body.h"
#include "narrowphase/composite/rim_exits.h"
#include "narrowphase/composite/surface_part.h"
#include "narrowphase/composite/triangle_gap.h"
#include "narrowphase/composite/triangle_prism.h"
#include "narrowphase/convex/capsule_triangle.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/convex_convex.h"
#include "narrowphase/pair/pair_table.h"
#include "shape/triangle.h"

namespace hyperplane {

namespace {

/// How a contact along the normal of a face finds its points.
enum class FacePoints : std::uint8_t { on_triangle, also_beside };

/// @param slack m: how much farther beside the triangle a point may lie.
[[gnu::noinline]] void keep_face_points(const SurfacePart& surface, bool of_a, FacePoints which, double slack,
                                        ContactArea& found) {
  const PushingFace face = surface.face();
  const double tolerance = face.tolerance_at(found.depth) + slack;
  found.point_count = keep_points(found, [&](const ContactPoint& point) {
    return which == FacePoints::also_beside || face.holds(of_a ? point.on_a : point.on_b, tolerance);
  });
}

/// The contact along the normal of a triangle's face. @param of_a whether the triangle is the part of A.
/// @param slack as above.
void find_face_contact(const PartPair& pair, const SurfacePart& surface, bool of_a, FacePoints which, double slack,
                       ContactArea& found) {
  find_face_area(*pair.a, pair.pose_a, *pair.b, pair.pose_b, of_a ? surface.normal : -surface.normal, of_a, found);
  keep_face_points(surface, of_a, which, slack, found);
}

/// Whether a part of a pair reaches farther than `rest` into the prism behind the other.
[[gnu::noinline]] bool reaches_into_prism(const PartPair& pair, bool of_a, double rest = 0.0) {
  const Pose &frame = of_a ? pair.pose_a : pair.pose_b, &other = of_a ? pair.pose_b : pair.pose_a;
  return reaches_into_prism(of_a ? pair.surface_a : pair.surface_b, of_a ? *pair.a : *pair.b, of_a ? *pair.b : *pair.a,
                            to_transform(relative_pose(frame, other)), rest);
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
  if (is_behind && !reaches_into_prism(pair, false)) return false;
  if (pair.surface_b.thickness() > 0.0) {
    const RimExit* exit = rims.find({row, pair.features.part_a, pair.features.part_b}, pair.surface_b, *pair.b, *pair.a,
                                    relative_pose(pair.pose_b, pair.pose_a), !is_behind, is_joined);
    if (exit != nullptr) {
      const Transform frame = to_transform(pair.pose_b);
      apart = {-exit->depth, frame * exit->deepest, frame * (exit->deepest + exit->normal * exit->depth),
               -(frame.rotation * exit->normal), apart.features};
      return true;
    }
  }
  if (is_behind && !is_point_behind(pair.surface_b, pair.pose_b, middle)) return false;
  ContactArea along;
  find_face_contact(pair, part, false, is_behind ? FacePoints::also_beside : FacePoints::on_triangle, 0.0, along);
  if (along.point_count == 0) return false;
  const ContactPoint deepest = deepest_point(along);
  apart = {-along.depth, deepest.on_a, deepest.on_b, along.normal, apart.features};
  return true;
}

}  // namespace hyperplane
