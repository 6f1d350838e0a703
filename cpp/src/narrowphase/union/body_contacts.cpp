#include "narrowphase/union/body_contacts.h"

#include <algorithm>
#include <cmath>

#include <hyperplane/shape_query.h>

#include "bvh/float_bounds.h"
#include "composite/half_space.h"
#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/tolerances.h"
#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "core/sort.h"
#include "depenetration/tolerances.h"
#include "math/pose.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/part/containment.h"
#include "narrowphase/part/face_area.h"
#include "narrowphase/part/placed_body.h"
#include "narrowphase/part/surface_part.h"
#include "narrowphase/part/surface_vicinity.h"
#include "narrowphase/part/tolerances.h"
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

/// The hull that a mesh is for another shape: a solid for all, a hollow one for convex shapes whose middle it does not
/// enclose, as those touch its surface wherever they reach into it.
const Hull* hull_towards(const Shape& mesh, const Pose& pose, const Shape& other, const Pose& pose_of_other) {
  const Hull* const hull = mesh.mesh != nullptr ? mesh.mesh->hull() : nullptr;
  if (hull == nullptr || mesh.mesh->is_solid()) return hull;
  const bool is_convex = !is_composite(other.type) || (other.mesh != nullptr && other.mesh->hull() != nullptr);
  if (!is_convex) return nullptr;
  const Vec3 middle = frame_of(pose_of_other) * inner_point_of(other);
  return mesh.mesh->encloses(inverse_times(frame_of(pose), middle)) ? nullptr : hull;
}

}  // namespace

double BodyContacts::overlap_along(const Member& member, const Vec3& normal) const {
  const Part &a = part_a(member), &b = part_b(member);
  return height_of(a.shape, a.pose, normal) + height_of(b.shape, b.pose, -normal);
}

PairFeatures BodyContacts::features_at(const Member& member, const ContactPoint& point, const Vec3& normal) const {
  PairFeatures named = member.features;
  if (member.names_parts) name_parts(pair_of(member), point.on_a, point.on_b, normal, named);
  return named;
}

PartPair BodyContacts::pair_of(const Member& member) const {
  const Part &a = part_a(member), &b = part_b(member);
  return {&a.shape,  a.pose,      &b.shape, b.pose, member.features, a.surface,
          b.surface, member.hint, a.grid,   b.grid, a.mesh,          b.mesh};
}

void BodyContacts::begin(double size, const Vec3& aside, bool keeps_freed) {
  keeps_freed_ = keeps_freed;
  is_resolved_ = false;
  deep_points_ = k_most_deep_points;
  size_ = size;
  near_ = 0.0;
  aside_ = aside;
  groups_.clear();
  members_.clear();
  tree_.clear();
  parts_.clear();
  raws_.clear();
  has_room_ = true;
  areas_.clear();
  area_members_.clear();
  vicinity_.reset();
  for (HalfSpace& reach : reaches_) reach = {};
}

BodyContacts::Group* BodyContacts::push_group(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                              std::uint32_t owner, double placing) {
  if (groups_.empty()) origin_ = pose_a.position;
  if ((raws_.empty() && !raws_.push_from_outside({})) || !groups_.resize_uninitialized(groups_.size() + 1)) {
    return nullptr;
  }
  Group& group = groups_.back();
  group.pose_a = pose_a;
  group.b_in_a = relative_pose(pose_a, pose_b);
  group.a = a;
  group.b = b;
  group.mesh_a = group.mesh_b = nullptr;
  group.frame = frame_of({pose_a.position - origin_, pose_a.rotation});
  // Only surfaces ask for the other shape's.
  group.middle_a = has_surface(b) ? inner_point_of(a) : Vec3{};
  group.middle_b = group.b_in_a.position + rotate(group.b_in_a.rotation, inner_point_of(b)) +
                   transpose_times(group.frame.rotation, aside_);
  group.placing = placing;
  near_ = max(near_, closeness(group));
  group.owner = owner;
  group.first = static_cast<std::uint32_t>(members_.size());
  group.has_contact = group.encloses_a = group.encloses_b = false;
  group.overhangs = group.known_overhangs = 0;
  return &group;
}

bool BodyContacts::push(const PartPair& pair, const Member& member) {
  const PairFeatures& of = pair.features;
  const bool has_last = !members_.empty() && members_.back().group == member.group;
  const PairFeatures last = has_last ? members_.back().features : PairFeatures{};
  const std::uint32_t last_a = has_last ? members_.back().a : 0, last_b = has_last ? members_.back().b : 0;
  const auto add_part = [&](bool is_last, std::uint32_t last_one, const Shape& shape, const Pose& pose,
                            const Surface& surface, const GridPart& grid, const TriangleMesh* mesh) {
    // Boxes of cells may overlap, and begin with the same cell.
    if (is_last && (!grid.exists() || grid.box == parts_[last_one].grid.box)) return last_one;
    const std::size_t count = parts_.size();
    if (!parts_.resize_uninitialized(count + 1)) return Member::k_none;
    Part& added = parts_[count];
    added.shape = shape;
    added.pose = pose;
    added.surface = surface;
    added.grid = grid;
    added.mesh = mesh;
    added.has_bounds = false;
    added.known_turns = 0;
    return static_cast<std::uint32_t>(count);
  };
  if (!members_.push_from_outside(member)) return false;
  Member& added = members_.back();
  added.features = of;
  added.hint = pair.hint;
  added.has_surface_a = pair.surface_a.exists();
  added.has_surface_b = pair.surface_b.exists();
  added.has_grid = pair.grid_a.exists() || pair.grid_b.exists();
  const Group& group = groups_[added.group];
  added.names_parts = pair.names_parts() || group.mesh_a != nullptr || group.mesh_b != nullptr;
  added.a = add_part(has_last && last.part_a == of.part_a && last.triangle_a == of.triangle_a, last_a, *pair.a,
                     pair.pose_a, pair.surface_a, pair.grid_a, pair.mesh_a != nullptr ? pair.mesh_a : group.mesh_a);
  added.b = add_part(has_last && last.part_b == of.part_b && last.triangle_b == of.triangle_b, last_b, *pair.b,
                     pair.pose_b, pair.surface_b, pair.grid_b, pair.mesh_b != nullptr ? pair.mesh_b : group.mesh_b);
  if (added.a != Member::k_none && added.b != Member::k_none) return true;
  members_.pop();
  return false;
}

bool BodyContacts::push(const PartPair& pair, const Member& member, ContactManifold& raw) {
  if (!push(pair, member)) return false;
  Member& added = members_.back();
  raw.features = pair.features;
  snap_to_face(added, raw);
  set_raw(added, raw);
  return has_room_;
}

bool BodyContacts::push_triangles(const PartPair& pair, const Group& group) {
  const Penetration least = penetration(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
  if (!least.intersects) return true;
  Member member{.group = static_cast<std::uint32_t>(groups_.size() - 1)};
  member.touch = Touch::overlap;
  const Member* const last = members_.size() > group.first ? &members_.back() : nullptr;
  const PairFeatures& of = pair.features;
  // Triangles of A come with all of B that they cross.
  member.face = last != nullptr && last->features.part_a == of.part_a && last->features.triangle_a == of.triangle_a
                    ? last->face
                    : SurfacePart(pair.surface_a, of.triangle_a, pair.pose_a, group.middle_b).normal;
  member.normal = least.normal;
  member.depth = least.depth;
  member.has_least = true;
  if (!push(pair, member)) return false;
  // Only such a contact may count, for which its points are needed.
  if (dot(member.face, least.normal) >= k_snapping_cosine) find_raw(members_.back());
  return has_room_;
}

void BodyContacts::set_raw(Member& member, const ContactManifold& raw) {
  member.normal = raw.normal;
  member.depth = raw.depth;
  member.has_least = true;
  member.raw = 0;
  if (raws_.push_from_outside(raw)) {
    member.raw = static_cast<std::uint32_t>(raws_.size() - 1);
  } else {
    has_room_ = false;
  }
}

void BodyContacts::snap_to_face(Member& member, ContactManifold& raw) const {
  if (!member.has_surface() || dot(member.face, raw.normal) < k_snapping_cosine) return;
  snap_to(member.face, overlap_along(member, member.face), raw);
  member.is_on_face = true;
}

/// The triangles of a surface that a convex body touches, in the frame of the surface.
///
/// Most bodies lie on the inside of faces. Contacts with such faces need no search, so these parts come first. If they
/// free the body of all other triangles, and none of them is redundant, the result is that of all parts.
class BodyContacts::Triangles {
 public:
  Triangles(BodyContacts& contacts, std::uint32_t index, const Shape& a, const Shape& b)
      : contacts_(contacts),
        index_(index),
        of_a_(is_surface(a)),
        a_(a),
        b_(b),
        surface_(of_a_ ? a : b),
        body_(of_a_ ? b : a),
        placed_(body_, of_a_ ? group().b_in_a : relative_pose(group().b_in_a, {}),
                of_a_ ? group().middle_b : inverse_times(to_transform(group().b_in_a), group().middle_a)),
        clear_(k_touch_margin * placed_.size) {}

  /// Adds the parts. @return false when memory runs out.
  bool add() {
    std::optional<SurfaceVicinity>& vicinity = contacts_.vicinity_;
    vicinity.emplace(surface_, body_, placed_.pose, bounds(body_, {}));
    if (!vicinity->gather()) {
      vicinity.reset();
      visit_touching_candidates(a_, b_, group().b_in_a, [&](const PartPair& pair) {
        const Triangle flat(of_a_ ? *pair.a : *pair.b);
        const auto number = static_cast<std::uint32_t>(of_a_ ? pair.features.triangle_a : pair.features.triangle_b);
        Face face;
        return !find_face(flat, face) || push(pair, part_of(flat, surface_.place_of(number), face), face);
      });
      return has_room_;
    }
    contacts_.vicinity_group_ = index_;
    has_border_ = vicinity->has_open_edge();
    vicinity->visit_candidates([&](const SurfaceTriangle& near, const BoxTriangleHint& hint) {
      Face& face = faces_[count_];
      face.triangle = &near;
      face.hint = hint;
      count_ += find_face(near.triangle(), face) ? 1 : 0;
      return true;
    });
    if (!contacts_.keeps_freed_ && of_a_ && add_plain()) return has_room_;
    for (Face& face : faces()) {
      if (!push_listed(face)) break;
    }
    return has_room_;
  }

 private:
  struct Face {
    const SurfaceTriangle* triangle;
    BoxTriangleHint hint;
    /// Unit normals: of the front, and of the side that pushes.
    Vec3 front, normal;
    /// The body's deepest point.
    Vec3 low;
    /// m: how deep that is.
    double depth;
    Touch touch;
    bool is_settled, is_plain, is_free;

    const Vec3 (&corners() const)[3] { return triangle->corners; }
    double size() const { return longest_side_of(triangle->triangle()); }
    PushingFace pushing(double size) const { return {corners(), front, normal, size}; }
  };

  Group& group() const { return contacts_.groups_[index_]; }
  std::span<const Face> faces() const { return {faces_.data(), static_cast<std::size_t>(count_)}; }
  std::span<Face> faces() { return {faces_.data(), static_cast<std::size_t>(count_)}; }

  /// m: farther along the face the body is apart from the triangle.
  double way_off(const Face& face, const Vec3& corner, double size) const {
    return face.depth +
           2.0 * (k_touch_margin * (placed_.size + size) + k_plane_rounding * (length(corner) + length(face.low)));
  }

  /// @return whether the body reaches the plane of the triangle.
  bool find_face(const Triangle& flat, Face& face) const {
    face.front = flat.normal();
    const bool is_turned = !surface_.is_one_sided() && dot(face.front, placed_.middle - flat.origin) < 0.0;
    face.normal = is_turned ? -face.front : face.front;
    const Vec3 towards = transpose_times(placed_.frame.rotation, face.normal);
    face.low =
        placed_.frame * (placed_.core.origin + core_support_of(body_, -towards)) - face.normal * placed_.core.radius;
    face.depth = dot(face.normal, flat.origin - face.low);
    face.is_settled = face.is_plain = face.is_free = false;
    face.touch = Touch::unknown;
    return face.depth >= -clear_;
  }

  SurfacePart part_of(const Triangle& flat, std::uint32_t place, const Face& face) const {
    std::optional<TrianglesAround> around;
    if (contacts_.vicinity_) around.emplace(*contacts_.vicinity_);
    return {surface_, place, flat, face.front, placed_.middle, around};
  }
  SurfacePart part_at(const Face& face) const { return part_of(face.triangle->triangle(), face.triangle->place, face); }

  std::int32_t number_of(const Face& face) const {
    return static_cast<std::int32_t>(surface_.triangle_at(face.triangle->place));
  }

  /// Until the next one.
  [[gnu::noinline]] PartPair pair_at(const Face& face, const Pose& b_in_a) {
    const std::int32_t number = number_of(face);
    triangle_ = to_shape(face.corners());
    PartPair pair{&a_, {}, &b_, b_in_a, {}, {}, {}, face.hint};
    (of_a_ ? pair.a : pair.b) = &triangle_;
    (of_a_ ? pair.features.triangle_a : pair.features.triangle_b) = number;
    (of_a_ ? pair.surface_a : pair.surface_b) = surface_;
    return pair;
  }

  /// Finds whether the body touches the triangle, as far as that is known at once, and whether its face alone pushes.
  [[gnu::noinline]] void settle(const PartPair& pair, const SurfacePart& part, Face& face) const {
    if (face.is_settled) return;
    face.is_settled = true;
    const double depth = face.depth;
    if (has_border_ || depth < 0.0) return;
    const Vec3 towards = transpose_times(placed_.frame.rotation, part.normal);
    const Vec3 high =
        placed_.frame * (placed_.core.origin + core_support_of(body_, towards)) + part.normal * placed_.core.radius;
    // The body is in front of the face for the most part.
    if (!(depth <= dot(part.normal, high - part.corners[0]))) return;
    face.is_plain = is_far_inside(part, face.low + part.normal * depth, depth, high);
    if (!face.is_plain) return;
    face.touch = parts_touch(pair) ? Touch::overlap : Touch::none;
  }

  [[gnu::noinline]] bool push(const PartPair& pair, const SurfacePart& part, Face& face) {
    settle(pair, part, face);
    if (face.is_plain && face.touch == Touch::none) return true;
    const Pose& b_in_a = group().b_in_a;
    Member member{.group = index_};
    member.touch = face.touch;
    member.face = member.normal = of_a_ ? part.normal : -rotate(b_in_a.rotation, part.normal);
    member.depth = member.face_depth = face.depth;
    member.way_off_face = way_off(face, part.corners[0], part.size);
    has_room_ = contacts_.push(pair, member);
    if (!has_room_ || !face.is_plain) return has_room_;
    Member& added = contacts_.members_.back();
    added.is_plain = added.is_on_face = true;
    Vec3 on_surface = face.low + part.normal * face.depth, on_body = face.low;
    if (!of_a_) {
      on_surface = b_in_a.position + rotate(b_in_a.rotation, on_surface);
      on_body = b_in_a.position + rotate(b_in_a.rotation, on_body);
      std::swap(on_surface, on_body);
    }
    ContactManifold raw;
    raw.normal = added.normal;
    raw.depth = face.depth;
    raw.features = pair.features;
    raw.point_count = 1;
    raw.points[0] = {on_surface, on_body, face.depth,
                     make_contact_id(make_feature(FeatureKind::face, 0), make_feature(FeatureKind::face, 0))};
    contacts_.set_raw(added, raw);
    return true;
  }
  bool push_listed(Face& face) { return push(pair_at(face, group().b_in_a), part_at(face), face); }

  /// Adds the parts that need no search, and resolves them. @return whether that is all; if not, nothing is added.
  bool add_plain() {
    for (Face& face : faces()) {
      const Vec3 foot = face.low + face.normal * face.depth;
      if (!(face.depth >= 0.0) || !face.pushing(0.0).holds(foot, 0.0)) continue;
      const SurfacePart part = part_at(face);
      const PartPair pair = pair_at(face, group().b_in_a);
      settle(pair, part, face);
      if (face.is_plain && !push(pair, part, face)) return true;
    }
    Group& of = group();
    of.end = static_cast<std::uint32_t>(contacts_.members_.size());
    if (of.end == of.first) return false;
    has_room_ = contacts_.resolve();
    if (has_room_ && !are_others_freed()) {
      contacts_.members_.truncate(of.first);
      of.has_contact = false;
      return false;
    }
    contacts_.is_resolved_ = true;
    of.overhangs = find_overhangs();
    of.known_overhangs = ~0u;
    for (Face& face : faces()) {
      if (has_room_ && !face.is_plain && may_share(face)) push_listed(face);
    }
    return true;
  }

  /// As UnionContacts asks about what has no contact yet.
  bool are_others_freed() {
    const Group& of = group();
    const Member& first = contacts_.members_[of.first];
    for (const Member& member : contacts_.members_.span().subspan(of.first)) {
      if (member.kept == Kept::none) return false;
    }
    const std::span<const HalfSpace> planes = contacts_.planes();
    for (std::size_t k = 0; k < planes.size(); ++k) {
      const Vec3 along = transpose_times(of.frame.rotation, planes[k].normal);
      const double most = planes[k].offset + contacts_.touch_of(of);
      const double reach = contacts_.reach_against(k, planes[k], first, of);
      for (Face& face : faces())
        face.is_free = face.is_free || height_of_triangle(face.corners(), along) + reach <= most;
    }
    const Pose moved = contacts_.moved_beyond(first, of, contacts_.way_, planes);
    const Vec3 by = moved.position - placed_.pose.position;
    for (const Face& face : faces()) {
      if (face.is_plain || face.is_free) continue;
      if (!contacts_.has_way_) return false;
      if (dot(face.normal, by) > way_off(face, face.corners()[0], face.size())) continue;
      PartPair pair = pair_at(face, moved);
      pair.hint = {};
      if (parts_touch(pair) && parts_touch(pair_at(face, of.b_in_a))) return false;
    }
    return true;
  }

  /// Whether a triangle without a contact may have points on the face of one that has; see `add_shared_faces`.
  bool may_share(const Face& face) const {
    const Group& of = group();
    const std::span<const HalfSpace> planes = contacts_.planes();
    for (std::size_t k = 0; face.depth >= 0.0 && k < planes.size(); ++k) {
      const Vec3 along = transpose_times(of.frame.rotation, planes[k].normal);
      if (dot(face.normal, along) < k_patch_cosine) continue;
      if ((of.overhangs >> k & 1u) != 0) return true;
      if (face.depth > planes[k].offset + k_union_touch * contacts_.size_) continue;
      ContactArea area;
      return !find_face_points(face.pushing(face.size()), placed_, area) || area.point_count > 0;
    }
    return false;
  }

  /// Bits of half-spaces whose faces the body hangs over.
  std::uint32_t find_overhangs() const {
    std::uint32_t found = 0;
    const std::span<const HalfSpace> planes = contacts_.planes();
    for (std::size_t k = 0; k < planes.size(); ++k) {
      const Vec3 along = transpose_times(group().frame.rotation, planes[k].normal);
      const auto is_in = [&](const Vec3& point) {
        return std::any_of(faces().begin(), faces().end(), [&](const Face& face) {
          return is_under({face.corners(), face.normal, face.normal, placed_.size}, along, placed_.core.radius, point);
        });
      };
      found |= hangs_over(placed_, along, planes[k].offset, is_in) ? 1u << k : 0u;
    }
    return found;
  }

  BodyContacts& contacts_;
  std::uint32_t index_;
  bool of_a_, has_room_ = true, has_border_ = false;
  const Shape &a_, &b_;
  Surface surface_;
  const Shape& body_;
  PlacedBody placed_;
  double clear_;
  std::ptrdiff_t count_ = 0;
  Shape triangle_;
  Workspace<Face, SurfaceVicinity::k_capacity> faces_;
};

bool BodyContacts::add_triangles(std::uint32_t index, const Shape& a, const Shape& b) {
  const std::uint32_t first = groups_[index].first;
  if (!Triangles(*this, index, a, b).add()) return false;
  // Which of them do is asked where it matters.
  const std::span<Member> added = members_.span().subspan(first);
  if (std::none_of(added.begin(), added.end(), [](const Member& m) { return m.touch == Touch::overlap; }) &&
      std::none_of(added.begin(), added.end(), [&](Member& m) { return touches(m); })) {
    members_.truncate(first);
  }
  return true;
}

bool BodyContacts::touches(Member& member) const {
  if (member.touch == Touch::unknown) {
    member.touch = parts_touch(pair_of(member)) ? Touch::overlap : Touch::none;
  }
  return member.touch == Touch::overlap;
}

bool BodyContacts::find_least(Member& member) const {
  if (member.has_least) return true;
  const Part &a = part_a(member), &b = part_b(member);
  const std::optional<Penetration> least = least_overlap(a.shape, a.pose, b.shape, b.pose);
  if (!least) return false;
  member.normal = least->normal;
  member.depth = least->depth;
  member.has_least = true;
  return true;
}

void BodyContacts::find_raw(Member& member) {
  if (member.has_raw()) return;
  const Part &a = part_a(member), &b = part_b(member);
  ContactManifold raw = collide(a.shape, a.pose, b.shape, b.pose);
  raw.features = member.features;
  if (raw.point_count > 0) {
    snap_to_face(member, raw);
  } else {
    // The verdict and the search for a contact differ by a rounding.
    const Distance apart = distance(a.shape, a.pose, b.shape, b.pose);
    raw.normal = apart.normal;
    raw.depth = 0.0;
    raw.point_count = 1;
    raw.points[0] = {apart.point_a, apart.point_b, 0.0, 0};
  }
  set_raw(member, raw);
}

bool BodyContacts::add(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b,
                       std::uint32_t owner, double placing) {
  const auto index = static_cast<std::uint32_t>(groups_.size());
  const Hull* const hull_a = hull_towards(shape_a, pose_a, shape_b, pose_b);
  const Hull* const hull_b = hull_towards(shape_b, pose_b, shape_a, pose_a);
  const Shape a = with_hull(shape_a, hull_a);
  const Shape b = with_hull(shape_b, hull_b);
  Group* const added = push_group(a, pose_a, b, pose_b, owner, placing);
  if (added == nullptr) return false;
  Group& group = *added;
  if (hull_a != nullptr) group.mesh_a = shape_a.mesh;
  if (hull_b != nullptr) group.mesh_b = shape_b.mesh;
  bool has_room = true;
  if (is_surface(a) != is_surface(b) && !(is_composite(a.type) && is_composite(b.type))) {
    has_room = add_triangles(index, a, b);
  } else {
    visit_touching_pairs(a, b, group.b_in_a, [&](const PartPair& pair) {
      if (pair.surface_a.exists() && pair.surface_b.exists()) {
        has_room = push_triangles(pair, group);
        return has_room;
      }
      ContactManifold raw = raw_contact(pair);
      if (raw.point_count == 0) return true;
      Member member{.group = index};
      member.touch = Touch::overlap;
      if (pair.surface_a.exists()) {
        member.face = SurfacePart(pair.surface_a, pair.features.triangle_a, pair.pose_a, group.middle_b).normal;
      } else if (pair.surface_b.exists()) {
        member.face = -SurfacePart(pair.surface_b, pair.features.triangle_b, pair.pose_b, group.middle_a).normal;
      }
      has_room = push(pair, member, raw);
      return has_room;
    });
    group.end = static_cast<std::uint32_t>(members_.size());
    if (has_surface(a) || has_surface(b)) choose_sides(group);
  }
  if (has_room && members_.size() == group.first) {
    ContactManifold inside = find_containment(a, b, group.b_in_a);
    if (inside.point_count > 0) {
      Member member{.group = index};
      member.is_inside = true;
      member.touch = Touch::overlap;
      has_room = push({&a, {}, &b, group.b_in_a, inside.features, {}, {}}, member, inside);
    }
  }
  // Also without room for more parts, those that are there belong to it.
  group.end = static_cast<std::uint32_t>(members_.size());
  if (group.first == group.end) groups_.pop();
  return has_room;
}

bool BodyContacts::add_contact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               std::uint32_t owner, double placing, const ContactManifold& contact, bool of_a) {
  const auto index = static_cast<std::uint32_t>(groups_.size());
  Group* const group = push_group(a, pose_a, b, pose_b, owner, placing);
  if (group == nullptr) return false;
  ContactManifold raw = contact;
  if (!of_a) exchange(raw);
  to_world(inverse(frame_of(pose_a)), raw);
  group->end = group->first + 1;
  Member member{.group = index};
  member.is_known = true;
  member.touch = Touch::overlap;
  const bool is_ground = a.type == ShapeType::half_space;
  const CompoundPart part = is_ground ? slab_under(touch_bounds(b, group->b_in_a)) : CompoundPart{a, {}};
  if (push({&part.shape, part.pose, &b, group->b_in_a, {}, {}, {}}, member, raw)) return true;
  members_.truncate(group->first);
  groups_.pop();
  return false;
}

Vec3 BodyContacts::normal(std::uint32_t i) const {
  return groups_[members_[i].group].frame.rotation * members_[i].normal;
}

void BodyContacts::visit_parts_at(bool of_a, const Vec3& place, double near,
                                  FunctionRef<bool(const Member&)> visit) const {
  const auto count = static_cast<std::uint32_t>(members_.size());
  if (count > k_members_alone && (tree_.is_over(count) || build_tree())) {
    const Vec3 reach{near, near, near};
    tree_.visit(of_a, to_float_bounds({place - reach, place + reach}, {}),
                [&](std::uint32_t i) { return visit(members_[i]); });
    return;
  }
  std::uint32_t last = Member::k_none, group = Member::k_none;
  Aabb at;
  for (const Member& member : members_) {
    const std::uint32_t part = of_a ? member.a : member.b;
    if (part == last) continue;
    last = part;
    if (group != member.group) {
      group = member.group;
      const Vec3 local = inverse_times(groups_[group].frame, place);
      at = grown_by({local, local}, near + k_bounds_rounding * (length(place) + length(local)));
    }
    if (hyperplane::overlaps(at, bounds_of(part)) && !visit(member)) return;
  }
}

bool BodyContacts::any_part(const Member* own, bool of_a, const Vec3& point, const Vec3& direction,
                            FunctionRef<bool(const Group&, const Part&, const Vec3&, const Vec3&)> is) const {
  const auto number_of = [&](const Member& member) { return of_a ? member.features.part_a : member.features.part_b; };
  // Of its own surface the tree is asked.
  const bool is_alone = own != nullptr && number_of(*own) < 0;
  if (is_alone && (!of_a || groups_.size() == 1)) return false;
  const Vec3 place = own == nullptr ? point : groups_[own->group].frame * point;
  const Vec3 along = own == nullptr ? direction : groups_[own->group].frame.rotation * direction;
  bool found = false;
  visit_parts_at(of_a, place, near_, [&](const Member& member) {
    const Group& group = groups_[member.group];
    if (member.is_inside) return true;
    if (own != nullptr && own->group == member.group) {
      found = !is_alone && number_of(member) != number_of(*own) &&
              is(group, of_a ? part_a(member) : part_b(member), point, direction);
    } else if (of_a) {
      const Vec3 local = inverse_times(group.frame, place), to = transpose_times(group.frame.rotation, along);
      found = is(group, part_a(member), local, to);
    }
    return !found;
  });
  return found;
}

bool BodyContacts::any_around(const Member& own, const Vec3& point,
                              FunctionRef<bool(const Shape& part, const Pose& pose)> is) const {
  const Group& group = groups_[own.group];
  const Part& body = part_b(own);
  const double near = closeness(group);
  if (group.a.type != ShapeType::compound || own.has_surface_a) return false;
  if (distance_at(body.shape, frame_of(body.pose), point) <= near) return false;
  const Vec3 reach{near, near, near};
  bool found = false;
  visit_parts_within(group.a, {point - reach, point + reach}, body.shape, body.pose, [&](const PartPair& pair) {
    found = pair.features.part_a != own.features.part_a && !pair.surface_a.exists() && is(*pair.a, pair.pose_a);
    return !found;
  });
  return found;
}

bool BodyContacts::rises_beside(std::uint32_t i, bool of_a, const Vec3& normal, const Vec3& point) const {
  const Member& own = members_[i];
  const double near = closeness(groups_[own.group]);
  const auto rises = [&](const Group& of, const Part& part, const Vec3& at, const Vec3& along) {
    return rises_above(part.shape, part.pose, at, along, max(near, closeness(of)));
  };
  const auto rises_around = [&](const Shape& part, const Pose& pose) {
    return rises_above(part, pose, point, normal, near);
  };
  return any_part(&own, of_a, point, normal, rises) || (of_a && any_around(own, point, rises_around));
}

bool BodyContacts::counts_at(std::uint32_t i, const Sides& sides, const Vec3& normal, const Vec3& on_a,
                             const Vec3& on_b) const {
  const Member& member = members_[i];
  if (sides.a && !can_push(*sides.a, on_a, normal)) return false;
  if (sides.b && !can_push(*sides.b, on_b, -normal)) return false;
  const double near = closeness(groups_[member.group]);
  const Part &a = part_a(member), &b = part_b(member);
  if (a.grid.exists() && a.grid.rises_above(a.pose, on_a, normal, near)) return false;
  if (b.grid.exists() && b.grid.rises_above(b.pose, on_b, -normal, near)) return false;
  return !rises_beside(i, true, normal, on_a) && !rises_beside(i, false, -normal, on_b);
}

bool BodyContacts::counts_at_deepest(std::uint32_t i, const Sides& sides, const ContactManifold& contact,
                                     const Vec3& moved) const {
  for (int k = 0; k < contact.point_count; ++k) {
    const ContactPoint& point = contact.points[k];
    const bool is_deepest = k == 0 || point.depth >= contact.depth - k_same_depth * size_;
    if (is_deepest && counts_at(i, sides, contact.normal, point.on_a, point.on_b - moved)) return true;
  }
  return false;
}

bool BodyContacts::counts(std::uint32_t i) {
  if (members_[i].is_plain) return true;
  if (!touches(members_[i])) return false;
  Member& member = members_[i];
  if (member.is_inside) return true;
  // Where the edges of two triangles cross, the surfaces overlap by more than these, unless one ends there.
  const bool is_crossing = member.are_triangles() && !member.is_on_face;
  const auto may_end = [](const Part& part, std::int32_t triangle) {
    return has_open_edge(part.surface.bends(static_cast<std::uint32_t>(triangle)));
  };
  if (is_crossing && !may_end(part_a(member), member.features.triangle_a) &&
      !may_end(part_b(member), member.features.triangle_b)) {
    return false;
  }
  const Sides sides = sides_of(member);
  if (is_crossing && !sides.meet_at_boundary(member.normal)) return false;
  if (!member.has_raw() && find_least(member) && !sides.may_push(member.normal)) return false;
  find_raw(member);
  return counts_at_deepest(i, sides, raw_of(member), {});
}

double BodyContacts::reach_against(std::size_t k, const HalfSpace& plane, const Member& member,
                                   const Group& group) const {
  const Vec3 direction = transpose_times(group.frame.rotation, -plane.normal);
  if (is_composite(group.b.type) || groups_.size() > 1) {
    return height_of(part_b(member).shape, part_b(member).pose, direction);
  }
  if (reaches_[k].normal != plane.normal) {
    reaches_[k] = {plane.normal, height_of(part_b(member).shape, part_b(member).pose, direction)};
  }
  return reaches_[k].offset;
}

std::size_t BodyContacts::find_below(std::uint32_t i, std::span<const HalfSpace> planes) const {
  const Member& member = members_[i];
  const Group& group = groups_[member.group];
  // Two triangles overlap by nothing wherever they cross.
  if (member.is_inside || member.are_triangles()) return planes.size();
  const double tolerance = touch_of(group);
  const Part& a = part_a(member);
  const bool is_triangle = a.shape.type == ShapeType::triangle && a.pose == Pose{};
  const double least = member.least_depth() - tolerance;
  for (std::size_t k = 0; k < planes.size(); ++k) {
    if (planes[k].offset < least) continue;
    const Vec3 direction = transpose_times(group.frame.rotation, planes[k].normal);
    const double height = is_triangle ? height_of_triangle(a.shape, direction) : height_of(a.shape, a.pose, direction);
    if (height + reach_against(k, planes[k], member, group) <= planes[k].offset + tolerance) return k;
  }
  return planes.size();
}

bool BodyContacts::is_free_at(std::uint32_t i, const Vec3& way, std::span<const HalfSpace> planes) {
  Member& member = members_[i];
  const Group& group = groups_[member.group];
  if (member.touch == Touch::none) return true;
  if (member.has_least && !member.are_triangles() && member.depth <= dot(normal(i), way) + touch_of(group)) {
    return true;
  }
  if (member.is_inside) return false;
  const Pose moved = moved_beyond(member, group, way, planes);
  const Vec3 by = moved.position - part_b(member).pose.position;
  if (dot(member.face, by) > member.way_off_face) return true;
  return !touch_at(member, moved) || !touches(member);
}

bool BodyContacts::touch_at(const Member& member, const Pose& pose_b) {
  const Aabb &of_a = bounds_of(member.a), &of_b = bounds_of(member.b);
  const Vec3 by = pose_b.position - part_b(member).pose.position;
  const double rounding = k_bounds_rounding * (length(pose_b.position) + length(by));
  if (!hyperplane::overlaps(of_a, grown_by({of_b.min + by, of_b.max + by}, rounding))) return false;
  PartPair pair = pair_of(member);
  pair.pose_b = pose_b;
  pair.hint = {};
  return parts_touch(pair);
}

const Aabb& BodyContacts::bounds_of(std::uint32_t part) const {
  const Part& of = parts_[part];
  if (!of.has_bounds) of.bounds = touch_bounds(of.shape, of.pose);
  of.has_bounds = true;
  return of.bounds;
}

bool BodyContacts::resolve(bool drops_redundant) {
  if (is_resolved_) return has_room_;
  const std::size_t count = members_.size();
  plane_count_ = 0;
  way_ = {};
  has_way_ = true;
  if (count == 1 && members_[0].is_plain) {
    keep(0);
    planes_[plane_count_++] = {normal(0), depth(0)};
    way_ = solve(planes(), k_union_touch * size_, has_way_);
    return has_room_;
  }
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
  return deep_points_-- > 0 && add_deep_point() ? resolve(drops_redundant) : has_room_;
}

}  // namespace hyperplane
