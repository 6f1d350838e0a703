#include "plane/pair/body_contacts.h"

#include <utility>

#include "core/constants.h"
#include "core/sort.h"
#include "core/workspace.h"
#include "depenetration/tolerances.h"
#include "plane/pair/composite_query.h"
#include "plane/pair/contact.h"
#include "plane/pair/convex_pair.h"
#include "plane/pair/reference_edge.h"
#include "plane/pair/tolerances.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {
namespace {

/// Members up to which all are looked at for those that hold a point: a tree over so few does not pay.
constexpr std::size_t k_few_members = 24;
/// With no more, states and candidates need no memory.
constexpr std::size_t k_members_at_hand = 24;
/// Members for which there is room from the first on.
constexpr std::size_t k_least_members = 8;
/// Projections onto two parts that overlap until a point lies in both.
constexpr int k_most_projections = 200;

bool is_around(const Box2& box, Vec2 point, double near) {
  return point.x >= box.low.x - near && point.x <= box.high.x + near && point.y >= box.low.y - near &&
         point.y <= box.high.y + near;
}

/// What of a shape lies farthest along a direction: a vertex or an edge, as a span along the line square to it.
struct Feature {
  double height, low, high;
};

/// @param flat m: by how much a vertex may lie lower.
Feature feature_of(const Shape& shape, const Frame& frame, Vec2 normal, double flat) {
  const Vec2 local = unrotate(frame.rotation, normal), tangent = left_of(local);
  const double base = dot(frame.origin + frame.centre, normal),
               shift = dot(frame.origin + frame.centre, left_of(normal));
  if (shape.is_smooth) {
    const Vec2 point = ellipse_support(shape.radii, local);
    const double place = shift + dot(point, tangent);
    return {base + dot(point, local) + shape.radius, place, place};
  }
  const int vertex = farthest_vertex(shape, local);
  const Vec2* const vertices = vertices_of(shape);
  const double height = dot(vertices[vertex], local), place = shift + dot(vertices[vertex], tangent);
  Feature feature{base + height + shape.radius, place, place};
  for (const int beside : {previous_of(shape, vertex), next_of(shape, vertex)}) {
    if (dot(vertices[beside], local) < height - flat) continue;
    const double other = shift + dot(vertices[beside], tangent);
    feature.low = smaller(feature.low, other);
    feature.high = larger(feature.high, other);
  }
  return feature;
}

Frame moved(const Frame& frame, Vec2 by) {
  Frame result = frame;
  result.origin = result.origin + by;
  return result;
}

Pair moved_pair(const PlacedLeaf& a, const PlacedLeaf& b, Vec2 shift = {}) {
  return pair_of(*a.shape, a.frame, *b.shape, moved(b.frame, shift));
}

/// Whether the parts of a pair overlap by no more than a tolerance, m.
bool are_apart(const Pair& pair, double tolerance) {
  const double limit = pair.radius() - tolerance;
  return is_far(pair) || separate(pair, limit).gap >= limit;
}

double overlap_along(const PlacedLeaf& a, const PlacedLeaf& b, Vec2 normal) {
  return height_of(*a.shape, a.frame, normal) + height_of(*b.shape, b.frame, -normal);
}

Vec2 edge_normal(const PlacedLeaf& leaf, int edge) {
  return rotate(leaf.frame.rotation, normals_of(*leaf.shape)[edge]);
}

/// Whether a direction out of A leads behind a one-sided part.
bool leads_behind(const PlacedLeaf& a, const PlacedLeaf& b, Vec2 normal) {
  return (a.kind == LeafKind::front && !(dot(normal, edge_normal(a, 1)) > k_face_normal_tilt)) ||
         (b.kind == LeafKind::front && !(dot(-normal, edge_normal(b, 1)) > k_face_normal_tilt));
}

/// Whether a direction out of a part leads across an internal edge.
bool leads_across(const PlacedLeaf& leaf, Vec2 normal) {
  for (int k = 0; k < edge_count(*leaf.shape); ++k) {
    if (leaf.cover.covers(k) && dot(edge_normal(leaf, k), normal) > k_face_normal_cosine) return true;
  }
  return false;
}

bool is_in(const PlacedLeaf& leaf, Vec2 point) {
  return is_within(*leaf.shape, leaf.frame, point, 0.5 * k_contact_tolerance * leaf.shape->reach);
}

/// Replaces the deepest point of a contact by one that lies in two parts that overlap, by projections onto one and the
/// other, if it lies beside the shapes of the contact. @param raw of the parts. @param owner_a, owner_b the shapes.
void keep_in_both(const PlacedLeaf& a, const PlacedLeaf& b, const Contact& raw, const PlacedLeaf& owner_a,
                  const PlacedLeaf& owner_b, Contact& contact) {
  ContactPoint& first = contact.points[0];
  if (first.depth >= 0.0 && is_in(owner_a, first.on_a) && is_in(owner_b, first.on_b)) return;
  Vec2 point = (raw.points[0].on_a + raw.points[0].on_b) * 0.5;
  for (int i = 0; i < k_most_projections && !(is_in(a, point) && is_in(b, point)); ++i) {
    const PlacedLeaf& leaf = i % 2 == 0 ? a : b;
    const ClosestPoint closest = closest_point_at(*leaf.shape, leaf.frame, point);
    if (closest.distance > 0.0) point = closest.point;
  }
  contact.point_count = 1;
  first.on_a = first.on_b = point;
  first.depth = 0.0;
}

/// The contact along the normal of an edge. @param of_a whose.
Contact edge_contact(const PlacedLeaf& a, const PlacedLeaf& b, bool of_a, int edge) {
  const Pair pair = moved_pair(a, b);
  Separation at;
  at.source = of_a ? Separation::Source::edge_a : Separation::Source::edge_b;
  at.edge = edge;
  at.normal = of_a ? normals_of(pair.a)[edge] : -rotate(pair.turn, normals_of(pair.b)[edge]);
  at.gap = gap_along(pair, at.normal);
  return contact_over_edge(pair, a.frame, at);
}

/// The contact along any direction out of A.
Contact contact_along(const PlacedLeaf& a, const PlacedLeaf& b, Vec2 normal) {
  const Pair pair = moved_pair(a, b);
  Separation at;
  at.normal = unrotate(a.frame.rotation, normal);
  at.gap = gap_along(pair, at.normal);
  at.on_a = pair.to_a(core_support(pair.b, -unrotate(pair.turn, at.normal))) - at.normal * at.gap;
  return contact_of(pair, a.frame, at);
}

/// An edge of a part along a line: its ends by place, the lower one first.
struct EdgeAlong {
  /// @param normal of the line. @param is_out whether out of the part.
  EdgeAlong(const PlacedLeaf& leaf, Vec2 normal, bool is_out) {
    const Shape& shape = *leaf.shape;
    const Vec2 out = unrotate(leaf.frame.rotation, is_out ? normal : -normal);
    if (edge_count(shape) == 0) return;
    // Of a polygon the edge that faces it most is beside the farthest vertex.
    const int vertex = farthest_vertex(shape, out);
    for (const int k : {previous_of(shape, vertex), vertex}) {
      const double cosine = dot(normals_of(shape)[k], out);
      if (edge >= 0 && !(cosine > dot(normals_of(shape)[edge], out))) continue;
      edge = k;
      faces = cosine > k_plane_resting_cosine && !leaf.cover.covers(k) && (leaf.kind != LeafKind::front || k == 1);
    }
    if (!faces) return;
    const int corners[2] = {edge, next_of(shape, edge)};
    for (int i = 0; i < 2; ++i) {
      const int end = is_out ? i : 1 - i;
      ends[end] = to_world(leaf.frame, vertices_of(shape)[corners[i]] + normals_of(shape)[edge] * shape.radius);
      places[end] = dot(ends[end], left_of(normal));
      features[end] = vertex_feature(corners[i]);
    }
  }

  Vec2 at(double place) const {
    return ends[0] + (ends[1] - ends[0]) * ((place - places[0]) / (places[1] - places[0]));
  }
  std::uint32_t feature_at(double place) const {
    return place == places[0] ? features[0] : place == places[1] ? features[1] : edge_feature(edge);
  }

  int edge = -1;
  bool faces = false;
  Vec2 ends[2];
  double places[2];
  std::uint32_t features[2];
};

/// What two parts have along a line, at both ends and in the middle of the stretch that their edges along it share.
/// @param shortest m, of the stretch. @return whether they have such edges.
bool find_stretch(const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b, Vec2 normal, double shortest,
                  ContactPoint (&points)[3]) {
  const EdgeAlong a(leaf_a, normal, true);
  if (!a.faces) return false;
  const EdgeAlong b(leaf_b, normal, false);
  const double low = larger(a.places[0], b.places[0]), high = smaller(a.places[1], b.places[1]);
  if (!b.faces || !(high - low > shortest)) return false;
  ContactPoint* point = points;
  for (const double place : {low, high, 0.5 * (low + high)}) {
    const Vec2 on_a = a.at(place), on_b = b.at(place);
    *point++ = {on_a, on_b, dot(on_a - on_b, normal), a.feature_at(place) | b.feature_at(place) << 16};
  }
  return true;
}

void add_point(Contact& contact, const ContactPoint& point) {
  ContactPoint& last = contact.points[contact.point_count++];
  last = point;
  if (point.depth > contact.points[0].depth) std::swap(contact.points[0], last);
}

/// Takes another contact along the same line into one: of their points the deepest, and the one farthest from it.
void widen(Contact& contact, const Contact& other) {
  contact.depth = larger(contact.depth, other.depth);
  const ContactPoint points[4] = {contact.points[0], other.points[0], contact.points[contact.point_count - 1],
                                  other.points[other.point_count - 1]};
  ContactPoint& first = contact.points[0];
  if (points[1].depth > first.depth) first = points[1];
  contact.point_count = 1;
  double most = 0.0;
  for (const ContactPoint& point : points) {
    const double away = length(point.on_a - first.on_a);
    if (!(away > most)) continue;
    most = away;
    contact.points[1] = point;
    contact.point_count = 2;
  }
}

/// The overlap along the normal of an edge of one of two parts.
struct EdgeOverlap {
  double depth;
  int edge;
  bool of_a;
};

}  // namespace

bool lay_along_edge(const PlacedLeaf& a, const PlacedLeaf& b, bool of_a, double margin, double shortest,
                    Contact& contact) {
  const PlacedLeaf& leaf = of_a ? a : b;
  const int edge = EdgeAlong(leaf, contact.normal, of_a).edge;
  if (edge < 0) return false;
  ContactPoint stretch[3];
  contact.normal = of_a ? edge_normal(leaf, edge) : -edge_normal(leaf, edge);
  if (!find_stretch(a, b, contact.normal, shortest, stretch)) return false;
  contact.point_count = 0;
  for (int i = 0; i < 2; ++i) {
    if (stretch[i].depth >= -margin) add_point(contact, stretch[i]);
  }
  contact.depth = contact.points[0].depth;
  return contact.point_count > 0;
}

Meeting::Meeting(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b, Vec2 along, double flat)
    : normal(along) {
  const Feature of_a = feature_of(a, frame_a, normal, flat), of_b = feature_of(b, frame_b, -normal, flat);
  height_a = of_a.height;
  height_b = -of_b.height;
  is_face_of_a = of_a.low < of_a.high;
  is_face_of_b = of_b.low < of_b.high;
  // The tangents are opposite.
  places[0] = larger(of_a.low, -of_b.high);
  places[1] = smaller(of_a.high, -of_b.low);
  aside = larger(places[0] - places[1], 0.0);
  if (aside > 0.0) places[0] = places[1] = clamped(places[0], of_a.low, of_a.high);
  places[2] = 0.5 * (places[0] + places[1]);
  count = places[0] < places[1] ? 3 : 1;
}

bool rises_above(const Shape& shape, const Frame& frame, Vec2 point, Vec2 normal, double near, double least) {
  const Vec2 local = unrotate(frame.rotation, normal);
  const Vec2 away = to_world(frame, core_support(shape, local) + local * shape.radius) - point;
  const double rise = dot(normal, away);
  if (!(rise > least) || rise * rise <= k_surface_rise * k_surface_rise * dot(away, away)) return false;
  return is_within(shape, frame, point, near);
}

bool BodyContacts::rises(const Member& member, bool of_a, Vec2 point, Vec2 normal, double near, double least) const {
  const PlacedLeaf& leaf = of_a ? member.a : member.b;
  if (!is_thin(*leaf.shape)) {
    return is_around(of_a ? member.box_a : member.box_b, point, near) &&
           rises_above(*leaf.shape, leaf.frame, point, normal, near, least);
  }
  const Vec2 out = of_a ? member.raw.normal : -member.raw.normal, face = edge_normal(leaf, 1);
  const double facing = dot(out, face), depth = magnitude(facing) > k_hiding_cosine ? thickness_of(member, of_a) : 0.0;
  const Vec2 up = facing > 0.0 ? face : -face, along = left_of(up);
  const Vec2 away = point - leaf.frame.origin - leaf.frame.centre;
  const double reach = leaf.shape->reach, height = dot(away, up);
  const double top = reach * magnitude(dot(normal, along)) - depth * smaller(dot(normal, up), 0.0);
  return top > dot(away, normal) + least && magnitude(dot(away, along)) <= reach + near && height <= near &&
         height >= -depth - near;
}

void BodyContacts::begin(double size, const Around* around) {
  size_ = size;
  around_ = around;
  groups_.clear();
  members_.clear();
  tree_.clear();
}

bool BodyContacts::add(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b, std::uint32_t owner,
                       double placing) {
  const std::size_t first = members_.size();
  const auto index = static_cast<std::uint32_t>(groups_.size());
  const Vec2 middle_a = middle_of(a, frame_a), middle_b = middle_of(b, frame_b);
  bool has_room = true;
  visit_leaf_pairs(a, frame_a, b, frame_b, [&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) {
    if (!is_there(leaf_a, middle_b) || !is_there(leaf_b, middle_a)) return true;
    Contact raw = collide_at(moved_pair(leaf_a, leaf_b), leaf_a.frame);
    if (raw.point_count == 0) return true;
    const bool is_turned = leads_behind(leaf_a, leaf_b, raw.normal);
    if (is_turned) {
      Contact front = edge_contact(leaf_a, leaf_b, leaf_a.kind == LeafKind::front, 1);
      keep_in_both(leaf_a, leaf_b, raw, leaf_a, leaf_b, front);
      raw = front;
    }
    name_parts(raw, leaf_a, leaf_b);
    // Room for a few at once.
    has_room = groups_.reserve(index + std::size_t{1}) &&
               (members_.size() < members_.capacity() || members_.reserve(2 * members_.size() + k_least_members));
    if (!has_room) return false;
    const Box2 box_a = bounds_of(*leaf_a.shape, leaf_a.frame), box_b = bounds_of(*leaf_b.shape, leaf_b.frame);
    members_.push_unchecked({leaf_a, leaf_b, box_a, box_b, raw, {}, index, Kept::none, false, is_turned});
    return true;
  });
  if (first != members_.size()) groups_.push_unchecked({&a, &b, frame_a, frame_b, placing, owner});
  // A point has no size: as in `union_gap_of` that of the union counts.
  if (size_ == 0.0) size_ = size_of(a);
  return has_room;
}

double BodyContacts::thickness_of(const Member& member, bool of_a) const {
  const Shape& shape = *(of_a ? member.a : member.b).shape;
  if (members_.size() <= k_few_members) return member.raw.depth;
  return of_a ? 0.0 : smaller(member.raw.depth, 2.0 * shape.reach);
}

bool BodyContacts::build_tree() const {
  const auto key_of = [&](bool of_a, std::uint32_t i) {
    const Member& member = members_[i];
    const PlacedLeaf& leaf = of_a ? member.a : member.b;
    // One without an inside is not as thick in each pair.
    if (!of_a && is_thin(*leaf.shape)) return PairTree::Key{~std::uint64_t{0}, i};
    return PairTree::Key{std::uint64_t{member.group} << 32 | leaf.index, reinterpret_cast<std::uintptr_t>(leaf.map)};
  };
  return tree_.build(static_cast<std::uint32_t>(members_.size()), key_of, [&](bool of_a, std::uint32_t i) {
    const Member& member = members_[i];
    const double near = closeness(groups_[member.group]);
    if (of_a) return to_tree_bounds(member.box_a.grown(near));
    return to_tree_bounds(member.box_b.grown(is_thin(*member.b.shape) ? near + thickness_of(member, of_a) : near));
  });
}

void BodyContacts::visit_parts_at(bool of_a, Vec2 point, double near, FunctionRef<bool(const Member&)> visit) const {
  const auto count = static_cast<std::uint32_t>(members_.size());
  if (count > k_few_members && (tree_.is_over(count) || build_tree())) {
    tree_.visit(of_a, to_tree_bounds(Box2{point, point}.grown(near)),
                [&](std::uint32_t i) { return visit(members_[i]); });
    return;
  }
  for (const Member& member : members_) {
    if (!visit(member)) return;
  }
}

bool BodyContacts::rises_beside(const Member& own, Vec2 normal, Vec2 point, bool is_face) const {
  // Parts that the body does not overlap only contain points beside it.
  const double own_near = closeness(groups_[own.group]);
  const double near_here = k_union_gap * size_ + placing_of(length(own.a.frame.centre), size_);
  const bool is_in_body = is_within(*own.b.shape, own.b.frame, point, own_near);
  bool found = false;
  visit_parts_at(true, point, larger(own_near, near_here), [&](const Member& member) {
    const Group& group = groups_[member.group];
    const bool is_here = member.group == own.group;
    if (is_here && is_same(member.a, own.a)) return true;
    if (!is_in_body && is_composite(*group.a)) return true;
    const double near = is_here ? near_here : larger(own_near, closeness(group));
    found = rises(member, true, point, normal, near, is_face ? near : k_union_gap * size_);
    return !found;
  });
  if (is_in_body || found) return found;
  for (std::uint32_t g = 0; g < groups_.size() && !found; ++g) {
    const Group& group = groups_[g];
    if (!is_composite(*group.a)) continue;
    const bool is_here = g == own.group;
    const double near = is_here ? near_here : larger(own_near, closeness(group));
    const Vec2 middle = middle_of(*group.b, group.frame_b);
    visit_leaves(*group.a, group.frame_a, Box2{point, point}.grown(near), group.b->kinds, [&](const PlacedLeaf& leaf) {
      found = !(is_here && is_same(leaf, own.a)) && is_there(leaf, middle) &&
              rises_above(*leaf.shape, leaf.frame, point, normal, near, is_face ? near : k_union_gap * size_);
      return !found;
    });
  }
  if (found || around_ == nullptr) return found;
  (*around_)(point, own_near, [&](const Shape& shape, const Frame& frame) {
    found = rises_above(shape, frame, point, normal, own_near, is_face ? own_near : k_union_gap * size_);
    return !found;
  });
  return found;
}

bool BodyContacts::rises_beside_body(const Member& own, Vec2 normal, Vec2 point, bool is_face) const {
  const Group& group = groups_[own.group];
  if (!is_composite(*group.b)) return false;
  const double near = closeness(group), least = is_face ? near : k_union_gap * size_;
  bool found = false;
  visit_parts_at(false, point, near, [&](const Member& member) {
    found = member.group == own.group && !is_same(member.b, own.b) && rises(member, false, point, normal, near, least);
    return !found;
  });
  return found;
}

bool BodyContacts::counts_along(const Member& member, Vec2 normal, Vec2 shift, bool needs_foot) const {
  const Meeting at(*member.a.shape, member.a.frame, *member.b.shape, moved(member.b.frame, shift), normal,
                   k_union_gap * size_);
  if (needs_foot && at.aside > closeness(groups_[member.group])) return false;
  for (int i = 0; i < at.count; ++i) {
    if (!rises_beside(member, normal, at.on_a(i), at.is_face_of_a) &&
        !rises_beside_body(member, -normal, at.on_b(i) - shift, at.is_face_of_b)) {
      return true;
    }
  }
  return false;
}

bool BodyContacts::counts(std::uint32_t i) const {
  const Member& member = members_[i];
  return !member.is_turned && counts_along(member, member.raw.normal, {}, false);
}

void BodyContacts::name(std::uint32_t i, bool is_shared) {
  const auto key_of = [&](std::uint32_t k) {
    const Contact& contact = of(members_[k]);
    return PairTree::Key{std::uint64_t{members_[k].group} << 32 | static_cast<std::uint32_t>(contact.part_a),
                         static_cast<std::uint32_t>(contact.part_b)};
  };
  const PairTree::Key key = key_of(i);
  std::uint32_t& known = named_.find_or_add(key.hash(), i, [&](std::uint32_t k) { return key_of(k) == key; });
  if (known == i) return;
  Member &member = members_[i], &other = members_[known];
  const Contact& own = of(member);
  Contact& found = other.kept == Kept::raw ? other.raw : other.other;
  if (!is_shared && own.depth > found.depth) {
    other.kept = Kept::none;
    known = i;
    return;
  }
  if (is_shared && dot(found.normal, own.normal) > k_same_separation_cosine) widen(found, own);
  member.kept = Kept::none;
}

const Contact* BodyContacts::find_deeper(double depth) const {
  const Contact* found = nullptr;
  for (const Member& member : members_) {
    if (member.kept != Kept::none || member.is_turned || !(member.raw.depth > depth + k_union_touch * size_)) continue;
    depth = member.raw.depth;
    found = &member.raw;
  }
  return found;
}

std::size_t BodyContacts::find_below(std::uint32_t i, std::span<const HalfPlane> planes) const {
  const Member& member = members_[i];
  const double tolerance = touch_of(member);
  for (std::size_t k = 0; k < planes.size(); ++k) {
    if (overlap_along(member.a, member.b, planes[k].normal) <= planes[k].offset + tolerance) return k;
  }
  return planes.size();
}

bool BodyContacts::is_free_at(std::uint32_t i, Vec2 way, std::span<const HalfPlane>) const {
  const Member& member = members_[i];
  const double tolerance = touch_of(member);
  if (member.raw.depth <= dot(member.raw.normal, way) + tolerance) return true;
  return are_apart(moved_pair(member.a, member.b, way), tolerance);
}

bool BodyContacts::is_deep() const {
  for (const Member& member : members_) {
    const Group& group = groups_[member.group];
    if (is_within(*member.a.shape, member.a.frame, middle_of(*group.b, group.frame_b), closeness(group))) return true;
  }
  return false;
}

bool BodyContacts::leads_out(Vec2 way, std::span<const HalfPlane>) const {
  bool is_out = true;
  for (const Group& group : groups_) {
    const double touch = k_union_touch * size_ + 2.0 * group.placing;
    visit_leaf_pairs(*group.a, group.frame_a, *group.b, moved(group.frame_b, way),
                     [&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) {
                       is_out = are_apart(moved_pair(leaf_a, leaf_b), touch);
                       return is_out;
                     });
    if (!is_out) break;
  }
  return is_out;
}

bool BodyContacts::find_other(std::uint32_t i, bool is_far, Vec2 way, std::span<const HalfPlane> planes, Vec2& normal,
                              double& depth) {
  Member& member = members_[i];
  const Group& group = groups_[member.group];
  member.has_other = false;
  const auto take = [&](const Contact& contact) {
    member.has_other = true;
    member.other = contact;
    keep_in_both(member.a, member.b, member.raw, member.a, member.b, member.other);
    name_parts(member.other, member.a, member.b);
    normal = contact.normal;
    depth = contact.depth;
    return true;
  };
  // A little farther, so that what the way leads out of does not contain the points beside it.
  Vec2 away;
  for (const HalfPlane& plane : planes) away = away + plane.normal;
  const double spread = length(away);
  const Vec2 shift = spread > k_least_aside ? way + away * (4.0 * closeness(group) / spread) : way;
  const auto counts_there = [&](Vec2 direction, bool needs_foot) {
    return !leads_behind(member.a, member.b, direction) && counts_along(member, direction, shift, needs_foot);
  };
  Vec2 least = member.raw.normal;
  double left = member.raw.depth;
  if (!planes.empty()) {
    const Pair pair = moved_pair(member.a, member.b, shift);
    const Separation there = separate(pair, pair.radius());
    const Vec2 direction = rotate(member.a.frame.rotation, there.normal);
    const bool is_left = there.gap <= pair.radius();
    if (is_left && counts_there(direction, false)) {
      const bool is_edge = there.source != Separation::Source::points;
      const Contact contact =
          is_edge ? edge_contact(member.a, member.b, there.source == Separation::Source::edge_a, there.edge)
                  : contact_along(member.a, member.b, direction);
      return take(contact);
    }
    if (is_left) least = direction;
    left = is_left ? pair.radius() - there.gap : 4.0 * closeness(group);
  }
  ShallowestFew<EdgeOverlap> list;
  const auto add_edges = [&](bool of_a) {
    const PlacedLeaf& leaf = of_a ? member.a : member.b;
    const Vec2 middle = of_a ? middle_of(*group.b, group.frame_b) : middle_of(*group.a, group.frame_a);
    for (int k = 0; k < edge_count(*leaf.shape); ++k) {
      if (leaf.cover.covers(k) || (leaf.kind == LeafKind::front && k == 0)) continue;
      const Vec2 outwards = edge_normal(leaf, k), direction = of_a ? outwards : -outwards;
      // Of the two sides of a segment that of the other shape's middle.
      if (is_thin(*leaf.shape) && dot(middle - leaf.frame.origin - leaf.frame.centre, outwards) < 0.0) continue;
      list.add({overlap_along(member.a, member.b, direction) - dot(direction, shift), k, of_a});
    }
  };
  add_edges(true);
  if (is_composite(*group.b)) add_edges(false);
  // What is far deeper than the least overlap, or opposes it, leads across the part, unless that does already.
  const double most = most_detour(left, size_, !planes.empty(), length(way));
  const bool is_internal = is_far || leads_across(member.a, least) || leads_across(member.b, -least);
  for (int k = 0; k < list.count; ++k) {
    const auto& [along, edge, of_a] = list.items[k];
    const Vec2 direction = of_a ? edge_normal(member.a, edge) : -edge_normal(member.b, edge);
    if (!is_internal && (along > most || dot(direction, least) < -k_surface_rise)) continue;
    if (counts_there(direction, true)) return take(edge_contact(member.a, member.b, of_a, edge));
  }
  member.has_other = find_outline(member);
  if (!member.has_other) return false;
  normal = member.other.normal;
  depth = member.other.depth;
  return true;
}

bool BodyContacts::find_outline(Member& member) const {
  const Group& group = groups_[member.group];
  const bool of_a = has_outline(*group.a);
  if (!of_a && !has_outline(*group.b)) return false;
  const Shape& polygon = of_a ? *group.a : *group.b;
  const KindMask* const kinds = of_a ? group.b->kinds : group.a->kinds;
  const Frame& frame = of_a ? group.frame_a : group.frame_b;
  const PlacedLeaf& body = of_a ? member.b : member.a;
  // The least overlap may free the body after all.
  const Frame out = moved(body.frame, (of_a ? member.raw.normal : -member.raw.normal) * member.raw.depth);
  bool is_out = true;
  visit_leaves(polygon, frame, bounds_of(*body.shape, out), kinds, [&](const PlacedLeaf& leaf) {
    const Pair pair = plane::pair_of(*leaf.shape, leaf.frame, *body.shape, out);
    const double touch = pair.radius() - k_union_touch * size_;
    is_out = is_far(pair) || separate(pair, touch).gap >= touch;
    return is_out;
  });
  // A point on an edge between two parts is in neither, but not out of the polygon.
  if (is_out && body.shape->reach > 0.0) return false;
  const Vec2 middle = unrotate(frame.rotation, body.frame.origin + body.frame.centre - frame.origin);
  const double same = k_plane_point * 2.0 * polygon.reach;
  Vec2 outwards;
  PlacedLeaf leaf;
  double least = HUGE_VAL, end = HUGE_VAL, above = 0.0;
  visit_outline(polygon, frame, middle, end, kinds, [&](const Shape& edge, const PlacedLeaf& owner) {
    const double distance = distance_to(edge, {{}, {}, edge.centre}, middle);
    // Two edges meet at a nearest corner: the one that faces the middle more squarely tells inside from outside.
    const double height = dot(middle - edge.centre, edge.own_normals[0]);
    if (distance > least + same || (distance >= least - same && magnitude(height) <= magnitude(above))) return;
    least = smaller(least, distance);
    end = least + same;
    above = height;
    outwards = rotate(frame.rotation, edge.own_normals[0]);
    leaf = owner;
  });
  if (above > 0.0) return false;
  // Its edge along the one of the outline.
  const auto along = [&](int i) { return dot(edge_normal(leaf, i), outwards); };
  int edge = 0;
  for (int i = 1; i < edge_count(*leaf.shape); ++i) {
    if (along(i) > along(edge)) edge = i;
  }
  member.other = of_a ? edge_contact(leaf, body, true, edge) : edge_contact(body, leaf, false, edge);
  keep_in_both(member.a, member.b, member.raw, of_a ? leaf : body, of_a ? body : leaf, member.other);
  name_parts(member.other, of_a ? leaf : body, of_a ? body : leaf);
  // No push out of the part is shorter than its least overlap: the edge may be that of a part that it barely touches.
  return member.other.depth >= member.raw.depth;
}

bool BodyContacts::share(Member& member, const HalfPlane& plane) const {
  const Vec2 normal = plane.normal;
  ContactPoint stretch[3];
  if (!find_stretch(member.a, member.b, normal, k_plane_point * size_, stretch)) return false;
  const double depth = overlap_along(member.a, member.b, normal);
  if (depth > plane.offset + touch_of(member)) return false;
  Contact& contact = member.other;
  contact = {};
  contact.normal = normal;
  // Of equal ones that which frees the part stays the deepest.
  contact.depth = depth - k_plane_tie * size_;
  bool is_met = false;
  for (const ContactPoint& at : stretch) {
    if (at.depth < 0.0) continue;
    is_met =
        is_met || (!rises_beside(member, normal, at.on_a, true) && !rises_beside_body(member, -normal, at.on_b, true));
    // The middle has no point of its own.
    if (&at != stretch + 2) add_point(contact, at);
  }
  if (contact.point_count == 0) return false;
  name_parts(contact, member.a, member.b);
  return is_met;
}

bool BodyContacts::resolve(bool shares) {
  const std::size_t count = members_.size();
  Workspace<State, k_members_at_hand> states;
  Workspace<Candidate, k_members_at_hand> candidates;
  const bool is_at_hand = count <= k_members_at_hand;
  if (!is_at_hand && !(states_.resize_uninitialized(count) && candidates_.resize_uninitialized(count))) {
    for (Member& member : members_) member.kept = Kept::raw;
    return false;
  }
  UnionContacts<BodyContacts> contacts(*this, k_union_touch * size_,
                                       {is_at_hand ? states.data() : states_.data(), count},
                                       {is_at_hand ? candidates.data() : candidates_.data(), count});
  contacts.run(false, [](const Candidate& l, const Candidate& r) {
    if (l.is_certain != r.is_certain) return l.is_certain;
    return l.depth != r.depth ? l.depth < r.depth : l.index < r.index;
  });
  if (!named_.reserve(count)) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (members_[i].kept != Kept::none) name(i, false);
  }
  for (std::uint32_t i = 0; shares && i < count; ++i) {
    Member& member = members_[i];
    if (member.kept != Kept::none) continue;
    for (const HalfPlane& plane : contacts.planes()) {
      if (!share(member, plane)) continue;
      member.kept = Kept::along;
      name(i, true);
      break;
    }
  }
  return true;
}

}  // namespace hyperplane::plane
