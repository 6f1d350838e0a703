#include "narrowphase/composite/surface_contact.h"

#include "composite/shape_extent.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/box_triangle.h"
#include "narrowphase/composite/face_area.h"
#include "narrowphase/composite/triangle_gap.h"
#include "narrowphase/convex/convex_convex.h"
#include "narrowphase/pair/pair_table.h"
#include "shape/triangle.h"

namespace hyperplane {

/// A triangle of a surface in a pair, in the frame of the pair.
struct SurfacePart {
  const Surface& surface;
  std::uint32_t number;
  const Pose& pose;
  Vec3 corners[3];
  /// m: longest side.
  double size;
  /// Unit normals: of the front, and of the side that pushes.
  Vec3 front, normal;
  /// None: the tree of the surface.
  std::optional<TrianglesAround> around;

  /// @param middle of the other shape.
  SurfacePart(const Surface& of, std::int32_t triangle, const Pose& at, const Vec3& middle,
              const std::optional<TrianglesAround>& near = std::nullopt)
      : surface(of), number(static_cast<std::uint32_t>(triangle)), pose(at), around(near) {
    const Triangle local(surface.triangle_shape(number));
    const Transform frame = to_transform(pose);
    for (int i = 0; i < 3; ++i) corners[i] = frame * (local.origin + local.corner(i));
    size = std::sqrt(max(length_squared(local.to_b), max(length_squared(local.to_c), length_squared(local.edge(1)))));
    front = frame.rotation * local.normal();
    normal = !surface.is_one_sided() && dot(front, middle - corners[0]) < 0.0 ? -front : front;
  }

  /// m: up to which points of the surface are one.
  double weld() const { return k_surface_weld * size; }
  bool has_bend(EdgeBend bend) const {
    return surface.bend(number, 0) == bend || surface.bend(number, 1) == bend || surface.bend(number, 2) == bend;
  }
  /// Whether a direction other than the normals of the face may be one of the surface at an edge of the triangle.
  bool has_outer_edge() const {
    if (has_bend(EdgeBend::convex) || has_bend(EdgeBend::open)) return true;
    return !surface.is_one_sided() && has_bend(EdgeBend::concave);
  }
  /// Whether a point of the plane lies on the triangle. @param tolerance m.
  bool holds(const Vec3& point, double tolerance) const {
    for (int i = 0; i < 3; ++i) {
      const Vec3 outwards = cross(corners[(i + 1) % 3] - corners[i], front);
      if (dot(outwards, point - corners[i]) > tolerance * length(outwards)) return false;
    }
    return true;
  }
};

namespace {

/// Visits the triangles around a point, until `visit` returns false. In the frame of the surface.
void visit_around(const SurfacePart& part, const Vec3& point, TriangleSearch visit) {
  if (part.around) {
    (*part.around)(point, part.weld(), visit);
  } else {
    visit_around(part.surface, point, part.weld(), visit);
  }
}

/// Whether a triangle rises above the plane through a point across a direction.
bool rises_above(const Triangle& triangle, const Vec3& point, const Vec3& direction, double tolerance) {
  for (int k = 0; k < 3; ++k) {
    const Vec3 away = triangle.origin + triangle.corner(k) - point;
    if (dot(direction, away) > tolerance + k_surface_rise * length(away)) return true;
  }
  return false;
}

/// Whether a direction is a normal of the surface at a point of a triangle's edge. In the frame of the surface.
bool is_normal_at(const SurfacePart& part, const Vec3& point, const Vec3& direction) {
  bool is_below = true;
  Vec3 sum;
  visit_around(part, point, [&](const Triangle& near) {
    sum += near.normal();
    is_below = !rises_above(near, point, direction, part.weld());
    return is_below;
  });
  return is_below && (!part.surface.is_one_sided() || dot(direction, sum) > 0.0);
}

/// Whether a direction may be a normal somewhere on an edge: no triangle along the whole of the edge rises above it. In
/// the frame of the surface.
bool may_be_normal_on(const SurfacePart& part, const Vec3& from, const Vec3& to, const Vec3& direction) {
  const double tolerance = part.weld();
  const Vec3 middle = (from + to) * 0.5;
  bool is_below = true;
  visit_around(part, middle, [&](const Triangle& near) {
    is_below = !rises_above(near, middle, direction, tolerance) || near.closest_point(from).distance > tolerance ||
               near.closest_point(to).distance > tolerance;
    return is_below;
  });
  return is_below;
}

/// Where on a triangle a direction may be a normal of the surface.
struct PushingFeature {
  enum class Kind : std::uint8_t { none, face, edge, corner } kind;
  /// Of the edge or the corner.
  int number = 0;
};

/// @param direction unit length, out of the surface.
PushingFeature feature_towards(const SurfacePart& part, const Vec3& direction) {
  using enum PushingFeature::Kind;
  const double along = dot(direction, part.normal);
  if (along >= k_face_normal_cosine) return {face};
  double reach[3], farthest = -__builtin_huge_val();
  for (int i = 0; i < 3; ++i) {
    reach[i] = dot(direction, part.corners[i] - part.corners[0]);
    farthest = max(farthest, reach[i]);
  }
  bool is_top[3];
  int top_count = 0, last = 0;
  for (int i = 0; i < 3; ++i) {
    is_top[i] = reach[i] >= farthest - k_surface_feature * part.size;
    if (!is_top[i]) continue;
    ++top_count;
    last = i;
  }
  if (top_count == 3) return {along > 0.0 ? face : none};
  if (top_count == 1) {
    const bool is_open = part.surface.bend(part.number, last) == EdgeBend::open ||
                         part.surface.bend(part.number, (last + 2) % 3) == EdgeBend::open;
    return {is_open && along < 0.0 ? none : corner, last};
  }
  const int number = is_top[0] && is_top[1] ? 0 : (is_top[1] ? 1 : 2);
  const EdgeBend bend = part.surface.bend(part.number, number);
  if (bend == EdgeBend::flat || (bend == EdgeBend::concave && part.surface.is_one_sided())) return {none};
  return {bend == EdgeBend::open && along < 0.0 ? none : edge, number};
}

/// Whether the surface can push along a direction at a point of a triangle.
/// @param point of the contact. @param direction unit length, out of the surface.
bool can_push(const SurfacePart& part, const Vec3& point, const Vec3& direction) {
  const PushingFeature feature = feature_towards(part, direction);
  if (feature.kind == PushingFeature::Kind::none) return false;
  if (feature.kind == PushingFeature::Kind::face) return true;
  Vec3 on_feature = part.corners[feature.number];
  if (feature.kind == PushingFeature::Kind::edge) {
    const Vec3 side = part.corners[(feature.number + 1) % 3] - on_feature;
    on_feature += side * clamp(dot(point - on_feature, side) / length_squared(side), 0.0, 1.0);
  }
  const Transform frame = to_transform(part.pose);
  return is_normal_at(part, inverse_times(frame, on_feature), transpose_times(frame.rotation, direction));
}

/// Whether the surface may push along a direction at some point of a triangle. @param direction as above.
bool may_push_somewhere(const SurfacePart& part, const Vec3& direction) {
  const PushingFeature feature = feature_towards(part, direction);
  if (feature.kind == PushingFeature::Kind::none) return false;
  if (feature.kind == PushingFeature::Kind::face) return true;
  const Transform frame = to_transform(part.pose);
  const Vec3 from = inverse_times(frame, part.corners[feature.number]);
  const Vec3 local = transpose_times(frame.rotation, direction);
  if (feature.kind == PushingFeature::Kind::corner) return is_normal_at(part, from, local);
  return may_be_normal_on(part, from, inverse_times(frame, part.corners[(feature.number + 1) % 3]), local);
}

/// How a contact along the normal of a face finds its points.
enum class FacePoints : std::uint8_t { on_triangle, also_beside };

/// The contact along the normal of a triangle's face. @param of_a whether the triangle is the part of A.
void find_face_contact(const PartPair& pair, const SurfacePart& surface, bool of_a, FacePoints which,
                       ContactArea& found) {
  find_face_area(*pair.a, pair.pose_a, *pair.b, pair.pose_b, of_a ? surface.normal : -surface.normal, of_a, found);
  const double tolerance =
      k_surface_side * max(surface.size, found.depth) + k_bounds_rounding * length(surface.corners[0]);
  found.point_count = keep_points(found, [&](const ContactPoint& point) {
    return which == FacePoints::also_beside || surface.holds(of_a ? point.on_a : point.on_b, tolerance);
  });
}

/// Of two triangles, the shallower contact along the normal of a face.
void find_shallower_face_contact(const PartPair& pair, const SurfacePart& part_a, const SurfacePart& part_b,
                                 FacePoints which, ContactArea& found) {
  find_face_contact(pair, part_a, true, which, found);
  ContactArea along_b;
  find_face_contact(pair, part_b, false, which, along_b);
  if (along_b.point_count > 0 && (found.point_count == 0 || along_b.depth < found.depth)) found = along_b;
}

void set_area(const ContactManifold& contact, ContactArea& area) {
  area.normal = contact.normal;
  area.depth = contact.depth;
  area.point_count = contact.point_count;
  for (int i = 0; i < contact.point_count; ++i) area.points[i] = contact.points[i];
}

/// Whether a part touches the prism behind a one-sided triangle.
bool touches_prism(const PartPair& pair, bool of_a) {
  const Surface& surface = of_a ? pair.surface_a : pair.surface_b;
  if (!surface.exists() || !(surface.thickness() > 0.0)) return false;
  Shape prism = of_a ? *pair.a : *pair.b;
  prism.thickness = surface.thickness();
  const Shape &a = of_a ? prism : *pair.a, &b = of_a ? *pair.b : prism;
  return ConvexConvex::intersects(a, b, to_transform(relative_pose(pair.pose_a, pair.pose_b)));
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

bool may_push(const PartPair& pair, const Vec3& middle, const Vec3& point, const Vec3& direction,
              TrianglesAround around) {
  return can_push({pair.surface_b, pair.features.triangle_b, pair.pose_b, middle, around}, point, direction);
}

bool snap_to_surface(const PartPair& pair, const Vec3& middle, TrianglesAround around, Distance& apart) {
  const SurfacePart part(pair.surface_b, pair.features.triangle_b, pair.pose_b, middle, around);
  if (can_push(part, apart.point_b, -apart.normal)) return true;
  const bool is_behind = apart.distance > 0.0;
  if (is_behind && !touches_prism(pair, false)) return false;
  ContactArea along;
  find_face_contact(pair, part, false, is_behind ? FacePoints::also_beside : FacePoints::on_triangle, along);
  if (along.point_count == 0) return false;
  const ContactPoint deepest = deepest_point(along);
  apart = {-along.depth, deepest.on_a, deepest.on_b, along.normal, apart.features};
  return true;
}

namespace {

/// Whether a triangle and a convex part are farther apart than any tolerance of a touch; of other pairs nothing is
/// known.
bool are_clearly_apart(const PartPair& pair) {
  return is_farther(pair, {}, k_touch_margin * (size_of(*pair.a) + size_of(*pair.b)));
}

/// Of a box and a triangle; of other pairs nothing is known. In the frame of the pair.
BoxTriangleAxes box_axes(const PartPair& pair) {
  const bool has_box_b = pair.b->type == ShapeType::box && pair.surface_a.exists();
  if (!has_box_b && !(pair.a->type == ShapeType::box && pair.surface_b.exists())) return {};
  const Pose &of_box = has_box_b ? pair.pose_b : pair.pose_a, &of_triangle = has_box_b ? pair.pose_a : pair.pose_b;
  BoxTriangleAxes axes = compare_box_and_triangle(has_box_b ? *pair.b : *pair.a, has_box_b ? *pair.a : *pair.b,
                                                  relative_pose(of_box, of_triangle));
  axes.least = rotate(of_box.rotation, axes.least);
  return axes;
}

}  // namespace

bool parts_touch(const PartPair& pair) {
  const BoxTriangleVerdict verdict = box_axes(pair).verdict;
  if (verdict == BoxTriangleVerdict::overlapping) return true;
  if (verdict == BoxTriangleVerdict::unsure) {
    if (are_clearly_apart(pair)) return false;
    if (intersects(*pair.a, pair.pose_a, *pair.b, pair.pose_b)) return true;
  }
  return touches_prism(pair, true) || touches_prism(pair, false);
}

namespace {

SurfaceVicinity vicinity_of(const Shape& a, const Shape& b, const Pose& b_in_a) {
  if (is_surface(a.type) && !is_composite(b.type)) return {Surface(a), b, b_in_a};
  if (is_surface(b.type) && !is_composite(a.type)) return {Surface(b), a, relative_pose(b_in_a, {})};
  return {};
}

}  // namespace

SurfaceRule::SurfaceRule(const Shape& a, const Shape& b, const Pose& b_in_a)
    : a_(a), b_(b), b_in_a_(b_in_a), vicinity_(vicinity_of(a, b, b_in_a)) {
  const Aabb bounds_a = bounds(a, {}), bounds_b = bounds(b, {});
  middle_a_ = (bounds_a.min + bounds_a.max) * 0.5;
  is_gathered_ = vicinity_.exists() && vicinity_.gather();
  middle_b_ = b_in_a.position + rotate(b_in_a.rotation, (bounds_b.min + bounds_b.max) * 0.5);
}

void SurfaceRule::visit_candidates(PartPairSearch visit) {
  if (!is_gathered_) {
    visit_touching_candidates(a_, b_, b_in_a_, visit);
    return;
  }
  const bool of_a = is_surface(a_.type);
  const Surface surface(of_a ? a_ : b_);
  vicinity_.visit_candidates([&](std::uint32_t i, const Shape& triangle) {
    const auto number = static_cast<std::int32_t>(i);
    return of_a ? visit({&triangle, {}, &b_, b_in_a_, {-1, number, -1, -1}, surface, {}})
                : visit({&a_, {}, &triangle, b_in_a_, {-1, -1, -1, number}, {}, surface});
  });
}

void SurfaceRule::find_contact_of_surfaces(const PartPair& pair, ContactArea& found) const {
  if (!parts_touch(pair)) return;
  const SurfacePart part_a = surface_of_a(pair), part_b = surface_of_b(pair);
  const ContactManifold least = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
  if (least.point_count > 0 && can_push(part_a, least.points[0].on_a, least.normal) &&
      can_push(part_b, least.points[0].on_b, -least.normal)) {
    set_area(least, found);
    return;
  }
  find_shallower_face_contact(pair, part_a, part_b, FacePoints::on_triangle, found);
}

void SurfaceRule::find_contact(const PartPair& pair, ContactArea& found) const {
  found.point_count = 0;
  if (pair.surface_a.exists() && pair.surface_b.exists()) {
    find_contact_of_surfaces(pair, found);
    return;
  }
  const bool of_a = pair.surface_a.exists();
  const BoxTriangleAxes axes = box_axes(pair);
  if (axes.verdict == BoxTriangleVerdict::unsure && are_clearly_apart(pair)) return;
  const SurfacePart part = of_a ? surface_of_a(pair) : surface_of_b(pair);
  bool touches = axes.verdict == BoxTriangleVerdict::overlapping;
  // A direction that cannot push needs no witness points.
  const bool needs_points = part.has_outer_edge() && axes.verdict != BoxTriangleVerdict::apart &&
                            (!touches || may_push_somewhere(part, axes.least * (1.0 / length(axes.least))));
  if (needs_points) {
    const ContactManifold least = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
    touches = least.point_count > 0;
    if (touches &&
        can_push(part, of_a ? least.points[0].on_a : least.points[0].on_b, of_a ? least.normal : -least.normal)) {
      set_area(least, found);
      return;
    }
  } else if (axes.verdict == BoxTriangleVerdict::unsure) {
    touches = intersects(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
  }
  if (!touches && !touches_prism(pair, of_a)) return;
  find_face_contact(pair, part, of_a, touches ? FacePoints::on_triangle : FacePoints::also_beside, found);
}

void SurfaceRule::find_forced_contact(const PartPair& pair, ContactArea& found) const {
  found.point_count = 0;
  if (!parts_touch(pair)) return;
  if (pair.surface_a.exists() && pair.surface_b.exists()) {
    // Either may be in the prism of the other.
    find_shallower_face_contact(pair, surface_of_a(pair), surface_of_b(pair), FacePoints::also_beside, found);
    return;
  }
  const bool of_a = pair.surface_a.exists();
  const SurfacePart part = of_a ? surface_of_a(pair) : surface_of_b(pair);
  find_face_contact(pair, part, of_a, FacePoints::also_beside, found);
}

std::optional<TrianglesAround> SurfaceRule::known_around() const {
  return is_gathered_ ? std::optional<TrianglesAround>(vicinity_) : std::nullopt;
}

SurfacePart SurfaceRule::surface_of_a(const PartPair& pair) const {
  return {pair.surface_a, pair.features.triangle_a, pair.pose_a, middle_b_, known_around()};
}

SurfacePart SurfaceRule::surface_of_b(const PartPair& pair) const {
  return {pair.surface_b, pair.features.triangle_b, pair.pose_b, middle_a_, known_around()};
}

}  // namespace hyperplane
