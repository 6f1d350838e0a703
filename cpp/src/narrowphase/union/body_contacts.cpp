#include "narrowphase/union/body_contacts.h"

#include <cmath>

#include <hyperplane/shape_query.h>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/tolerances.h"
#include "core/constants.h"
#include "core/sort.h"
#include "math/pose.h"
#include "narrowphase/composite/containment.h"
#include "narrowphase/composite/face_area.h"
#include "narrowphase/composite/placed_body.h"
#include "narrowphase/composite/surface_part.h"
#include "narrowphase/composite/surface_vicinity.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/pair/pair_table.h"
#include "narrowphase/union/raw_contact.h"
#include "narrowphase/union/union_part.h"

namespace hyperplane {
namespace {

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
  bool has_border = false, has_plain = false;
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
    if (depth < -clear) return true;
    Member member{pair, *pair.a, *pair.b, {}, {}, {}, index};
    member.raw.features = pair.features;
    member.face = member.raw.normal = of_a ? part.normal : -rotate(group.b_in_a.rotation, part.normal);
    member.raw.depth = depth;
    const Vec3 foot = low + part.normal * depth;
    // The body is in front of the face for the most part.
    const Vec3 high = placed.frame * (placed.core.origin + core_support_of(body, towards));
    const double above = dot(part.normal, high - flat.origin) + placed.core.radius;
    if (!has_border && depth >= 0.0 && depth <= above && is_far_inside(part, foot, depth)) {
      if (!touches(member)) return true;
      has_plain = member.is_plain = member.is_on_face = member.has_raw = true;
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
  // What others free need not be known to touch.
  const auto keep_touching = [&] {
    std::size_t end = group.first;
    for (std::size_t i = group.first; i < members_.size() && !has_plain; ++i) {
      if (touches(members_[i])) members_[end++] = members_[i];
    }
    if (!has_plain) members_.truncate(end);
    return has_room;
  };
  if (!vicinity_->gather()) {
    vicinity_.reset();
    visit_touching_candidates(a, b, group.b_in_a, add_one);
    return keep_touching();
  }
  vicinity_group_ = index;
  has_border = vicinity_->has_open_edge();
  vicinity_->visit_candidates([&](const SurfaceTriangle& near, const BoxTriangleHint& hint) {
    const auto number = static_cast<std::int32_t>(surface.triangle_at(near.place));
    const Shape triangle = to_shape(near.corners);
    return of_a ? add_one({&triangle, {}, &b, group.b_in_a, {-1, number, -1, -1}, surface, {}, hint})
                : add_one({&a, {}, &triangle, group.b_in_a, {-1, -1, -1, number}, {}, surface, hint});
  });
  return keep_touching();
}

bool BodyContacts::touches(Member& member) const {
  if (member.touch == Touch::unknown) {
    member.pair.a = &member.a;
    member.pair.b = &member.b;
    member.touch = parts_touch(member.pair) ? Touch::overlap : Touch::none;
  }
  return member.touch == Touch::overlap;
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
      member.touch = Touch::overlap;
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
      member.touch = Touch::overlap;
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
  member.touch = Touch::overlap;
  return members_.push(member) && groups_.push(group);
}

Vec3 BodyContacts::normal(std::uint32_t i) const {
  return groups_[members_[i].group].frame.rotation * members_[i].raw.normal;
}

template <class Is>
bool BodyContacts::any_part(const Member* own, const Vec3& point, const Vec3& direction, const Is& is) const {
  const Vec3 place = own == nullptr ? point : groups_[own->group].frame * point;
  const Vec3 along = own == nullptr ? direction : groups_[own->group].frame.rotation * direction;
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const bool is_own = own != nullptr && own->group == g;
    // Of its own surface the tree is asked.
    if (is_own && own->pair.features.part_a < 0) continue;
    const Vec3 local = is_own ? point : inverse_times(group.frame, place);
    const Vec3 local_direction = is_own ? direction : transpose_times(group.frame.rotation, along);
    for (std::uint32_t k = group.first; k < group.end; ++k) {
      const Member& member = members_[k];
      if (member.is_inside || (is_own && member.pair.features.part_a == own->pair.features.part_a)) continue;
      if (is(group, member, local, local_direction)) return true;
    }
  }
  return false;
}

bool BodyContacts::rises_beside(std::uint32_t i, const Vec3& normal, const Vec3& point) const {
  const Member& own = members_[i];
  const double near = closeness(groups_[own.group]);
  return any_part(&own, point, normal, [&](const Group& of, const Member& part, const Vec3& at, const Vec3& along) {
    const double closest = max(near, closeness(of));
    return rises_above(part.a, part.pair.pose_a, at, along, closest);
  });
}

bool BodyContacts::rises_at(const Vec3& point, const Vec3& normal) const {
  const auto rises = [&](const Group& of, const Member& part, const Vec3& at, const Vec3& along) {
    return rises_above(part.a, part.pair.pose_a, at, along, closeness(of));
  };
  return any_part(nullptr, point - origin_, normal, rises);
}

bool BodyContacts::is_on_union(std::uint32_t i, const Vec3& point) const {
  const Member& own = members_[i];
  const double near = closeness(groups_[own.group]);
  if (is_on_surface(own.pair.surface_a, own.pair.pose_a, point, near)) return true;
  return any_part(&own, point, {}, [&](const Group&, const Member& part, const Vec3& at, const Vec3&) {
    return distance_at(part.a, frame_of(part.pair.pose_a), at) <= near;
  });
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
  if (!touches(members_[i])) return false;
  find_raw(members_[i]);
  const Member& member = members_[i];
  // Where the edges of two triangles cross, the surfaces overlap by more than these.
  return member.is_inside || ((!member.are_triangles() || member.is_on_face) && counts_at_deepest(i, member.raw, {}));
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
  if (is_composite(group.type_b) || groups_.size() > 1) {
    return height_of(member.b, member.pair.pose_b, direction);
  }
  if (reaches_[k].normal != plane.normal) {
    reaches_[k] = {plane.normal, height_of(member.b, member.pair.pose_b, direction)};
  }
  return reaches_[k].offset;
}

std::size_t BodyContacts::find_below(std::uint32_t i, std::span<const HalfSpace> planes) const {
  const Member& member = members_[i];
  const Group& group = groups_[member.group];
  // Two triangles overlap by nothing wherever they cross.
  if (member.is_inside || member.are_triangles()) return planes.size();
  const double tolerance = touch_of(group);
  for (std::size_t k = 0; k < planes.size(); ++k) {
    const Vec3 direction = transpose_times(group.frame.rotation, planes[k].normal);
    const double height = member.a.type == ShapeType::triangle && member.pair.pose_a == Pose{}
                              ? height_of_triangle(member.a, direction)
                              : height_of(member.a, member.pair.pose_a, direction);
    if (height + reach_against(k, planes[k], member, group) <= planes[k].offset + tolerance) return k;
  }
  return planes.size();
}

bool BodyContacts::is_free_at(std::uint32_t i, const Vec3& way, std::span<const HalfSpace> planes) {
  Member& member = members_[i];
  const Group& group = groups_[member.group];
  if (member.touch == Touch::none) return true;
  if (member.has_raw && !member.are_triangles() && member.raw.depth <= dot(normal(i), way) + touch_of(group)) {
    return true;
  }
  if (member.is_inside) return false;
  PartPair pair = member.pair;
  pair.a = &member.a;
  pair.b = &member.b;
  pair.pose_b = moved_beyond(member, group, way, planes);
  pair.hint = {};
  return !parts_touch(pair) || !touches(member);
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
  contacts.run(drops_redundant, [](const auto& l, const auto& r) {
    if (l.is_certain != r.is_certain) return l.is_certain;
    if (l.depth != r.depth) return l.depth < r.depth;
    return l.normal != r.normal ? is_less(l.normal, r.normal) : l.index < r.index;
  });
  for (const HalfSpace& plane : contacts.planes()) planes_[plane_count_++] = plane;
  way_ = contacts.way();
  has_way_ = contacts.has_way();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = members_[i];
    if (member.kept != Kept::along) continue;
    if (!take_face_points(i, member.along, overlap_along(member, member.along))) return false;
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

bool BodyContacts::find_deeper(double depth, ContactManifold& found) {
  bool is_found = false;
  HalfSpace levels[k_union_planes];
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    Member& member = members_[i];
    if (member.kept != Kept::none || is_below(i, planes()) || !touches(member)) continue;
    // No least overlap is deeper than that along any direction.
    for (std::size_t k = 0; k < plane_count_; ++k) levels[k] = {planes_[k].normal, depth};
    if (member.raw.depth <= depth || is_below(i, {levels, plane_count_})) continue;
    find_raw(member);
    if (!(member.raw.depth > depth + k_union_touch * size_)) continue;
    depth = member.raw.depth;
    found = member.raw;
    to_world(frame_of(groups_[member.group].pose_a), found);
    is_found = true;
  }
  return is_found;
}

bool BodyContacts::is_freed_aside(std::uint32_t owner, const Vec3& motion, double least) {
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

SurfacePart BodyContacts::surface_of(const Member& member, bool of_a) const {
  const Group& group = groups_[member.group];
  const PartPair& pair = member.pair;
  std::optional<TrianglesAround> around;
  if (vicinity_ && vicinity_group_ == member.group) around.emplace(*vicinity_);
  if (of_a) return {pair.surface_a, pair.features.triangle_a, pair.pose_a, group.middle_b, around};
  return {pair.surface_b, pair.features.triangle_b, pair.pose_b, group.middle_a, around};
}

}  // namespace hyperplane
