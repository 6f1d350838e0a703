#include "narrowphase/union/body_contacts.h"

#include <hyperplane/shape_query.h>
#include <cmath>

#include "composite/compound.h"
#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "core/sort.h"
#include "math/pose.h"
#include "math/trigonometry.h"
#include "narrowphase/composite/contact_patches.h"
#include "narrowphase/composite/containment.h"
#include "narrowphase/composite/face_area.h"
#include "narrowphase/composite/face_points.h"
#include "narrowphase/composite/placed_body.h"
#include "narrowphase/composite/surface_part.h"
#include "narrowphase/composite/surface_vicinity.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/polytope_features.h"
#include "narrowphase/pair/pair_table.h"
#include "narrowphase/union/raw_contact.h"

namespace hyperplane {
namespace {

/// The height of a part of A along a direction.
double height_of(const Shape& shape, const Pose& pose, const Vec3& direction) {
  return dot(direction, support(shape, pose, direction));
}

/// The same for a triangle in its own frame.
double height_of_triangle(const Shape& triangle, const Vec3& direction) {
  const double* const p = triangle.parameters;
  const auto along = [&](const double* corner) { return dot(direction, Vec3{corner[0], corner[1], corner[2]}); };
  return max(along(p), max(along(p + 3), along(p + 6)));
}

/// Whether a part that contains a point rises above the plane through it.
bool rises_above(const Shape& shape, const Pose& pose, const Vec3& point, const Vec3& normal, double closeness) {
  const Vec3 away = support(shape, pose, normal) - point;
  const double rise = dot(normal, away);
  if (!(rise > closeness) || rise * rise <= k_surface_rise * k_surface_rise * length_squared(away)) return false;
  return distance_at(shape, frame_of(pose), point) <= closeness;
}

/// The normals of a part's faces, out of it; none of round sides.
template <class Visit>
void visit_faces(const Shape& shape, const Pose& pose, const Visit& visit) {
  const auto visit_local = [&](const Vec3& normal) { visit(rotate(pose.rotation, normal)); };
  switch (shape.type) {
    case ShapeType::box:
      for_each_face_normal(Box(shape), visit_local);
      break;
    case ShapeType::convex_hull:
      for_each_face_normal(ConvexHull(shape), visit_local);
      break;
    case ShapeType::cylinder:
      visit_local(unit_axis(1));
      visit_local(-unit_axis(1));
      break;
    case ShapeType::cone:
      visit_local(-unit_axis(1));
      break;
    default:
      break;
  }
}

/// Whether any triangle of a surface contains a point: the body's deepest point may lie below a neighbour that it does
/// not touch.
bool is_on_surface(const Surface& surface, const Pose& pose, const Vec3& point, double closeness) {
  if (!surface.exists()) return false;
  const Vec3 local = inverse_times(frame_of(pose), point);
  bool found = false;
  visit_around(surface, local, closeness, [&](const Triangle& near) {
    found = near.closest_point(local).distance <= closeness;
    return !found;
  });
  return found;
}

void visit_triangles_around(const SurfacePart& part, const Vec3& point, double distance, TriangleSearch visit) {
  if (part.around) {
    (*part.around)(point, distance, visit);
  } else {
    visit_around(part.surface, point, distance, visit);
  }
}

/// The directions at an edge of a triangle that a surface may push along: those between the normal of its face and the
/// plane that a neighbour lies in. @return rad: how far they turn from the normal, over the edge.
double turn_at_edge(const SurfacePart& part, int edge, const Vec3& outwards) {
  const Vec3 &from = part.corners[edge], &to = part.corners[(edge + 1) % 3];
  const Vec3 middle = part.local_point((from + to) * 0.5);
  const Vec3 normal = part.local_direction(part.normal), aside = part.local_direction(outwards);
  const double weld = part.weld();
  double slope = HUGE_VAL;
  visit_triangles_around(part, middle, weld, [&](const Triangle& near) {
    if (near.closest_point(middle).distance > weld) return true;
    for (int k = 0; k < 3; ++k) {
      const Vec3 away = near.origin + near.corner(k) - middle;
      const double ahead = dot(aside, away);
      // tangent of the angle below the face at which the neighbour leads away
      if (ahead > weld) slope = min(slope, -dot(normal, away) / ahead);
    }
    return true;
  });
  return slope > 0.0 ? (slope < HUGE_VAL ? arc_tangent(slope, 1.0) : k_pi / 2) : 0.0;
}

/// The tangent of half an angle, 0 to a right one.
double half_tangent(double angle) {
  const SineCosine turned = sine_cosine(angle);
  return turned.sine / (1.0 + turned.cosine);
}

/// The angle in [0, end] at which a function is least, by golden sections (Kiefer, "Sequential Minimax Search for a
/// Maximum", 1953): it falls, then rises.
template <class At>
double least_angle(double end, const At& at) {
  constexpr double k_ratio = 0.6180339887498949;
  double low = 0.0, high = end;
  double left = high - k_ratio * (high - low), right = low + k_ratio * (high - low);
  double at_left = at(left), at_right = at(right);
  for (int i = 0; i < k_edge_sections; ++i) {
    if (at_left < at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - k_ratio * (high - low);
      at_left = at(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + k_ratio * (high - low);
      at_right = at(right);
    }
  }
  return 0.5 * (low + high);
}

/// Whether a point of a face is within the triangle, and so far from its outer edges that no other direction of the
/// surface leads out of the depth sooner. Over an edge at the distance s, a normal that is turned by an angle t leaves
/// cos(t) depth + sin(t) s, which is least where the neighbour's face begins or at the face itself.
bool is_far_inside(const SurfacePart& part, const Vec3& foot, double depth) {
  const bool is_front = dot(part.normal, part.front) > 0.0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 side = part.corners[(k + 1) % 3] - part.corners[k];
    const Vec3 inwards = cross(part.front, side);
    const double inside = dot(inwards, foot - part.corners[k]);
    if (inside < 0.0) return false;
    const EdgeBend bend = part.bend(k);
    const bool is_outer = bend == EdgeBend::open || bend == (is_front ? EdgeBend::convex : EdgeBend::concave);
    if (!is_outer || inside * inside >= depth * depth * length_squared(inwards)) continue;
    if (bend == EdgeBend::open) return false;
    const double turn = turn_at_edge(part, k, inwards * (-1.0 / length(inwards)));
    const double least = depth * half_tangent(turn);
    if (inside * inside < least * least * length_squared(inwards)) return false;
  }
  return true;
}

/// Turns a contact whose normal is that of a face but for the rounding of a search onto the face.
void snap_to(const Vec3& face, double depth, ContactManifold& contact) {
  for (int i = 0; i < contact.point_count; ++i) {
    ContactPoint& point = contact.points[i];
    point.depth = max(point.depth + depth - contact.depth, 0.0);
    const Vec3 half = face * (0.5 * point.depth), middle = (point.on_a + point.on_b) * 0.5;
    point.on_a = middle + half;
    point.on_b = middle - half;
  }
  contact.normal = face;
  contact.depth = depth;
}

/// The least overlaps of the faces of a pair of parts.
struct FaceList {
  struct Face {
    Vec3 normal;
    double depth;
    bool of_a;
    /// On an edge of a triangle: where.
    bool is_edge = false;
    Vec3 point{}, on_body{};
  };
  Face faces[k_union_faces];
  int count = 0;

  void add(const Face& face) {
    int at = count < k_union_faces ? count++ : k_union_faces;
    for (; at > 0 && faces[at - 1].depth > face.depth; --at) {
      if (at < k_union_faces) faces[at] = faces[at - 1];
    }
    if (at < k_union_faces) faces[at] = face;
  }
};

}  // namespace

double BodyContacts::overlap_along(const Member& member, const Vec3& normal) {
  return height_of(member.a, member.pair.pose_a, normal) + height_of(member.b, member.pair.pose_b, -normal);
}

void BodyContacts::begin(double size, const Vec3& back) {
  size_ = size;
  back_ = back;
  groups_.clear();
  members_.clear();
  areas_.clear();
  area_members_.clear();
  vicinity_.reset();
  for (HalfSpace& reach : reaches_) reach = {};
}

BodyContacts::Group BodyContacts::make_group(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                             std::uint32_t owner, double placing) {
  if (groups_.empty()) origin_ = pose_a.position;
  Group group{};
  group.pose_a = pose_a;
  group.b_in_a = relative_pose(pose_a, pose_b);
  group.type_b = b.type;
  group.frame = frame_of({pose_a.position - origin_, pose_a.rotation});
  group.middle_a = inner_point_of(a);
  group.middle_b = group.b_in_a.position + rotate(group.b_in_a.rotation, inner_point_of(b)) +
                   transpose_times(group.frame.rotation, back_);
  group.placing = placing;
  group.owner = owner;
  group.first = static_cast<std::uint32_t>(members_.size());
  return group;
}

void BodyContacts::snap_to_face(Member& member) {
  if (!member.has_surface() || dot(member.face, member.raw.normal) < k_snapping_cosine) return;
  snap_to(member.face, overlap_along(member, member.face), member.raw);
  member.is_on_face = true;
}

bool BodyContacts::add_triangles(const Group& group, std::uint32_t index, const Shape& a, const Shape& b) {
  const bool of_a = is_surface(a.type);
  const Surface surface(of_a ? a : b);
  const Shape& body = of_a ? b : a;
  const Pose pose = of_a ? group.b_in_a : relative_pose(group.b_in_a, {});
  const Vec3 middle = of_a ? group.middle_b : inverse_times(to_transform(group.b_in_a), group.middle_a);
  const PlacedBody placed(body, pose, middle);
  bool has_room = true;
  const double clear = k_touch_margin * placed.size;
  bool has_border = false;
  const auto add_one = [&](const PartPair& pair) {
    const Triangle flat(of_a ? *pair.a : *pair.b);
    const auto number = static_cast<std::uint32_t>(of_a ? pair.features.triangle_a : pair.features.triangle_b);
    std::optional<TrianglesAround> around;
    if (vicinity_) around.emplace(*vicinity_);
    const SurfacePart part(surface, surface.place_of(number), flat, flat.normal(), middle, around);
    const Vec3 towards = transpose_times(placed.frame.rotation, part.normal);
    const Vec3 low =
        placed.frame * (placed.core.origin + core_support_of(body, -towards)) - part.normal * placed.core.radius;
    const double depth = dot(part.normal, flat.origin - low);
    if (depth < -clear || !parts_touch(pair)) return true;
    Member member{pair, *pair.a, *pair.b, {}, {}, {}, index};
    member.raw.features = pair.features;
    member.face = member.raw.normal = of_a ? part.normal : -rotate(group.b_in_a.rotation, part.normal);
    member.raw.depth = depth;
    const Vec3 foot = low + part.normal * depth;
    // The body is in front of the face for the most part.
    const Vec3 high = placed.frame * (placed.core.origin + core_support_of(body, towards));
    const double above = dot(part.normal, high - flat.origin) + placed.core.radius;
    if (!has_border && depth >= 0.0 && depth <= above && is_far_inside(part, foot, depth)) {
      member.is_plain = member.is_on_face = member.has_raw = true;
      const Vec3 on_surface = of_a ? foot : group.b_in_a.position + rotate(group.b_in_a.rotation, foot);
      const Vec3 on_body = of_a ? low : group.b_in_a.position + rotate(group.b_in_a.rotation, low);
      member.raw.point_count = 1;
      member.raw.points[0] = {of_a ? on_surface : on_body, of_a ? on_body : on_surface, depth,
                              make_contact_id(make_feature(FeatureKind::face, 0), make_feature(FeatureKind::face, 0))};
    }
    has_room = members_.push(member);
    return has_room;
  };
  vicinity_.emplace(surface, body, pose, bounds(body, {}));
  if (!vicinity_->gather()) {
    vicinity_.reset();
    visit_touching_candidates(a, b, group.b_in_a, add_one);
    return has_room;
  }
  vicinity_group_ = index;
  has_border = vicinity_->has_open_edge();
  vicinity_->visit_candidates([&](const SurfaceTriangle& near, const BoxTriangleHint& hint) {
    const auto number = static_cast<std::int32_t>(surface.triangle_at(near.place));
    const Shape triangle = to_shape(near.corners);
    return of_a ? add_one({&triangle, {}, &b, group.b_in_a, {-1, number, -1, -1}, surface, {}, hint})
                : add_one({&a, {}, &triangle, group.b_in_a, {-1, -1, -1, number}, {}, surface, hint});
  });
  return has_room;
}

void BodyContacts::find_raw(Member& member) const {
  if (member.has_raw) return;
  member.has_raw = true;
  const PairFeatures features = member.raw.features;
  member.raw = collide(member.a, member.pair.pose_a, member.b, member.pair.pose_b);
  member.raw.features = features;
  if (member.raw.point_count > 0) {
    snap_to_face(member);
    return;
  }
  // The verdict and the search for a contact differ by a rounding.
  const Distance apart = distance(member.a, member.pair.pose_a, member.b, member.pair.pose_b);
  member.raw.normal = apart.normal;
  member.raw.depth = 0.0;
  member.raw.point_count = 1;
  member.raw.points[0] = {apart.point_a, apart.point_b, 0.0, 0};
}

bool BodyContacts::add(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, std::uint32_t owner,
                       double placing) {
  Group group = make_group(a, pose_a, b, pose_b, owner, placing);
  const auto index = static_cast<std::uint32_t>(groups_.size());
  bool has_room = true;
  if (is_surface(a.type) != is_surface(b.type) && !(is_composite(a.type) && is_composite(b.type))) {
    has_room = add_triangles(group, index, a, b);
  } else {
    visit_touching_candidates(a, b, group.b_in_a, [&](const PartPair& pair) {
      const ContactManifold raw = raw_contact(pair);
      if (raw.point_count == 0) return true;
      Member member{pair, *pair.a, *pair.b, raw, {}, {}, index};
      member.raw.features = pair.features;
      member.has_raw = true;
      if (pair.surface_a.exists()) {
        member.face = SurfacePart(pair.surface_a, pair.features.triangle_a, pair.pose_a, group.middle_b).normal;
      } else if (pair.surface_b.exists()) {
        member.face = -SurfacePart(pair.surface_b, pair.features.triangle_b, pair.pose_b, group.middle_a).normal;
      }
      snap_to_face(member);
      has_room = members_.push(member);
      return has_room;
    });
  }
  if (has_room && members_.size() == group.first) {
    const ContactManifold inside = find_containment(a, b, group.b_in_a);
    if (inside.point_count > 0) {
      Member member{{}, {}, {}, inside, {}, {}, index};
      member.is_inside = member.has_raw = true;
      has_room = members_.push(member);
    }
  }
  group.end = static_cast<std::uint32_t>(members_.size());
  return has_room && (group.first == group.end || groups_.push(group));
}

bool BodyContacts::add_contact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               std::uint32_t owner, double placing, const ContactManifold& contact, bool of_a) {
  Group group = make_group(a, pose_a, b, pose_b, owner, placing);
  ContactManifold raw = contact;
  if (!of_a) exchange(raw);
  to_world(inverse(frame_of(pose_a)), raw);
  const PartPair pair{nullptr, {}, nullptr, group.b_in_a, {}, {}, {}, {}};
  const auto index = static_cast<std::uint32_t>(groups_.size());
  group.end = group.first + 1;
  Member member{pair, a, b, raw, {}, {}, index};
  member.is_known = member.has_raw = true;
  return members_.push(member) && groups_.push(group);
}

Vec3 BodyContacts::normal(std::uint32_t i) const {
  return groups_[members_[i].group].frame.rotation * members_[i].raw.normal;
}

bool BodyContacts::rises_beside(std::uint32_t i, const Vec3& normal, const Vec3& point) const {
  const Member& own = members_[i];
  const Group& group = groups_[own.group];
  const Vec3 outwards = group.frame.rotation * normal, place = group.frame * point;
  for (const Group& other : groups_) {
    const bool is_own = &other == &group;
    // Of its own surface the tree has been asked.
    if (is_own && own.pair.features.part_a < 0) continue;
    const Vec3 local = is_own ? point : inverse_times(other.frame, place);
    const Vec3 direction = is_own ? normal : transpose_times(other.frame.rotation, outwards);
    const double near = closeness(group.placing > other.placing ? group : other);
    for (std::uint32_t k = other.first; k < other.end; ++k) {
      const Member& member = members_[k];
      if (member.is_inside || (is_own && member.pair.features.part_a == own.pair.features.part_a)) continue;
      if (rises_above(member.a, member.pair.pose_a, local, direction, near)) return true;
    }
  }
  return false;
}

bool BodyContacts::rises_at(const Vec3& point, const Vec3& normal) const {
  for (const Group& group : groups_) {
    const Vec3 local = inverse_times(group.frame, point - origin_);
    const Vec3 direction = transpose_times(group.frame.rotation, normal);
    for (std::uint32_t k = group.first; k < group.end; ++k) {
      const Member& member = members_[k];
      if (!member.is_inside && rises_above(member.a, member.pair.pose_a, local, direction, closeness(group)))
        return true;
    }
  }
  return false;
}

bool BodyContacts::is_on_union(std::uint32_t i, const Vec3& point) const {
  const Member& own = members_[i];
  const Group& group = groups_[own.group];
  const double near = closeness(group);
  if (is_on_surface(own.pair.surface_a, own.pair.pose_a, point, near)) return true;
  const Vec3 place = group.frame * point;
  for (const Group& other : groups_) {
    const bool is_own = &other == &group;
    // Of its own surface the tree has been asked.
    if (is_own && own.pair.features.part_a < 0) continue;
    const Vec3 local = is_own ? point : inverse_times(other.frame, place);
    for (std::uint32_t k = other.first; k < other.end; ++k) {
      const Member& member = members_[k];
      if (member.is_inside || (is_own && member.pair.features.part_a == own.pair.features.part_a)) continue;
      if (distance_at(member.a, frame_of(member.pair.pose_a), local) <= near) return true;
    }
  }
  return false;
}

bool BodyContacts::rises_beside_body(std::uint32_t i, const Vec3& normal, const Vec3& point) const {
  const Member& own = members_[i];
  const Group& group = groups_[own.group];
  if (!is_composite(group.type_b)) return false;
  for (std::uint32_t k = group.first; k < group.end; ++k) {
    const Member& member = members_[k];
    if (member.is_inside || member.pair.features.part_b == own.pair.features.part_b) continue;
    if (rises_above(member.b, member.pair.pose_b, point, normal, closeness(group))) return true;
  }
  return false;
}

bool BodyContacts::counts_at(std::uint32_t i, const Vec3& normal, const Vec3& on_a, const Vec3& on_b) const {
  const Member& member = members_[i];
  const PartPair& pair = member.pair;
  if (pair.surface_a.exists() && !can_push(surface_of(member, true), on_a, normal)) return false;
  if (pair.surface_b.exists() && !can_push(surface_of(member, false), on_b, -normal)) return false;
  return !rises_beside(i, normal, on_a) && !rises_beside_body(i, -normal, on_b);
}

bool BodyContacts::counts_at_deepest(std::uint32_t i, const ContactManifold& contact, const Vec3& moved) const {
  for (int k = 0; k < contact.point_count; ++k) {
    const ContactPoint& point = contact.points[k];
    const bool is_deepest = k == 0 || point.depth >= contact.depth - k_same_depth * size_;
    if (is_deepest && counts_at(i, contact.normal, point.on_a, point.on_b - moved)) return true;
  }
  return false;
}

bool BodyContacts::counts(std::uint32_t i) {
  if (members_[i].is_plain) return true;
  find_raw(members_[i]);
  const Member& member = members_[i];
  // Where the edges of two triangles cross, the surfaces overlap by more than these.
  const bool are_triangles = member.pair.surface_a.exists() && member.pair.surface_b.exists();
  return member.is_inside || ((!are_triangles || member.is_on_face) && counts_at_deepest(i, member.raw, {}));
}

Pose BodyContacts::moved_beyond(const Member& member, const Group& group, const Vec3& way,
                                std::span<const HalfSpace> planes) const {
  Vec3 away;
  for (const HalfSpace& plane : planes) away += plane.normal;
  const double spread = length(away);
  if (spread > k_least_aside) away = away * (4.0 * closeness(group) / spread);
  const Pose& pose = member.pair.pose_b;
  return {pose.position + transpose_times(group.frame.rotation, way + away), pose.rotation};
}

double BodyContacts::reach_against(std::size_t k, const HalfSpace& plane, const Member& member,
                                   const Group& group) const {
  const Vec3 direction = transpose_times(group.frame.rotation, -plane.normal);
  if (is_composite(group.type_b) || groups_.size() > 1 || k >= k_reaches) {
    return height_of(member.b, member.pair.pose_b, direction);
  }
  if (reaches_[k].normal != plane.normal) {
    reaches_[k] = {plane.normal, height_of(member.b, member.pair.pose_b, direction)};
  }
  return reaches_[k].offset;
}

bool BodyContacts::is_below(std::uint32_t i, std::span<const HalfSpace> planes) const {
  const Member& member = members_[i];
  const Group& group = groups_[member.group];
  // Two triangles overlap by nothing wherever they cross.
  if (member.is_inside || (member.pair.surface_a.exists() && member.pair.surface_b.exists())) return false;
  const double tolerance = k_union_touch * size_ + 2.0 * group.placing;
  for (std::size_t k = 0; k < planes.size(); ++k) {
    const Vec3 direction = transpose_times(group.frame.rotation, planes[k].normal);
    const double height = member.a.type == ShapeType::triangle && member.pair.pose_a == Pose{}
                              ? height_of_triangle(member.a, direction)
                              : height_of(member.a, member.pair.pose_a, direction);
    if (height + reach_against(k, planes[k], member, group) <= planes[k].offset + tolerance) return true;
  }
  return false;
}

bool BodyContacts::is_free_at(std::uint32_t i, const Vec3& way, std::span<const HalfSpace> planes) const {
  const Member& member = members_[i];
  const Group& group = groups_[member.group];
  const bool are_triangles = member.pair.surface_a.exists() && member.pair.surface_b.exists();
  if (member.has_raw && !are_triangles &&
      member.raw.depth <= dot(normal(i), way) + k_union_touch * size_ + 2.0 * group.placing) {
    return true;
  }
  if (member.is_inside) return false;

  PartPair pair = member.pair;
  pair.a = &member.a;
  pair.b = &member.b;
  pair.pose_b = moved_beyond(member, group, way, planes);
  pair.hint = {};
  return !parts_touch(pair);
}

bool BodyContacts::find_other(std::uint32_t i, const Vec3& way, std::span<const HalfSpace> planes, Vec3& normal,
                              double& depth) const {
  const Member& member = members_[i];
  if (member.is_inside) return false;
  const Group& group = groups_[member.group];
  const PartPair& pair = member.pair;
  const Pose moved = moved_beyond(member, group, way, planes);
  const Vec3 local = moved.position - pair.pose_b.position;
  const auto take = [&](const Vec3& direction) {
    normal = group.frame.rotation * direction;
    depth = overlap_along(member, direction);
    return true;
  };
  const ContactManifold there =
      planes.empty() && member.has_raw ? member.raw : collide(member.a, pair.pose_a, member.b, moved);
  const bool is_left = there.point_count > 0;
  const Vec3 left_normal = is_left ? there.normal : collide(member.a, pair.pose_a, member.b, pair.pose_b).normal;
  if (is_left && !planes.empty() && counts_at_deepest(i, there, local)) return take(there.normal);
  FaceList list;
  const auto add = [&](const Vec3& direction, bool of_a) {
    list.add({direction, height_of(member.a, pair.pose_a, direction) + height_of(member.b, moved, -direction), of_a});
  };
  // The least overlap over the normals of each edge of a triangle.
  const auto add_edges = [&](bool of_a) {
    const SurfacePart part = surface_of(member, of_a);
    const Shape& body = of_a ? member.b : member.a;
    const Pose& at = of_a ? moved : pair.pose_a;
    const Vec3 shift = of_a ? Vec3{} : local;
    for (int k = 0; k < 3; ++k) {
      const Vec3 &from = part.corners[k], side = part.corners[(k + 1) % 3] - from;
      Vec3 outwards = normalized(cross(side, part.normal));
      if (dot(outwards, part.corners[(k + 2) % 3] - from) > 0.0) outwards = -outwards;
      const double most = turn_at_edge(part, k, outwards);
      if (!(most > k_surface_rise)) continue;
      const auto direction_at = [&](double angle) {
        const SineCosine turned = sine_cosine(angle);
        return part.normal * turned.cosine + outwards * turned.sine;
      };
      const auto overlap_at = [&](double angle) {
        const Vec3 direction = direction_at(angle);
        return dot(direction, from + shift) + height_of(body, at, -direction);
      };
      const double angle = least_angle(most, overlap_at);
      const Vec3 direction = direction_at(angle);
      const Vec3 foot = support(body, at, -direction) - shift;
      const double along = dot(foot - from, side) / length_squared(side);
      if (along < 0.0 || along > 1.0) continue;
      list.add({of_a ? direction : -direction, overlap_at(angle), of_a, true, from + side * along, foot});
    }
  };
  if (pair.surface_a.exists()) {
    add(member.face, true);
    add_edges(true);
  } else {
    Vec3 aside = group.frame.rotation * left_normal;
    for (const HalfSpace& plane : planes) aside -= plane.normal * min(dot(plane.normal, aside), 0.0);
    if (length_squared(aside) < 1.0 && length(aside) > k_least_aside) {
      add(transpose_times(group.frame.rotation, normalized(aside)), true);
    }
    visit_faces(member.a, pair.pose_a, [&](const Vec3& direction) { add(direction, true); });
  }
  if (pair.surface_b.exists()) {
    add(pair.surface_a.exists()
            ? -SurfacePart(pair.surface_b, pair.features.triangle_b, pair.pose_b, group.middle_a).normal
            : member.face,
        false);
    add_edges(false);
  } else if (is_composite(group.type_b)) {
    visit_faces(member.b, moved, [&](const Vec3& direction) { add(-direction, false); });
  }
  // What is far deeper than the least overlap, or opposes it, leads across the part.
  const double left = is_left ? there.depth : 4.0 * closeness(group);
  const double most = max(k_union_detour * left, planes.empty() ? 0.5 * size_ : 2.0 * length(way));
  for (int k = 0; k < list.count && list.faces[k].depth <= most; ++k) {
    const auto& [direction, deep, of_a, is_edge, on_edge, on_body] = list.faces[k];
    if (dot(direction, left_normal) < -k_surface_rise) continue;
    if (is_edge) {
      if (counts_at(i, direction, of_a ? on_edge : on_body, of_a ? on_body - local : on_edge)) return take(direction);
      continue;
    }
    ContactArea area;
    find_face_area(member.a, pair.pose_a, member.b, moved, direction, of_a, area);
    const Transform frame = frame_of(of_a ? pair.pose_a : moved);
    const double near = closeness(group);
    for (int p = 0; p < area.point_count; ++p) {
      const ContactPoint& point = area.points[p];
      const Vec3& on_face = of_a ? point.on_a : point.on_b;
      if (point.depth < deep - near) continue;
      if (distance_at(of_a ? member.a : member.b, frame, on_face) > near &&
          !(of_a ? is_on_union(i, on_face) : is_on_surface(pair.surface_b, moved, on_face, near))) {
        continue;
      }
      if (counts_at(i, direction, point.on_a, point.on_b - local)) return take(direction);
    }
  }
  // The raw contact of a triangle is no direction of the surface.
  for (int k = 0; k < list.count; ++k) {
    const bool is_surface = (list.faces[k].of_a ? pair.surface_a : pair.surface_b).exists();
    if (!is_surface || list.faces[k].is_edge) continue;
    take(list.faces[k].normal);
    return false;
  }
  take(left_normal);
  return false;
}

void BodyContacts::keep_along(std::uint32_t i, const Vec3& normal) {
  members_[i].kept = Kept::along;
  members_[i].along = transpose_times(groups_[members_[i].group].frame.rotation, normal);
}

bool BodyContacts::resolve(bool drops_redundant) {
  const std::size_t count = members_.size();
  plane_count_ = 0;
  way_ = {};
  has_way_ = true;
  if (!states_.resize_uninitialized(count) || !candidates_.resize_uninitialized(count)) return false;
  UnionContacts<BodyContacts> contacts(*this, k_union_touch * size_, states_.span(), candidates_.span());
  contacts.run(drops_redundant, [](std::span<UnionContacts<BodyContacts>::Candidate> found) {
    sort(found, [](const auto& l, const auto& r) {
      if (l.is_certain != r.is_certain) return l.is_certain;
      if (l.depth != r.depth) return l.depth < r.depth;
      if (l.normal.x != r.normal.x) return l.normal.x < r.normal.x;
      if (l.normal.y != r.normal.y) return l.normal.y < r.normal.y;
      return l.normal.z != r.normal.z ? l.normal.z < r.normal.z : l.index < r.index;
    });
  });
  for (const HalfSpace& plane : contacts.planes()) planes_[plane_count_++] = plane;
  way_ = contacts.way();
  has_way_ = contacts.has_way();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = members_[i];
    if (member.is_inside || member.kept == Kept::raw) continue;
    if (!areas_.reserve(areas_.size() + 1) || !area_members_.reserve(areas_.size() + 1)) return false;
    if (member.kept == Kept::along) {
      take_face_points(i, member.along, overlap_along(member, member.along));
    }
  }
  add_shared_faces();
  return true;
}

bool BodyContacts::are_apart() const {
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (member.is_inside || member.has_surface()) return false;
    if (member.kept == Kept::raw) continue;
    const double near = 4.0 * closeness(groups_[member.group]);
    const auto lie_flush = [&](const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Vec3& at) {
      return distance_at(b, frame_of(pose_b), at) <= near && penetration(a, pose_a, b, pose_b).depth <= near;
    };
    const ContactPoint& deepest = member.raw.points[0];
    for (const Member& other : members_) {
      // Parts that are there twice have the same contacts.
      if (&other == &member || (other.raw.depth == member.raw.depth && other.raw.normal == member.raw.normal)) continue;
      if (other.kept != Kept::none) {
        const Vec3& along = other.kept == Kept::raw ? other.raw.normal : other.along;
        if (std::fabs(overlap_along(member, along) - overlap_along(other, along)) <= near) return false;
      }
      const PairFeatures &own = member.pair.features, &of = other.pair.features;
      if (own.part_a != of.part_a &&
          lie_flush(member.a, member.pair.pose_a, other.a, other.pair.pose_a, deepest.on_a)) {
        return false;
      }
      if (own.part_b != of.part_b &&
          lie_flush(member.b, member.pair.pose_b, other.b, other.pair.pose_b, deepest.on_b)) {
        return false;
      }
    }
  }
  return true;
}

void BodyContacts::visit_raw(FunctionRef<void(ContactManifold&)> visit_one) const {
  for (const Member& member : members_) {
    ContactManifold contact = member.raw;
    to_world(frame_of(groups_[member.group].pose_a), contact);
    visit_one(contact);
  }
}

bool BodyContacts::find_deeper(double depth, ContactManifold& found) {
  bool is_found = false;
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    Member& member = members_[i];
    if (member.kept != Kept::none || is_below(i, planes())) continue;
    find_raw(member);
    if (!(member.raw.depth > depth + k_union_touch * size_)) continue;
    depth = member.raw.depth;
    found = member.raw;
    to_world(frame_of(groups_[member.group].pose_a), found);
    is_found = true;
  }
  return is_found;
}

bool BodyContacts::is_freed_aside(std::uint32_t owner, const Vec3& motion, double least) const {
  HalfSpace aside[k_union_planes];
  std::size_t count = 0;
  for (const HalfSpace& plane : planes()) {
    if (dot(plane.normal, motion) >= -least) aside[count++] = plane;
  }
  const std::span<const HalfSpace> kept{aside, count};
  bool found = count > 0;
  const Vec3 out = found ? solve(kept, k_union_touch * size_, found) : Vec3{};
  for (const Group& group : groups_) {
    if (group.owner != owner) continue;
    for (std::uint32_t i = group.first; found && i < group.end; ++i)
      found = is_below(i, kept) || is_free_at(i, out, kept);
  }
  return found;
}

void BodyContacts::take_face_points(std::uint32_t i, const Vec3& normal, double most) {
  const Member& member = members_[i];
  ContactArea area;
  find_face_area(member.a, member.pair.pose_a, member.b, member.pair.pose_b, normal, true, area);
  if (area.point_count == 0) return;
  area.depth = max(most, 0.0);
  areas_.push_unchecked(area);
  area_members_.push_unchecked(i);
}

/// Points of parts that need no contact of their own, but share the face of one that has: a floor of tiles holds a body
/// at all its corners.
void BodyContacts::add_shared_faces() {
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (member.is_inside || member.kept != Kept::none) continue;
    const Group& group = groups_[member.group];
    const PartPair& pair = member.pair;
    for (const HalfSpace& plane : planes()) {
      const Vec3 along = transpose_times(group.frame.rotation, plane.normal);
      const Vec3 direction = member.has_surface() ? member.face : along;
      if (dot(direction, along) < k_patch_cosine) continue;
      const double depth = overlap_along(member, direction);
      const double least = member.has_surface() ? 0.0 : plane.offset - closeness(group);
      if (depth < least || depth > plane.offset + k_union_touch * size_) continue;
      ContactArea area;
      const bool of_a = pair.surface_a.exists() || !pair.surface_b.exists();
      if (pair.surface_a.exists() != pair.surface_b.exists()) {
        find_vertices_over(member, of_a, area);
      } else {
        find_face_area(member.a, pair.pose_a, member.b, pair.pose_b, direction, of_a, area);
        const Transform frame = frame_of(of_a ? pair.pose_a : pair.pose_b);
        area.point_count = keep_points(area, [&](const ContactPoint& point) {
          return distance_at(of_a ? member.a : member.b, frame, of_a ? point.on_a : point.on_b) <=
                 k_union_touch * size_;
        });
      }
      if (area.point_count == 0 || !areas_.push(area) || !area_members_.push(i)) continue;
      break;
    }
  }
}

SurfacePart BodyContacts::surface_of(const Member& member, bool of_a) const {
  const Group& group = groups_[member.group];
  const PartPair& pair = member.pair;
  std::optional<TrianglesAround> around;
  if (vicinity_ && vicinity_group_ == member.group) around.emplace(*vicinity_);
  if (of_a) return {pair.surface_a, pair.features.triangle_a, pair.pose_a, group.middle_b, around};
  return {pair.surface_b, pair.features.triangle_b, pair.pose_b, group.middle_a, around};
}

void BodyContacts::find_vertices_over(const Member& member, bool of_a, ContactArea& area) const {
  const SurfacePart part = surface_of(member, of_a);
  const Vec3 normal = of_a ? part.normal : -part.normal;
  const PlacedBody body(of_a ? member.b : member.a, of_a ? member.pair.pose_b : member.pair.pose_a, {});
  const PushingFace face = part.face();
  if (!find_face_points(face, body, area)) {
    find_face_area(member.a, member.pair.pose_a, member.b, member.pair.pose_b, normal, of_a, area);
    const double tolerance = face.tolerance_at(area.depth);
    area.point_count = keep_points(
        area, [&](const ContactPoint& point) { return face.holds(of_a ? point.on_a : point.on_b, tolerance); });
    return;
  }
  area.normal = normal;
  if (of_a) return;
  for (int i = 0; i < area.point_count; ++i) {
    std::swap(area.points[i].on_a, area.points[i].on_b);
    area.points[i].id = exchange_features(area.points[i].id);
  }
}

void BodyContacts::add_to_patches(const Group& group, bool with_sides, ContactPatches& patches) const {
  for (std::uint32_t i = group.first; i < group.end; ++i) {
    const Member& member = members_[i];
    const bool of_a = member.pair.surface_a.exists(), of_b = member.pair.surface_b.exists();
    if (member.kept != Kept::raw || member.is_inside || !(of_a || of_b)) continue;
    ContactArea area;
    if (!with_sides && member.is_on_face && of_a != of_b && !surface_of(member, of_a).has_outer_edge()) {
      find_vertices_over(member, of_a, area);
    } else {
      set_area(member.raw, area);
    }
    if (area.point_count > 0) patches.add(area, member.raw.features);
  }
  for (std::size_t k = 0; k < areas_.size(); ++k) {
    const std::uint32_t i = area_members_[k];
    if (i >= group.first && i < group.end) patches.add(areas_[k], members_[i].raw.features);
  }
}

void BodyContacts::visit(FunctionRef<void(std::uint32_t, ContactManifold&, bool)> visit_one) const {
  for (const Group& group : groups_) {
    const Transform frame = frame_of(group.pose_a);
    const auto give = [&](ContactManifold& contact, bool is_known) {
      to_world(frame, contact);
      visit_one(group.owner, contact, is_known);
    };
    for (std::uint32_t i = group.first; i < group.end; ++i) {
      const Member& member = members_[i];
      if (member.kept != Kept::raw) continue;
      if (!member.is_inside && (member.pair.surface_a.exists() || member.pair.surface_b.exists())) continue;
      ContactManifold contact = member.raw;
      give(contact, member.is_known);
    }
    ContactPatches patches;
    add_to_patches(group, false, patches);
    if (patches.is_empty()) add_to_patches(group, true, patches);
    patches.finish([&](ContactManifold& contact) { give(contact, false); });
  }
}

}  // namespace hyperplane
