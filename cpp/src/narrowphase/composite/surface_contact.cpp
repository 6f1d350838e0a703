#include "narrowphase/composite/surface_contact.h"

#include <cmath>

#include "composite/compound.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/box_triangle.h"
#include "narrowphase/composite/face_area.h"
#include "narrowphase/composite/face_points.h"
#include "narrowphase/composite/hanging_point.h"
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

/// The same for a convex shape, in the frame of the surface, as A's.
[[gnu::noinline]] void find_face_contact(const Shape& triangle, const SurfacePart& part, const PlacedBody& body,
                                         FacePoints which, ContactArea& found) {
  if (which == FacePoints::on_triangle && find_face_points(part.face(), body, found)) return;
  find_face_area(triangle, {}, body.shape, body.pose, part.normal, true, found);
  keep_face_points(part, true, which, 0.0, found);
}

/// Of two triangles, the shallower contact along the normal of a face.
void find_shallower_face_contact(const PartPair& pair, const SurfacePart& part_a, const SurfacePart& part_b,
                                 FacePoints which, ContactArea& found) {
  // Faces that are parallel are clipped by the sides of either, whichever a rounding prefers, with a tolerance.
  const bool are_parallel = std::fabs(dot(part_a.normal, part_b.normal)) >= k_face_normal_cosine;
  const double slack = are_parallel ? 2.0 * k_contact_tolerance * (part_a.size + part_b.size) : 0.0;
  find_face_contact(pair, part_a, true, which, slack, found);
  ContactArea along_b;
  find_face_contact(pair, part_b, false, which, slack, along_b);
  if (along_b.point_count > 0 && (found.point_count == 0 || along_b.depth < found.depth)) found = along_b;
}

void set_area(const ContactManifold& contact, ContactArea& area) {
  area.normal = contact.normal;
  area.depth = contact.depth;
  area.point_count = contact.point_count;
  for (int i = 0; i < contact.point_count; ++i) area.points[i] = contact.points[i];
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
  ContactArea along;
  find_face_contact(pair, part, false, is_behind ? FacePoints::also_beside : FacePoints::on_triangle, 0.0, along);
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

/// What the axes of a box or a capsule and a triangle tell; of other shapes nothing is known. In the frame of the
/// triangle. @param back that frame, in the frame of the body.
[[gnu::noinline]] BoxTriangleAxes axes_of(const Shape& triangle, const Shape& body, const Transform& frame,
                                          const Transform& back, std::uint32_t candidates) {
  if (body.type == ShapeType::box) {
    BoxTriangleAxes axes = compare_box_and_triangle(body, triangle, back, candidates);
    axes.least = frame.rotation * axes.least;
    return axes;
  }
  Distance found;
  if (body.type != ShapeType::capsule || !CapsuleTriangle::find_signed_distance(body, triangle, frame, found))
    return {};
  if (found.distance > 0.0) return {BoxTriangleVerdict::apart, {}};
  return {BoxTriangleVerdict::overlapping, -found.normal, -found.distance};
}

/// Of the parts of a pair. In the frame of the triangle.
BoxTriangleAxes axes_of(const PartPair& pair) {
  if (pair.surface_a.exists() == pair.surface_b.exists()) return {};
  const bool of_a = pair.surface_a.exists();
  const Pose &frame = of_a ? pair.pose_a : pair.pose_b, &other = of_a ? pair.pose_b : pair.pose_a;
  const Transform body = to_transform(relative_pose(frame, other));
  return axes_of(of_a ? *pair.a : *pair.b, of_a ? *pair.b : *pair.a, body, inverse(body), pair.hint.axes);
}

}  // namespace

bool parts_touch(const PartPair& pair) {
  const BoxTriangleVerdict verdict = axes_of(pair).verdict;
  if (verdict == BoxTriangleVerdict::overlapping) return true;
  if (verdict == BoxTriangleVerdict::unsure) {
    if (are_clearly_apart(pair)) return false;
    if (intersects(*pair.a, pair.pose_a, *pair.b, pair.pose_b)) return true;
  }
  return reach_into_prism(pair, 0.0);
}

bool reach_into_prism(const PartPair& pair, double rest) {
  return reaches_into_prism(pair, true, rest) || reaches_into_prism(pair, false, rest);
}

SurfaceRule::SurfaceRule(const Shape& a, const Shape& b, const Pose& b_in_a, const PairSiblings& siblings)
    : a_(a), b_(b), b_in_a_(b_in_a), siblings_(siblings) {
  const bool is_ground_a = is_surface(a.type) && !is_composite(b.type);
  const bool is_ground_b = is_surface(b.type) && !is_composite(a.type);
  Aabb bounds_a, bounds_b;
  if (!is_ground_a) {
    bounds_a = bounds(a, {});
    middle_a_ = inner_point_of(a);
  }
  if (!is_ground_b) {
    bounds_b = bounds(b, {});
    middle_b_ = b_in_a.position + rotate(b_in_a.rotation, inner_point_of(b));
  }
  if (is_ground_a) {
    body_.emplace(b, b_in_a, middle_b_);
    vicinity_.emplace(Surface(a), b, b_in_a, bounds_b);
  } else if (is_ground_b) {
    const Pose a_in_b = relative_pose(b_in_a, {});
    body_.emplace(a, a_in_b, a_in_b.position + rotate(a_in_b.rotation, middle_a_));
    vicinity_.emplace(Surface(b), a, a_in_b, bounds_a);
  }
  if (vicinity_ && !vicinity_->gather()) vicinity_.reset();
  if (vicinity_) rims_.gathered = &*vicinity_;
}

void SurfaceRule::visit_candidates(PartPairSearch visit) {
  if (!vicinity_) {
    visit_touching_candidates(a_, b_, b_in_a_, visit);
    return;
  }
  const bool of_a = is_surface(a_.type);
  const Surface surface(of_a ? a_ : b_);
  vicinity_->visit_candidates([&](const SurfaceTriangle& near, const BoxTriangleHint& hint) {
    const auto number = static_cast<std::int32_t>(surface.triangle_at(near.place));
    const Shape triangle = to_shape(near.corners);
    return of_a ? visit({&triangle, {}, &b_, b_in_a_, {-1, number, -1, -1}, surface, {}, hint})
                : visit({&a_, {}, &triangle, b_in_a_, {-1, -1, -1, number}, {}, surface, hint});
  });
}

void SurfaceRule::with_siblings(bool of_a, std::int32_t part, FunctionRef<void(SurfaceSiblings*)> visit) {
  if (!siblings_.exist(of_a, part)) {
    visit(nullptr);
    return;
  }
  const auto search = [&](const Vec3& point, double margin, ShapeSearch visit_one) {
    siblings_.visit(of_a, part, point, margin, visit_one);
  };
  const PlacedPart surface = of_a ? part_of(a_, {}, part) : part_of(b_, b_in_a_, part);
  const auto between = [&](const Vec3& from, const Vec3& to, ShapeSearch visit_one) {
    siblings_.visit_between(of_a, part, from, to, visit_one);
  };
  SurfaceSiblings siblings(*surface.shape, surface.pose, search, between, siblings_.placing(of_a));
  visit(&siblings);
  is_left_ = is_left_ || siblings.have_risen();
}

double SurfaceRule::find_contact_of_surfaces(const PartPair& pair, ContactArea& found) {
  if (!parts_touch(pair)) return 0.0;
  double overlap = 0.0;
  SurfacePart part_a = surface_of_a(pair), part_b = surface_of_b(pair);
  with_siblings(true, pair.features.part_a, [&](SurfaceSiblings* of_a) {
    with_siblings(false, pair.features.part_b, [&](SurfaceSiblings* of_b) {
      part_a.siblings = of_a;
      part_b.siblings = of_b;
      const ContactManifold least = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
      overlap = least.depth;
      if (least.point_count > 0 && can_push(part_a, least.points[0].on_a, least.normal) &&
          can_push(part_b, least.points[0].on_b, -least.normal)) {
        set_area(least, found);
        return;
      }
      find_shallower_face_contact(pair, part_a, part_b, FacePoints::on_triangle, found);
    });
  });
  return overlap;
}

namespace {

/// From the frame of a surface, as A's contact, to that of a pair.
[[gnu::noinline]] void place(const Pose& surface, bool of_a, ContactArea& found) {
  if (surface != Pose{}) {
    const Transform frame = to_transform(surface);
    found.normal = frame.rotation * found.normal;
    for (int i = 0; i < found.point_count; ++i) {
      found.points[i].on_a = frame * found.points[i].on_a;
      found.points[i].on_b = frame * found.points[i].on_b;
    }
  }
  if (of_a) return;
  found.normal = -found.normal;
  for (int i = 0; i < found.point_count; ++i) {
    std::swap(found.points[i].on_a, found.points[i].on_b);
    found.points[i].id = exchange_features(found.points[i].id);
  }
}

/// A triangle of a surface and a convex shape beside it, in the frame of the surface.
struct TriangleBeside {
  const Surface& surface;
  std::uint32_t place;
  const Shape& triangle;
  const PlacedBody& body;
  std::optional<TrianglesAround> around;
  BoxTriangleHint hint;
  SurfaceSiblings* siblings;
  RimExits& rims;
  RimExits::Key key;

  SurfacePart part(const Triangle& flat, const Vec3& normal) const {
    SurfacePart of{surface, place, flat, normal, body.middle, around};
    of.siblings = siblings;
    if (siblings != nullptr) siblings->begin_triangle();
    return of;
  }
  bool is_farther(double distance) const {
    return hyperplane::is_farther(triangle, surface.thickness(), body.shape, body.pose, {}, distance);
  }
};

/// The exit from the prism behind a triangle. Null: the way up through the face is the shortest.
const RimExit* find_exit(const TriangleBeside& beside, bool touches) {
  const auto is_joined = [&](const Vec3& point, double weld) {
    return beside.siblings != nullptr && beside.siblings->touch(point, weld + beside.siblings->placing());
  };
  return beside.rims.find(beside.key, beside.surface, beside.triangle, beside.body.shape, beside.body.pose, touches,
                          is_joined);
}

/// The contact with a triangle that does not push along the direction of the least overlap.
[[gnu::noinline]] void find_contact_of_face(const TriangleBeside& beside, const SurfacePart& part, bool touches,
                                            ContactArea& found) {
  const PlacedBody& body = beside.body;
  if (!touches && !reaches_into_prism(beside.surface, beside.triangle, body.shape, body.frame)) return;
  const RimExit* exit = beside.surface.thickness() > 0.0 ? find_exit(beside, touches) : nullptr;
  if (exit == nullptr) {
    // The points on the face of a triangle that a box touches are corners of the box.
    if (touches && !beside.hint.has_corners_below) return;
    find_face_contact(beside.triangle, part, body, touches ? FacePoints::on_triangle : FacePoints::also_beside, found);
    return;
  }
  const Vec3 towards = transpose_times(body.frame.rotation, -exit->normal);
  const ContactFeature on_body = feature_at(body.shape, inverse_times(body.frame, exit->deepest), towards);
  found.normal = exit->normal;
  found.depth = exit->depth;
  found.point_count = 1;
  found.points[0] = {exit->deepest + exit->normal * exit->depth, exit->deepest, exit->depth,
                     make_contact_id(make_feature(FeatureKind::face, 0), on_body)};
}

/// The point of a triangle closest to the middle of a ball decides everything. @return as `find_contact`.
double find_ball_contact(const TriangleBeside& beside, ContactArea& found) {
  const auto& [surface, place, triangle, body, around, hint, siblings, rims, key] = beside;
  const Triangle flat(triangle);
  const Vec3& middle = body.frame.translation;
  const double radius = body.core.radius;
  const Vec3 normal = flat.normal();
  const ClosestPoint closest = flat.closest_point(middle, normal);
  // A ball without radius touches what only rounding parts from it.
  const bool touches = closest.distance <= (radius > 0.0 ? radius : k_touch_doubt * flat.core_extent());
  // From the front, the prism is no nearer than the triangle.
  if (!touches && (!(surface.thickness() > 0.0) || dot(normal, middle - flat.origin) >= 0.0 ||
                   beside.is_farther(k_touch_margin * (flat.core_extent() + body.size)))) {
    return 0.0;
  }
  const double depth = touches ? max(radius - closest.distance, 0.0) : 0.0;
  const SurfacePart part = beside.part(flat, normal);
  if (touches && part.has_outer_edge() && can_push(part, closest.point, closest.normal)) {
    found.normal = closest.normal;
    found.depth = depth;
    found.point_count = 1;
    found.points[0] = {
        closest.point, middle - closest.normal * radius, depth,
        make_contact_id(flat.core_feature_at(closest.point - flat.origin), make_feature(FeatureKind::surface, 0))};
    return depth;
  }
  find_contact_of_face(beside, part, touches, found);
  return depth;
}

/// The contact of the least depth, if its direction may be one of the surface. @param out_of_surface its direction, if
/// the parts are known to touch. @param touches set to whether they do. @param overlap m: set to the least depth.
ContactManifold find_least(const TriangleBeside& beside, const SurfacePart& part, const Vec3& out_of_surface,
                           bool& touches, double& overlap) {
  const Shape& triangle = beside.triangle;
  const PlacedBody& body = beside.body;
  if (body.shape.type == ShapeType::capsule) {
    const ContactManifold least = collide(triangle, {}, body.shape, body.pose);
    touches = least.point_count > 0;
    return least;
  }
  if (touches) return ConvexConvex::collide_along(triangle, body.shape, body.frame, out_of_surface);
  // In the order of the pair table, for the same verdict.
  const auto accepts = [&](const Vec3& normal, double depth) {
    overlap = depth;
    return may_push_somewhere(part, body.frame.rotation * -normal);
  };
  ContactManifold least = ConvexConvex::collide_if(body.shape, triangle, body.surface, accepts, touches);
  if (least.point_count > 0) flip(body.frame, least);
  return least;
}

/// @return as `find_contact`.
double find_body_contact(const TriangleBeside& beside, ContactArea& found) {
  const auto& [surface, place, triangle, body, around, hint, siblings, rims, key] = beside;
  const BoxTriangleAxes axes = axes_of(triangle, body.shape, body.frame, body.surface, hint.axes);
  const bool may_be_behind = surface.thickness() > 0.0;
  if (axes.verdict == BoxTriangleVerdict::apart && !may_be_behind) return 0.0;
  if (axes.verdict == BoxTriangleVerdict::unsure && may_be_behind &&
      beside.is_farther(k_touch_margin * (size_of(triangle) + body.size))) {
    return 0.0;
  }
  const Triangle flat(triangle);
  const SurfacePart part = beside.part(flat, flat.normal());
  bool touches = axes.verdict == BoxTriangleVerdict::overlapping;
  double overlap = axes.depth;
  const Vec3 out_of_surface = touches ? normalized(axes.least) : Vec3{};
  // A direction that cannot push needs no witness points.
  const bool needs_points = part.has_outer_edge() && axes.verdict != BoxTriangleVerdict::apart &&
                            (!touches || may_push_somewhere(part, out_of_surface));
  if (needs_points) {
    const ContactManifold least = find_least(beside, part, out_of_surface, touches, overlap);
    if (least.point_count > 0 && can_push(part, least.points[0].on_a, least.normal)) {
      set_area(least, found);
      return overlap;
    }
  } else if (axes.verdict == BoxTriangleVerdict::unsure) {
    touches = intersects(triangle, {}, body.shape, body.pose);
  }
  find_contact_of_face(beside, part, touches, found);
  return touches ? overlap : 0.0;
}

double find_contact_beside(const TriangleBeside& beside, ContactArea& found) {
  found.point_count = 0;
  const PlacedBody& body = beside.body;
  const double overlap =
      body.shape.type == ShapeType::sphere ? find_ball_contact(beside, found) : find_body_contact(beside, found);
  if (beside.siblings == nullptr || found.point_count == 0) return overlap;
  const Triangle flat(beside.triangle);
  const double weld = beside.part(flat, flat.normal()).sibling_weld();
  const std::span<const ContactPoint> points{found.points.data(), static_cast<std::size_t>(found.point_count)};
  // Of a part of a compound its own.
  const Vec3 middle = body.frame * inner_point_of(body.shape);
  if (beside.siblings->hide(beside.triangle, points, found.normal, middle, weld)) found.point_count = 0;
  return overlap;
}

}  // namespace

double SurfaceRule::find_contact(const PartPair& pair, ContactArea& found) {
  if (pair.surface_a.exists() && pair.surface_b.exists()) {
    found.point_count = 0;
    return find_contact_of_surfaces(pair, found);
  }
  const bool of_a = pair.surface_a.exists();
  const Pose& frame = of_a ? pair.pose_a : pair.pose_b;
  double overlap = 0.0;
  const auto find = [&](const PlacedBody& body) {
    with_siblings(of_a, of_a ? pair.features.part_a : pair.features.part_b, [&](SurfaceSiblings* siblings) {
      const Surface& surface = of_a ? pair.surface_a : pair.surface_b;
      const std::int32_t number = of_a ? pair.features.triangle_a : pair.features.triangle_b;
      overlap = find_contact_beside({surface,
                                     surface.place_of(static_cast<std::uint32_t>(number)),
                                     of_a ? *pair.a : *pair.b,
                                     body,
                                     known_around(),
                                     pair.hint,
                                     siblings,
                                     rims_,
                                     {0, pair.features.part_a, pair.features.part_b}},
                                    found);
    });
  };
  if (body_) {
    find(*body_);
  } else {
    const Vec3 middle = inverse_times(to_transform(frame), of_a ? middle_b_ : middle_a_);
    find({of_a ? *pair.b : *pair.a, relative_pose(frame, of_a ? pair.pose_b : pair.pose_a), middle});
  }
  place(frame, of_a, found);
  return overlap;
}

bool SurfaceRule::visit_gathered_contacts(
    FunctionRef<void(const ContactArea&, const PairFeatures&, double overlap)> visit) {
  if (!vicinity_ || !body_) return false;
  const bool of_a = is_surface(a_.type);
  const Surface surface(of_a ? a_ : b_);
  const Pose frame = of_a ? Pose{} : b_in_a_;
  const std::optional<TrianglesAround> around = known_around();
  with_siblings(of_a, -1, [&](SurfaceSiblings* siblings) {
    ContactArea found;
    vicinity_->visit_candidates([&](const SurfaceTriangle& near, const BoxTriangleHint& hint) {
      const double overlap = find_contact_beside(
          {surface, near.place, to_shape(near.corners), *body_, around, hint, siblings, rims_, {}}, found);
      if (found.point_count > 0) place(frame, of_a, found);
      const auto number = static_cast<std::int32_t>(surface.triangle_at(near.place));
      visit(found, of_a ? PairFeatures{-1, number, -1, -1} : PairFeatures{-1, -1, -1, number}, overlap);
      return true;
    });
  });
  return true;
}

namespace {

/// The contact of a triangle and a convex part that only touch: the search for contacts and the verdict of the pair may
/// differ by a rounding, and the face of a triangle that a part touches at its edge leads out across the whole part.
/// @return false if they overlap, or may not push along their distance.
bool find_mere_touch(const PartPair& pair, const SurfacePart& part, bool of_a, ContactArea& found) {
  const Distance apart = distance(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
  if (!(std::fabs(apart.distance) <= k_touch_doubt * (size_of(*pair.a) + size_of(*pair.b)))) return false;
  if (!can_push(part, of_a ? apart.point_a : apart.point_b, of_a ? apart.normal : -apart.normal)) return false;
  const double depth = max(-apart.distance, 0.0);
  constexpr ContactFeature anywhere = make_feature(FeatureKind::surface, 0);
  found.normal = apart.normal;
  found.depth = depth;
  found.point_count = 1;
  found.points[0] = {apart.point_a, apart.point_b, depth, make_contact_id(anywhere, anywhere)};
  return true;
}

}  // namespace

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
  if (find_mere_touch(pair, part, of_a, found)) return;
  find_face_contact(pair, part, of_a, FacePoints::also_beside, 0.0, found);
}

void SurfaceRule::add_hanging_point(ContactManifold& contact) {
  const PairFeatures& where = contact.features;
  if ((where.triangle_a < 0) == (where.triangle_b < 0)) return;
  const bool of_a = where.triangle_a >= 0;
  const PlacedPart part_a = part_of(a_, {}, where.part_a), part_b = part_of(b_, b_in_a_, where.part_b);
  const PlacedPart &ground = of_a ? part_a : part_b, &other = of_a ? part_b : part_a;
  with_siblings(of_a, of_a ? where.part_a : where.part_b, [&](SurfaceSiblings* siblings) {
    if (body_ && of_a) {
      hyperplane::add_hanging_point(Surface(a_), known_around(), siblings, *body_, contact);
      return;
    }
    const Transform frame = to_transform(ground.pose);
    ContactManifold of_ground = contact;
    to_world(inverse(frame), of_ground);
    if (!of_a) exchange(of_ground);
    hyperplane::add_hanging_point(Surface(*ground.shape), std::nullopt, siblings,
                                  PlacedBody(*other.shape, relative_pose(ground.pose, other.pose), {}), of_ground);
    if (of_ground.depth == contact.depth) return;
    if (!of_a) exchange(of_ground);
    to_world(frame, of_ground);
    contact = of_ground;
  });
}

std::optional<TrianglesAround> SurfaceRule::known_around() const {
  return vicinity_ ? std::optional<TrianglesAround>(*vicinity_) : std::nullopt;
}

SurfacePart SurfaceRule::surface_of_a(const PartPair& pair) const {
  return {pair.surface_a, pair.features.triangle_a, pair.pose_a, middle_b_, known_around()};
}

SurfacePart SurfaceRule::surface_of_b(const PartPair& pair) const {
  return {pair.surface_b, pair.features.triangle_b, pair.pose_b, middle_a_, known_around()};
}

}  // namespace hyperplane
