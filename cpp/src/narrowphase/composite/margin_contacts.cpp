#include "narrowphase/composite/margin_contacts.h"

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/contact_patches.h"
#include "narrowphase/composite/part_pairs.h"
#include "narrowphase/composite/surface_part.h"
#include "narrowphase/convex/convex_convex.h"
#include "narrowphase/pair/pair_table.h"
#include "narrowphase/union/union_part.h"

namespace hyperplane {
namespace {

/// A part of a shape, and a point of it with a direction out of it; in one frame.
struct PartPoint {
  const Shape& part;
  const Pose& pose;
  const Surface& surface;
  std::int32_t index, triangle;
  Vec3 point, normal;

  /// Whether the direction is the normal of a face.
  bool is_on_face() const {
    const Vec3 local = transpose_times(to_matrix(pose.rotation), normal);
    bool found = false;
    const auto look_at = [&](const Vec3& face) {
      found = found || (dot(face, local) > 0.0 && length(cross(face, local)) <= k_face_normal_tilt);
    };
    if (part.type != ShapeType::triangle) {
      visit_face_normals(part, look_at);
    } else {
      const Vec3 front = Triangle(part).normal();
      look_at(front);
      if (!surface.exists() || !surface.is_one_sided()) look_at(-front);
    }
    return found;
  }

  /// Whether the part is a triangle with an edge that bends away from the other shape, or is open.
  bool is_outer(const Vec3& middle) const {
    return surface.exists() && SurfacePart(surface, triangle, pose, middle).has_outer_edge();
  }

  /// Whether the union of the shape's parts may push along the direction at the point. @param whole the shape, at
  /// `frame`. @param middle of the other shape. @param near m: how close parts are that hold the point.
  bool counts(const Shape& whole, const Pose& frame, const Vec3& middle, double near) const {
    if (!is_composite(whole.type) || is_on_face()) return true;
    if (surface.exists() && !can_push(SurfacePart(surface, triangle, pose, middle), point, normal)) return false;
    const Vec3 local = inverse_times(to_transform(frame), point), margin{near, near, near};
    constexpr Shape k_point{ShapeType::sphere, {0.0}};
    bool is_hidden = false;
    visit_parts_within(whole, {local - margin, local + margin}, k_point, {}, [&](const PartPair& beside) {
      if (beside.features.part_a == index && (surface.exists() || beside.features.triangle_a == triangle)) return true;
      const Pose there = frame * beside.pose_a;
      is_hidden =
          distance_at(*beside.a, frame_of(there), point) <= near && rises_above(*beside.a, there, point, normal, near);
      return !is_hidden;
    });
    return !is_hidden;
  }
};

/// Of the area of a triangle within a surface: what the triangle's own outline cuts is a neighbour's, too. Keeps the
/// corners of the body, or one point.
void keep_corners(ContactArea& area, bool is_body_a) {
  int kept = 0;
  for (int i = 0; i < area.point_count; ++i) {
    const ContactPoint point = area.points[i];
    const ContactFeature feature = is_body_a ? feature_of_a(point.id) : feature_of_b(point.id);
    if (kind_of(feature) == FeatureKind::vertex) area.points[kept++] = point;
  }
  area.point_count = kept > 0 ? kept : 1;
}

/// Moves the point of the surface, so that the depth is positive, as patches take it.
void deepen(ContactPoint& point, const Vec3& normal, const PairFeatures& features, double by) {
  if (features.triangle_b < 0) {
    point.on_a += normal * by;
  } else {
    point.on_b -= normal * by;
  }
  point.depth += by;
}

}  // namespace

void visit_margin_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                           FunctionRef<void(ContactManifold& contact)> visit) {
  const Pose b_in_a = relative_pose(pose_a, pose_b);
  const Transform frame = frame_of(pose_a);
  const double near = k_union_gap * min(size_of(a), size_of(b));
  const Vec3 middle_a = inner_point_of(a), middle_b = to_transform(b_in_a) * inner_point_of(b);
  ContactPatches patches;
  visit_near_candidates(a, b, b_in_a, margin, [&](const PartPair& pair) {
    const auto found = distance_within(*pair.a, pair.pose_a, *pair.b, pair.pose_b, margin);
    if (!found || found->distance <= 0.0) return;
    const Vec3& n = found->normal;
    const PairFeatures& f = pair.features;
    const PartPoint of_a{*pair.a, pair.pose_a, pair.surface_a, f.part_a, f.triangle_a, found->point_a, n};
    const PartPoint of_b{*pair.b, pair.pose_b, pair.surface_b, f.part_b, f.triangle_b, found->point_b, -n};
    if (!of_a.counts(a, {}, middle_b, near) || !of_b.counts(b, b_in_a, middle_a, near)) return;
    const Transform part_frame = to_transform(pair.pose_a);
    const Distance apart{found->distance,
                         inverse_times(part_frame, found->point_a),
                         inverse_times(part_frame, found->point_b),
                         transpose_times(part_frame.rotation, n),
                         {}};
    const Transform other = to_transform(relative_pose(pair.pose_a, pair.pose_b));
    if (pair.surface_a.exists() || pair.surface_b.exists()) {
      ContactArea area;
      ConvexConvex::find_area_at(*pair.a, *pair.b, other, apart, margin, area);
      area.normal = n;
      if (!of_a.is_outer(middle_b) && !of_b.is_outer(middle_a)) {
        keep_corners(area, !pair.surface_a.exists());
      }
      for (int i = 0; i < area.point_count; ++i) {
        ContactPoint& point = area.points[i];
        point.on_a = part_frame * point.on_a;
        point.on_b = part_frame * point.on_b;
        deepen(point, n, f, margin);
      }
      area.depth += margin;
      patches.add(area, f);
      return;
    }
    ContactManifold contact = ConvexConvex::collide_at(*pair.a, *pair.b, other, apart, margin);
    to_world(part_frame, contact);
    contact.features = f;
    name_cells(pair, found->point_a, found->point_b, n, contact.features);
    to_world(frame, contact);
    visit(contact);
  });
  if (patches.is_empty()) return;
  patches.finish([&](ContactManifold& contact) {
    contact.depth -= margin;
    for (int i = 0; i < contact.point_count; ++i) {
      deepen(contact.points[i], contact.normal, contact.features, -margin);
    }
    to_world(frame, contact);
    visit(contact);
  });
}

}  // namespace hyperplane
