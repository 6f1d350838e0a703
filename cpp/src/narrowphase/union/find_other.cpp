#include "narrowphase/union/body_contacts.h"

#include <cmath>

#include "composite/shape_at.h"
#include "core/constants.h"
#include "depenetration/tolerances.h"
#include "math/pose.h"
#include "math/trigonometry.h"
#include "narrowphase/part/face_area.h"
#include "narrowphase/union/raw_contact.h"
#include "narrowphase/union/union_part.h"

/// The direction out of a part whose least overlap does not count.

namespace hyperplane {
namespace {

/// A support point of a body, seen along an edge: how far it lies below the edge along two directions, m.
struct BelowEdge {
  Vec3 point;
  double along_normal, along_outwards;

  double along(const SineCosine& at) const { return at.cosine * along_normal + at.sine * along_outwards; }
  /// m/rad: how much it grows with the angle.
  double slope(const SineCosine& at) const { return at.cosine * along_outwards - at.sine * along_normal; }
};

/// The least overlap of a body over the directions at an edge, and where.
struct OverEdge {
  SineCosine turn;
  double depth;
  /// Of the body.
  Vec3 point;
};

/// The overlap is the greatest of the sinusoids of all points of the body: as the angle grows, it falls, then rises.
/// The least lies between two support points where their sinusoids cross, unless the support point there is a third
/// one, which takes the place of one of them.
/// @param low at the angle 0, where the overlap falls. @param end of the angles.
/// @param support_at(turn) support point at an angle.
template <class SupportAt>
OverEdge least_over_edge(BelowEdge low, const SineCosine& end, double tolerance, const SupportAt& support_at) {
  constexpr SineCosine k_start{0.0, 1.0};
  BelowEdge high = support_at(end);
  if (high.slope(end) <= 0.0) return {end, high.along(end), high.point};
  OverEdge least{k_start, low.along(k_start), low.point};
  for (int i = 0; i < k_edge_steps; ++i) {
    const double x = high.along_outwards - low.along_outwards, y = low.along_normal - high.along_normal;
    const double across = std::sqrt(x * x + y * y);
    // Of one point, or of two that do not overlap the edge, there is no crossing.
    if (!(across > 0.0)) break;
    const SineCosine at{y / across, x / across};
    const double fall = -low.slope(at), rise = high.slope(at);
    if (!(fall > 0.0 && rise > 0.0)) break;
    const BelowEdge found = support_at(at);
    least = {at, found.along(at), (low.point * rise + high.point * fall) * (1.0 / (rise + fall))};
    if (!(least.depth > low.along(at) + tolerance)) break;
    (found.slope(at) < 0.0 ? low : high) = found;
  }
  return least;
}

/// The least overlap of a face of a pair of parts, or of an edge of a triangle.
struct FaceOverlap {
  Vec3 normal;
  double depth;
  bool of_a;
  /// On an edge: where.
  bool is_edge = false;
  Vec3 point{}, on_body{};
};

}  // namespace

bool BodyContacts::is_on_union(std::uint32_t i, bool of_a, const Vec3& point) const {
  const Member& own = members_[i];
  const Part& part = of_a ? part_a(own) : part_b(own);
  const double near = closeness(groups_[own.group]);
  if (is_on_surface(part.surface, vicinity_of(own), part.pose, point, near)) return true;
  if (part.grid.exists() && part.grid.contains(part.pose, point, near)) return true;
  return any_part(&own, of_a, point, {}, [&](const Group&, const Part& other, const Vec3& at, const Vec3&) {
    return lies_on(other, at, near);
  });
}

Vec3 BodyContacts::beyond(std::span<const HalfSpace> planes) const {
  Vec3 away;
  for (const HalfSpace& plane : planes) away += plane.normal;
  const double spread = length(away);
  return spread > k_least_aside ? away * (4.0 * near_ / spread) : away;
}

Pose BodyContacts::moved_beyond(const Member& member, const Group& group, const Vec3& way,
                                std::span<const HalfSpace> planes) const {
  const Pose& pose = part_b(member).pose;
  return {pose.position + transpose_times(group.frame.rotation, way + beyond(planes)), pose.rotation};
}

Vec3 BodyContacts::way_beyond() const { return way_ + beyond(planes()); }

bool BodyContacts::find_other(std::uint32_t i, bool is_far, const Vec3& way, std::span<const HalfSpace> planes,
                              Vec3& normal, double& depth) {
  Member& member = members_[i];
  if (member.is_inside) return false;
  const Group& group = groups_[member.group];
  const Pose moved = moved_beyond(member, group, way, planes);
  const Part &a = part_a(member), &b = part_b(member);
  const Sides sides = sides_of(member);
  const Vec3 local = moved.position - b.pose.position;
  const Transform frame_a = frame_of(a.pose), frame_b = frame_of(moved);
  const auto take = [&](const Vec3& direction) {
    normal = group.frame.rotation * direction;
    depth = overlap_along(member, direction);
    return true;
  };
  Vec3 left_normal = member.normal;
  double left = member.depth;
  if (!planes.empty() || !member.has_least) {
    const std::optional<Penetration> least = least_overlap(a.shape, a.pose, b.shape, moved);
    // Only what may count is asked for its points.
    if (least && (planes.empty() || !sides.may_push(least->normal))) {
      left_normal = least->normal;
      left = least->depth;
    } else if (const ContactManifold there = collide(a.shape, a.pose, b.shape, moved); there.point_count > 0) {
      if (!planes.empty() && counts_at_deepest(i, sides, there, local)) return take(there.normal);
      left_normal = there.normal;
      left = there.depth;
    } else {
      find_raw(member);
      left_normal = member.normal;
      left = 4.0 * closeness(group);
    }
  }
  ShallowestFew<FaceOverlap> list;
  const auto add = [&](const Vec3& direction, bool of_a) {
    const double depth_along = dot(direction, support_at(a.shape, frame_a, direction)) +
                               dot(-direction, support_at(b.shape, frame_b, -direction));
    list.add({direction, depth_along, of_a});
  };
  // The least overlap over the normals of each edge of a triangle that the body's deepest point lies beyond.
  const auto add_edges = [&](const SurfacePart& part, bool of_a) {
    const Shape& body = of_a ? b.shape : a.shape;
    const Transform& frame = of_a ? frame_b : frame_a;
    const Vec3 shift = of_a ? Vec3{} : local;
    const Vec3 deepest = support_at(body, frame, -part.normal);
    for (int k = 0; k < 3; ++k) {
      const Vec3 &from = part.corners[k], side = part.corners[(k + 1) % 3] - from;
      Vec3 outwards = normalized(cross(side, part.normal));
      if (dot(outwards, part.corners[(k + 2) % 3] - from) > 0.0) outwards = -outwards;
      const auto below_at = [&](const Vec3& point) {
        const Vec3 below = from + shift - point;
        return BelowEdge{point, dot(part.normal, below), dot(outwards, below)};
      };
      const BelowEdge low = below_at(deepest);
      if (low.along_outwards >= 0.0) continue;
      Part& known = parts_[of_a ? member.a : member.b];
      if ((known.known_turns >> k & 1) == 0) known.turns[k] = turn_at_edge(part, k, outwards);
      known.known_turns |= 1 << k;
      const SineCosine end = known.turns[k];
      if (!(end.sine > k_surface_rise)) continue;
      const auto direction_at = [&](const SineCosine& turn) {
        return part.normal * turn.cosine + outwards * turn.sine;
      };
      const OverEdge least = least_over_edge(low, end, k_same_depth * size_, [&](const SineCosine& turn) {
        return below_at(support_at(body, frame, -direction_at(turn)));
      });
      const Vec3 direction = direction_at(least.turn), foot = least.point - shift;
      const double along = dot(foot - from, side) / length_squared(side);
      if (along < 0.0 || along > 1.0) continue;
      list.add({of_a ? direction : -direction, least.depth, of_a, true, from + side * along, foot});
    }
  };
  if (sides.a) {
    add(member.face, true);
    add_edges(*sides.a, true);
  } else {
    Vec3 aside = group.frame.rotation * left_normal;
    for (const HalfSpace& plane : planes) aside -= plane.normal * min(dot(plane.normal, aside), 0.0);
    if (length_squared(aside) < 1.0 && length(aside) > k_least_aside) {
      add(transpose_times(group.frame.rotation, normalized(aside)), true);
    }
    visit_face_normals(a.shape, [&](const Vec3& normal) { add(rotate(a.pose.rotation, normal), true); });
  }
  if (sides.b) {
    add(-sides.b->normal, false);
    add_edges(*sides.b, false);
  } else if (is_composite(group.b.type)) {
    visit_face_normals(b.shape, [&](const Vec3& normal) { add(-rotate(moved.rotation, normal), false); });
  }
  // What is far deeper than the least overlap, or opposes it, leads across the part.
  const double most = most_detour(left, size_, !planes.empty(), length(way));
  const bool is_unmoved = planes.empty() && member.has_raw();
  for (int k = 0; k < list.count; ++k) {
    const auto& [direction, deep, of_a, is_edge, on_edge, on_body] = list.items[k];
    const bool is_near = deep <= most && dot(direction, left_normal) >= -k_surface_rise;
    if (is_near ? is_unmoved && member.has_no_other : !is_far) continue;
    if (!sides.may_push(direction)) continue;
    if (is_edge) {
      if (counts_at(i, sides, direction, of_a ? on_edge : on_body, of_a ? on_body - local : on_edge))
        return take(direction);
      continue;
    }
    ContactArea area;
    find_face_area(a.shape, a.pose, b.shape, moved, direction, of_a, area);
    const Transform& frame = of_a ? frame_a : frame_b;
    const double near = closeness(group);
    for (int p = 0; p < area.point_count; ++p) {
      const ContactPoint& point = area.points[p];
      const Vec3& on_face = of_a ? point.on_a : point.on_b;
      if (point.depth < deep - near) continue;
      if (distance_at(of_a ? a.shape : b.shape, frame, on_face) > near &&
          !(of_a ? is_on_union(i, true, on_face)
                 : is_on_surface(b.surface, vicinity_of(member), moved, on_face, near))) {
        continue;
      }
      if (counts_at(i, sides, direction, point.on_a, point.on_b - local)) return take(direction);
    }
  }
  member.has_no_other = member.has_no_other || is_unmoved;
  // The raw contact of a triangle is no direction of the surface.
  for (int k = 0; k < list.count; ++k) {
    const bool is_surface = list.items[k].of_a ? member.has_surface_a : member.has_surface_b;
    if (!is_surface || list.items[k].is_edge) continue;
    // Unless it has moved, the depth is known.
    depth = list.items[k].depth;
    normal = group.frame.rotation * list.items[k].normal;
    if (!planes.empty()) take(list.items[k].normal);
    return false;
  }
  take(left_normal);
  return false;
}

SurfacePart BodyContacts::surface_of(const Member& member, bool of_a) const {
  const Group& group = groups_[member.group];
  std::optional<TrianglesAround> around;
  if (const SurfaceVicinity* const vicinity = vicinity_of(member)) around.emplace(*vicinity);
  const Part& part = of_a ? part_a(member) : part_b(member);
  const std::int32_t triangle = of_a ? member.features.triangle_a : member.features.triangle_b;
  SurfacePart found(part.surface, triangle, part.pose, of_a ? group.middle_b : group.middle_a, around);
  if (of_a ? member.is_pushed_back_a : member.is_pushed_back_b) found.normal = -found.normal;
  return found;
}

BodyContacts::Sides BodyContacts::sides_of(const Member& member) const {
  Sides sides;
  if (member.has_surface_a) sides.a.emplace(surface_of(member, true));
  if (member.has_surface_b) sides.b.emplace(surface_of(member, false));
  return sides;
}

void BodyContacts::keep_along(std::uint32_t i, const Vec3& normal) {
  members_[i].kept = Kept::along;
  members_[i].along = transpose_times(groups_[members_[i].group].frame.rotation, normal);
}

}  // namespace hyperplane
