#include <algorithm>
#include <cmath>

#include <hyperplane/pair.h>

#include "bvh/float_bounds.h"
#include "composite/shape_at.h"
#include "composite/tolerances.h"
#include "composite/touch_bounds.h"
#include "depenetration/tolerances.h"
#include "math/pose.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/part/face_area.h"
#include "narrowphase/part/tolerances.h"
#include "narrowphase/union/body_contacts.h"
#include "narrowphase/union/raw_contact.h"
#include "narrowphase/union/union_part.h"

/// What few bodies or queries ask of contacts with unions.

namespace hyperplane {

bool BodyContacts::find_way_back(const Member& member, bool of_a, double deepest, HalfSpace& back) const {
  const Part &own = of_a ? part_a(member) : part_b(member), &other = of_a ? part_b(member) : part_a(member);
  if (!own.surface.exists() || own.surface.is_one_sided()) return false;
  const SurfacePart face = surface_of(member, of_a);
  const Vec3 out = -face.normal;
  const double place = dot(out, face.corners[0]), depth = place + height_of(other.shape, other.pose, -out);
  back = {of_a ? out : -out, depth + 4.0 * near_};
  // No shorter way frees all, and what only reaches around is not far deeper.
  if (back.offset < deepest || back.offset > k_side_detour * deepest + 8.0 * near_) return false;
  return depth < height_of(other.shape, other.pose, out) - place;
}

bool BodyContacts::frees_all(const Group& group, const Vec3& by, std::uint32_t& barrier) {
  const std::uint32_t count = group.end - group.first;
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t i = barrier + k < group.end ? barrier + k : barrier + k - count;
    const Pose& pose = part_b(members_[i]).pose;
    if (!touch_at(members_[i], {pose.position + by, pose.rotation})) continue;
    barrier = i;
    return false;
  }
  return !overlap_at(group, by);
}

void BodyContacts::choose_sides(Group& group) {
  const std::span<const Member> all = members_.span().subspan(group.first);
  double deepest = 0.0;
  for (const Member& member : all) deepest = max(deepest, member.depth);
  HalfSpace longest{{}, 0.0}, back;
  const bool are_many = all.size() > k_few_members;
  for (std::size_t k = 0; are_many && k < 2 * all.size(); ++k) {
    const bool of_a = k % 2 == 0;
    if (find_way_back(all[k / 2], of_a, deepest, back) && back.offset > longest.offset) longest = back;
  }
  const Vec3 way = longest.normal * longest.offset;
  const bool has_way = longest.offset > 0.0 && !overlap_at(group, way);
  std::uint32_t barrier = group.first;
  // A closed surface pushes to the side that the other shape is on. By part of a compound, which come in turn.
  std::int32_t asked[2] = {-2, -2};
  const auto encloses_other = [&](const Member& member, const Part& own, bool of_a) {
    const std::int32_t part = of_a ? member.features.part_a : member.features.part_b;
    bool& is_enclosing = of_a ? group.encloses_b : group.encloses_a;
    if (asked[of_a] == part) return is_enclosing;
    asked[of_a] = part;
    const Vec3& middle = of_a ? group.middle_b : group.middle_a;
    is_enclosing = own.surface.encloses(inverse_times(frame_of(own.pose), middle));
    if (!is_enclosing) return false;
    // The middle alone does not tell: what a ring runs around may hold that of the ring, which is far larger.
    const Aabb around = bounds(of_a ? group.b : group.a, relative_pose(own.pose, of_a ? group.b_in_a : Pose{}));
    const Aabb& room = own.surface.bounds();
    return is_enclosing = max_component((around.max - around.min) - (room.max - room.min) * k_most_enclosed) <= 0.0;
  };
  const auto is_pushed_back = [&](const Member& member, bool of_a) {
    const Part& own = of_a ? part_a(member) : part_b(member);
    if (!own.surface.exists() || own.surface.is_one_sided()) return false;
    if (own.surface.outside() != 0) {
      const SurfacePart face = surface_of(member, of_a);
      const bool is_in_front = (own.surface.outside() > 0) != encloses_other(member, own, of_a);
      return is_in_front != (dot(face.normal, face.front) > 0.0);
    }
    if ((are_many && !has_way) || !find_way_back(member, of_a, deepest, back)) return false;
    return are_many ? dot(back.normal, way) >= back.offset - near_
                    : frees_all(group, back.normal * back.offset, barrier);
  };
  for (std::uint32_t i = group.first; i < group.end; ++i) {
    Member& member = members_[i];
    member.is_pushed_back_a = is_pushed_back(member, true);
    member.is_pushed_back_b = is_pushed_back(member, false);
    if (!(member.has_surface_a ? member.is_pushed_back_a : member.is_pushed_back_b)) continue;
    member.face = -member.face;
    if (member.has_raw()) {
      snap_to_face(member, raw_of(member));
      member.normal = raw_of(member).normal;
      member.depth = raw_of(member).depth;
    } else if (dot(member.face, member.normal) >= k_snapping_cosine) {
      find_raw(member);
    }
  }
}

bool BodyContacts::build_tree() const {
  const auto key_of = [&](bool of_a, std::uint32_t i) {
    const Member& member = members_[i];
    if (of_a) return PairTree::Key{member.a, 0};
    // Boxes of cells may begin with the same cell.
    if (part_b(member).grid.exists()) return PairTree::Key{~std::uint64_t{0}, i};
    const PairFeatures& of = member.features;
    return PairTree::Key{std::uint64_t{member.group} << 32 | static_cast<std::uint32_t>(of.part_b),
                         static_cast<std::uint32_t>(of.triangle_b)};
  };
  return tree_.build(static_cast<std::uint32_t>(members_.size()), key_of, [&](bool of_a, std::uint32_t i) {
    const Member& member = members_[i];
    const Part& part = of_a ? part_a(member) : part_b(member);
    const Transform& frame = groups_[member.group].frame;
    const Aabb turned = rotated(frame.rotation, touch_bounds(part.shape, part.pose));
    const double rounding = k_bounds_rounding * (length(frame.translation) + length(part.pose.position));
    return to_float_bounds(grown_by({turned.min + frame.translation, turned.max + frame.translation}, rounding), {});
  });
}

bool BodyContacts::are_apart() const {
  std::size_t work = k_few_members * (k_few_members + members_.size());
  const auto height_of_a = [&](const Member& member, const Vec3& direction) {
    return height_of(part_a(member).shape, part_a(member).pose, direction);
  };
  struct KeptContact {
    const Member* member;
    Vec3 along;
    double overlap, reach_of_b;
  };
  Buffer<KeptContact> kept;
  for (const Member& member : members_) {
    if (member.is_inside || member.has_surface() || member.has_grid) return false;
    if (member.kept == Kept::none) continue;
    const Vec3& along = member.kept == Kept::raw ? member.normal : member.along;
    const double reach_of_b = height_of(part_b(member).shape, part_b(member).pose, -along);
    if (!kept.push({&member, along, height_of_a(member, along) + reach_of_b, reach_of_b})) return false;
  }
  for (const Member& member : members_) {
    if (member.kept == Kept::raw) continue;
    const Group& group = groups_[member.group];
    const double near = 4.0 * closeness(group);
    const ContactPoint& deepest = raw_of(member).points[0];
    // Parts that are there twice have the same contacts.
    const auto is_twin = [&](const Member& other) {
      return &other == &member || (other.depth == member.depth && other.normal == member.normal);
    };
    // A part that holds a point of another one deeper overlaps that by as much.
    const auto lie_flush = [&](const Part& own, const Shape& of, const Pose& pose, const Vec3& at) {
      const double distance = distance_at(of, frame_of(pose), at);
      return distance <= near && distance >= -2.0 * near && penetration(own.shape, own.pose, of, pose).depth <= near;
    };
    if (any_around(member, deepest.on_a, [&](const Shape& part, const Pose& pose) {
          return lie_flush(part_a(member), part, pose, deepest.on_a);
        })) {
      return false;
    }
    for (const auto& [other, along, deep, reach_of_b] : kept) {
      if (is_twin(*other)) continue;
      if (--work == 0) return false;
      if (member.least_depth() > deep + near) continue;
      const double overlap =
          member.b == other->b ? height_of_a(member, along) + reach_of_b : overlap_along(member, along);
      if (std::fabs(overlap - deep) <= near) return false;
    }
    for (const bool of_a : {true, false}) {
      const Vec3& at = of_a ? deepest.on_a : deepest.on_b;
      bool found = false;
      visit_parts_at(of_a, group.frame * at, near, [&](const Member& other) {
        const PairFeatures &own = member.features, &of = other.features;
        if (is_twin(other) || (of_a ? own.part_a == of.part_a : own.part_b == of.part_b)) return true;
        const Part& part = of_a ? part_a(other) : part_b(other);
        found = --work == 0 || lie_flush(of_a ? part_a(member) : part_b(member), part.shape, part.pose, at);
        return !found;
      });
      if (found) return false;
    }
  }
  return true;
}

bool BodyContacts::rises_at(const Vec3& point, const Vec3& normal) const {
  const auto rises = [&](const Group& of, const Part& part, const Vec3& at, const Vec3& along) {
    return rises_above(part.shape, part.pose, at, along, closeness(of));
  };
  return any_part(nullptr, true, point - origin_, normal, rises);
}

bool BodyContacts::is_deep() const {
  for (const Member& member : members_) {
    const Part& a = part_a(member);
    if (distance_at(a.shape, frame_of(a.pose), groups_[member.group].middle_b) <= near_) return true;
  }
  return false;
}

bool BodyContacts::leads_out(const Vec3& way, std::span<const HalfSpace> planes) const {
  for (const Group& group : groups_) {
    if (overlap_at(group, transpose_times(group.frame.rotation, way + beyond(planes)))) return false;
  }
  return true;
}

bool BodyContacts::overlap_at(const Group& group, const Vec3& by) const {
  return intersects(group.a, {}, group.b, {group.b_in_a.position + by, group.b_in_a.rotation});
}

bool BodyContacts::add_common_areas(std::uint32_t i) {
  Member& member = members_[i];
  const Part &a = part_a(member), &b = part_b(member);
  std::optional<Vec3> normal_b;
  const double near = k_union_touch * size_;
  for (std::size_t k = 0; k < plane_count_; ++k) {
    const Vec3 along = transpose_times(groups_[member.group].frame.rotation, planes_[k].normal);
    const double facing_a = member.has_surface_a ? dot(member.face, along) : 1.0;
    // Sides that lead from a face bound its points; what is turned away is the far side of a body.
    if (facing_a < k_patch_cosine - 1.0) continue;
    if (!normal_b) normal_b = member.are_triangles() ? surface_of(member, false).normal : -member.face;
    const double facing_b = member.has_surface_b ? -dot(*normal_b, along) : 1.0;
    if (max(facing_a, facing_b) < k_patch_cosine || facing_b < k_patch_cosine - 1.0) continue;
    if (!touches(member)) return true;
    ContactArea area;
    find_face_area(a.shape, a.pose, b.shape, b.pose, along, true, area);
    const double most = planes_[k].offset;
    area.point_count = keep_points(area, [&](const ContactPoint& point) {
      return point.depth <= most + near && lies_on(a, point.on_a, near) && lies_on(b, point.on_b, near);
    });
    area.depth = min(area.depth, most);
    if (area.point_count > 0 && (!area_members_.push(i) || !areas_.push_from_outside(area))) return false;
  }
  return true;
}

[[gnu::noinline]] bool BodyContacts::lies_on(const Part& part, const Vec3& point, double near) {
  return distance_at(part.shape, frame_of(part.pose), point) <= near;
}

bool BodyContacts::keep_common_points(std::uint32_t i, ContactArea& area) {
  const double near = closeness(groups_[members_[i].group]);
  const auto lies_on_union = [&](bool of_a, const Part& part, const Vec3& point) {
    return lies_on(part, point, near) || is_on_union(i, of_a, point);
  };
  const auto is_common = [&](const ContactPoint& point) {
    return lies_on_union(true, part_a(members_[i]), point.on_a) &&
           lies_on_union(false, part_b(members_[i]), point.on_b);
  };
  const double depth = area.depth;
  ContactPoint& first = area.points[0];
  const ContactPoint other = first;
  area.point_count = keep_points(area, is_common);
  area.depth = depth;
  if (area.point_count > 0) return true;
  area.point_count = 1;
  first = other;
  if (members_[i].kept == Kept::along) {
    // The least overlap is where the parts are.
    find_raw(members_[i]);
    first = raw_of(members_[i]).points[0];
    first.on_a = first.on_b + area.normal * depth;
    first.depth = depth;
  }
  return false;
}

bool BodyContacts::find_deeper(double depth, ContactManifold& found) {
  bool is_found = false;
  // No least overlap is deeper than that along any direction: those of the contacts, and of the overlaps looked at.
  HalfSpace levels[k_directions];
  std::size_t count = 0;
  const auto add_direction = [&](const Vec3& normal) {
    if (count < k_directions) levels[count++] = {normal, depth};
  };
  for (const HalfSpace& plane : planes()) add_direction(plane.normal);
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    Member& member = members_[i];
    if (member.kept != Kept::none || member.depth <= depth || is_below(i, {levels, count})) continue;
    if (is_below(i, planes()) || !touches(member)) continue;
    find_raw(member);
    add_direction(normal(i));
    if (!(member.depth > depth + k_union_touch * size_)) continue;
    depth = member.depth;
    for (std::size_t k = 0; k < count; ++k) levels[k].offset = depth;
    found = raw_of(member);
    found.features = features_at(member, found.points[0], found.normal);
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

void BodyContacts::visit_kept(
    FunctionRef<void(std::uint32_t owner, const Vec3& normal, double depth, const Vec3& point)> visit_one) const {
  for (const Member& member : members_) {
    if (member.kept == Kept::none) continue;
    const bool is_raw = member.kept == Kept::raw;
    const Vec3& normal = is_raw ? member.normal : member.along;
    const double depth = is_raw ? member.depth : overlap_along(member, normal);
    const Vec3 point = is_raw ? raw_of(member).points[0].on_a
                              : support(part_b(member).shape, part_b(member).pose, -normal) + normal * depth;
    const Group& group = groups_[member.group];
    const Transform frame = frame_of(group.pose_a);
    visit_one(group.owner, frame.rotation * normal, depth, frame * point);
  }
}

}  // namespace hyperplane
