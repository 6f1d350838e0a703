#include "narrowphase/composite/margin_contacts.h"

#include <algorithm>
#include <span>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "depenetration/tolerances.h"
#include "depenetration/union_contacts.h"
#include "math/pose.h"
#include "narrowphase/composite/convex_forms.h"
#include "narrowphase/convex/convex_convex.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/part/contact_patches.h"
#include "narrowphase/part/part_pairs.h"
#include "narrowphase/part/surface_part.h"
#include "narrowphase/union/union_part.h"

namespace hyperplane {
namespace {

/// A part of a shape, its closest point to the other shape, and the direction out of it; in the frame of A.
struct ClosestPart {
  const Shape& whole;
  const Pose& frame;
  const Shape& part;
  const Pose& pose;
  const Surface& surface;
  std::int32_t index, triangle;
  Vec3 point, normal;
  /// Of the other shape.
  Vec3 middle;
  const KindMask* kinds;

  SurfacePart on_surface() const { return {surface, triangle, pose, middle}; }

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
  bool is_outer() const { return surface.exists() && has_outer_edge(surface, triangle); }

  /// Whether the part is a triangle of a one-sided or solid surface, and the direction leads out of its back.
  bool is_behind() const {
    return surface.exists() && (surface.is_one_sided() || surface.is_solid()) && dot(on_surface().front, normal) <= 0.0;
  }

  MarginPoint off_faces() const { return {point, normal, false}; }

  /// @param at a point of the face. @param near m: of it. Neighbours that are flush do not reach there, nor do walls
  /// that stand on the edge of the face.
  MarginPoint beyond_face(const Vec3& at, double near) const {
    const Vec3 to_middle = to_transform(pose) * inner_point_of(part) - at;
    const Vec3 along = to_middle - normal * dot(to_middle, normal);
    const double aside = k_beside_margin_face * near, most = length(along);
    return {at + normal * (k_beyond_margin_face * near) + along * (most > aside ? aside / most : 1.0), normal, true};
  }

  /// Whether another part of the shape hides a point.
  bool is_hidden(const MarginPoint& at, double near) const {
    return is_composite(whole.type) && any_part_hides(whole, frame, at, kinds, near, [&](const PairFeatures& beside) {
             return beside.part_a == index && (surface.exists() || beside.triangle_a == triangle);
           });
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

bool any_part_hides(const Shape& shape, const Pose& frame, const MarginPoint& at, const KindMask* kinds, double near,
                    FunctionRef<bool(const PairFeatures&)> except) {
  const Vec3 local = inverse_times(to_transform(frame), at.point), reach{near, near, near};
  Shape here{ShapeType::sphere, {0.0}};
  here.kinds = kinds;
  bool found = false;
  visit_parts_within(shape, {local - reach, local + reach}, here, {}, [&](const PartPair& pair) {
    if (except(pair.features)) return true;
    const Pose there = frame * pair.pose_a;
    found = at.is_beyond_face ? distance_at(*pair.a, frame_of(there), at.point) < -k_beyond_margin_face_depth * near
                              : rises_above(*pair.a, there, at.point, at.normal, near);
    return !found;
  });
  return found;
}

bool visit_margin_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                           FunctionRef<void(ContactManifold& contact)> visit, const BesideShape* beside) {
  if (const ConvexForms forms(a, b); forms.are_convex && beside == nullptr) {
    ContactManifold contact = forms.collide(pose_a, pose_b, margin);
    // The contact of shapes that touch is known.
    if (contact.point_count > 0 && contact.depth < 0.0) visit(contact);
    return contact.point_count > 0;
  }
  const Pose b_in_a = relative_pose(pose_a, pose_b), own;
  const Transform frame = frame_of(pose_a);
  const double near = union_gap_of(size_of(a), size_of(b)) + (beside == nullptr ? 0.0 : beside->placing);
  const Vec3 middle_a = inner_point_of(a), middle_b = to_transform(b_in_a) * inner_point_of(b);
  const auto is_of_union = [&](bool of_a) {
    return is_composite(of_a ? a.type : b.type) || (beside != nullptr && beside->is_of_a == of_a);
  };
  const auto is_hidden = [&](const ClosestPart& part, bool of_a, const MarginPoint& at) {
    if (part.is_hidden(at, near)) return true;
    return beside != nullptr && beside->is_of_a == of_a &&
           beside->hides({frame * at.point, frame.rotation * at.normal, at.is_beyond_face}, near);
  };
  bool is_near = false;
  ContactPatches patches;
  visit_near_candidates(a, b, b_in_a, margin, [&](const PartPair& pair) {
    const auto found = distance_within(*pair.a, pair.pose_a, *pair.b, pair.pose_b, margin);
    is_near = is_near || found;
    if (!found || found->distance <= 0.0) return;
    const Vec3& n = found->normal;
    const PairFeatures& f = pair.features;
    const ClosestPart parts[2] = {
        {a, own, *pair.a, pair.pose_a, pair.surface_a, f.part_a, f.triangle_a, found->point_a, n, middle_b, b.kinds},
        {b, b_in_a, *pair.b, pair.pose_b, pair.surface_b, f.part_b, f.triangle_b, found->point_b, -n, middle_a,
         a.kinds}};
    bool is_on_face[2] = {};
    for (const bool of_a : {true, false}) {
      const ClosestPart& part = parts[of_a ? 0 : 1];
      if (!is_of_union(of_a)) continue;
      if (part.is_behind()) return;
      is_on_face[of_a ? 0 : 1] = part.is_on_face();
      if (is_on_face[of_a ? 0 : 1]) continue;
      if (part.surface.exists() && !can_push(part.on_surface(), part.point, part.normal)) return;
      if (is_hidden(part, of_a, part.off_faces())) return;
    }
    const Transform part_frame = to_transform(pair.pose_a);
    const Distance apart{found->distance,
                         inverse_times(part_frame, found->point_a),
                         inverse_times(part_frame, found->point_b),
                         transpose_times(part_frame.rotation, n),
                         {}};
    const Transform other = to_transform(relative_pose(pair.pose_a, pair.pose_b));
    const bool is_of_patch = pair.surface_a.exists() || pair.surface_b.exists();
    ContactManifold contact;
    ContactArea area;
    if (is_of_patch) {
      ConvexConvex::find_area_at(*pair.a, *pair.b, other, apart, margin, area);
      if (!parts[0].is_outer() && !parts[1].is_outer()) keep_corners(area, !pair.surface_a.exists());
    } else {
      ConvexConvex::collide_at(*pair.a, *pair.b, other, apart, margin, contact);
    }
    const std::span<ContactPoint> points =
        is_of_patch ? std::span<ContactPoint>(&area.points[0], static_cast<std::size_t>(area.point_count))
                    : std::span<ContactPoint>(contact.points, static_cast<std::size_t>(contact.point_count));
    for (ContactPoint& point : points) {
      point.on_a = part_frame * point.on_a;
      point.on_b = part_frame * point.on_b;
    }
    for (const bool of_a : {true, false}) {
      const ClosestPart& part = parts[of_a ? 0 : 1];
      const auto is_covered = [&](const ContactPoint& point) {
        return is_hidden(part, of_a, part.beyond_face(of_a ? point.on_a : point.on_b, near));
      };
      if (is_on_face[of_a ? 0 : 1] && std::all_of(points.begin(), points.end(), is_covered)) return;
    }
    PairFeatures named = f;
    name_parts(pair, found->point_a, found->point_b, n, named);
    if (is_of_patch) {
      area.normal = n;
      for (ContactPoint& point : points) deepen(point, n, named, margin);
      area.depth += margin;
      patches.add(area, named);
      return;
    }
    contact.normal = n;
    contact.features = named;
    to_world(frame, contact);
    visit(contact);
  });
  if (patches.is_empty()) return is_near;
  patches.finish([&](ContactManifold& contact) {
    contact.depth -= margin;
    for (int i = 0; i < contact.point_count; ++i) {
      deepen(contact.points[i], contact.normal, contact.features, -margin);
    }
    to_world(frame, contact);
    visit(contact);
  });
  return is_near;
}

}  // namespace hyperplane
