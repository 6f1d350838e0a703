#include "narrowphase/union/body_contacts.h"

#include <cmath>

#include "composite/shape_at.h"
#include "depenetration/tolerances.h"
#include "math/pose.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/part/contact_patches.h"
#include "narrowphase/part/face_area.h"
#include "narrowphase/part/face_points.h"
#include "narrowphase/part/placed_body.h"
#include "narrowphase/part/tolerances.h"
#include "narrowphase/union/raw_contact.h"
#include "narrowphase/union/union_part.h"

/// The points of contacts with unions.

namespace hyperplane {

bool BodyContacts::take_face_points(std::uint32_t i, const Vec3& normal, double most) {
  const Member& member = members_[i];
  ContactArea area;
  const Part &a = part_a(member), &b = part_b(member);
  find_face_area(a.shape, a.pose, b.shape, b.pose, normal, true, area);
  if (area.point_count == 0) return true;
  area.depth = max(most, 0.0);
  return area_members_.push(i) && areas_.push_from_outside(area);
}

bool BodyContacts::find_points() {
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (member.kept != Kept::along) continue;
    if (!take_face_points(i, member.along, overlap_along(member, member.along))) return false;
  }
  return add_shared_faces();
}

/// Points of parts that need no contact of their own, but share the face of one that has: a floor of tiles holds a body
/// at all its corners.
bool BodyContacts::add_shared_faces() {
  for (const Group& group : groups_) {
    const bool are_unions = is_composite(group.a.type) && is_composite(group.b.type);
    std::size_t work = 0;
    for (std::uint32_t i = group.first; i < group.end; ++i) {
      const Member& member = members_[i];
      if (member.is_inside || member.kept != Kept::none || member.touch == Touch::none) continue;
      if (member.has_surface() && (are_unions || hangs_over_along(member))) {
        work += plane_count_;
        if (work <= k_most_shared_work && !add_common_areas(i)) return false;
        continue;
      }
      ContactArea area;
      if (!find_shared_face(i, area) || !touches(members_[i])) continue;
      if (!area_members_.push(i) || !areas_.push_from_outside(area)) return false;
    }
  }
  return true;
}

bool BodyContacts::find_shared_face(std::uint32_t i, ContactArea& area) const {
  const Member& member = members_[i];
  const Group& group = groups_[member.group];
  const double tolerance = k_union_touch * size_;
  for (std::size_t k = 0; k < plane_count_; ++k) {
    const HalfSpace& plane = planes_[k];
    if (member.least_depth() > plane.offset + tolerance) continue;
    const Vec3 along = transpose_times(group.frame.rotation, plane.normal);
    if (member.has_surface() && dot(member.face, along) < k_patch_cosine) continue;
    const bool is_known = member.has_surface() && member.face_depth < HUGE_VAL;
    const Vec3& direction = member.has_surface() ? member.face : along;
    const auto find_depth = [&] {
      if (is_known) return member.face_depth;
      if (member.has_surface()) return overlap_along(member, direction);
      return height_of(part_a(member).shape, part_a(member).pose, along) + reach_against(k, plane, member, group);
    };
    const double depth = find_depth();
    // A part that is pushed out by another face lies beside the plane, and shares it if it is flush.
    const bool is_pushed_along = member.has_least && dot(member.normal, along) >= k_patch_cosine;
    const double least = member.has_surface() || is_pushed_along ? 0.0 : plane.offset - closeness(group);
    if (depth < least || depth > plane.offset + tolerance) continue;
    if (member.has_surface()) {
      find_vertices_over(member, member.has_surface_a, area);
    } else {
      find_points_along(member, direction, true, area);
    }
    if (area.point_count > 0) return true;
  }
  return false;
}

bool BodyContacts::hangs_over_along(const Member& member) {
  for (std::size_t k = 0; k < plane_count_; ++k) {
    const Vec3 along = transpose_times(groups_[member.group].frame.rotation, planes()[k].normal);
    if (dot(member.face, along) >= k_patch_cosine && hangs_over_at(member, k)) return true;
  }
  return false;
}

bool BodyContacts::hangs_over_at(const Member& member, std::size_t k) {
  Group& group = groups_[member.group];
  if ((group.known_overhangs >> k & 1u) != 0) return (group.overhangs >> k & 1u) != 0;
  bool hangs = false;
  if ((group.end - group.first) * (k + 1) <= k_most_shared_work) {
    const bool of_a = member.has_surface_a;
    const Part& own = of_a ? part_b(member) : part_a(member);
    const PlacedBody body(own.shape, own.pose, {});
    const Vec3 along = transpose_times(group.frame.rotation, planes()[k].normal), out = of_a ? along : -along;
    const auto is_in = [&](const Vec3& point) {
      for (std::uint32_t i = group.first; i < group.end; ++i) {
        const Member& other = members_[i];
        if (other.is_inside) continue;
        const Part& part = of_a ? part_a(other) : part_b(other);
        const Transform frame = frame_of(part.pose);
        if (!(of_a ? other.has_surface_a : other.has_surface_b)) {
          if (lies_on(part, point, body.core.radius + k_union_touch * size_)) return true;
          continue;
        }
        const Triangle flat(part.shape);
        const Vec3 corners[3] = {frame * flat.origin, frame * (flat.origin + flat.to_b),
                                 frame * (flat.origin + flat.to_c)};
        const Vec3 normal = of_a ? other.face : -other.face;
        if (is_under({corners, normal, normal, body.size}, out, body.core.radius, point)) return true;
      }
      return false;
    };
    hangs = hangs_over(body, out, planes()[k].offset, is_in);
  }
  group.overhangs |= hangs ? 1u << k : 0u;
  group.known_overhangs |= 1u << k;
  return hangs;
}

void BodyContacts::find_points_along(const Member& member, const Vec3& direction, bool of_a, ContactArea& area) const {
  const Part &a = part_a(member), &b = part_b(member), &own = of_a ? a : b;
  find_face_area(a.shape, a.pose, b.shape, b.pose, direction, of_a, area);
  area.point_count = keep_points(area, [&](const ContactPoint& point) {
    return lies_on(own, of_a ? point.on_a : point.on_b, k_union_touch * size_);
  });
}

void BodyContacts::find_vertices_over(const Member& member, bool of_a, ContactArea& area) const {
  const SurfacePart part = surface_of(member, of_a);
  const Vec3 normal = of_a ? part.normal : -part.normal;
  const Part &a = part_a(member), &b = part_b(member);
  const PlacedBody body(of_a ? b.shape : a.shape, of_a ? b.pose : a.pose, {});
  const PushingFace face = part.face();
  if (!find_face_points(face, body, area)) {
    find_face_area(a.shape, a.pose, b.shape, b.pose, normal, of_a, area);
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

void BodyContacts::add_to_patches(const Group& group, bool with_sides, ContactPatches& patches) {
  const bool are_unions = is_composite(group.a.type) && is_composite(group.b.type);
  for (std::uint32_t i = group.first; i < group.end; ++i) {
    const Member& member = members_[i];
    const bool of_a = member.has_surface_a, of_b = member.has_surface_b;
    if (member.kept != Kept::raw || !member.is_of_patch()) continue;
    ContactArea area;
    bool are_on_both = true;
    if (!with_sides && member.is_on_face && of_a != of_b &&
        !has_outer_edge((of_a ? part_a(member) : part_b(member)).surface, triangle_of(member))) {
      find_vertices_over(member, of_a, area);
    } else if (member.is_plain) {
      if (hangs_over_along(member)) {
        find_points_along(member, member.face, of_a, area);
      } else {
        find_vertices_over(member, of_a, area);
      }
    } else {
      set_area(raw_of(member), area);
      are_on_both = !are_unions || keep_common_points(i, area);
    }
    if (area.point_count > 0) patches.add(area, features_at(member, area.points[0], area.normal), are_on_both);
  }
  for (std::size_t k = 0; k < areas_.size(); ++k) {
    const std::uint32_t i = area_members_[k];
    if (i < group.first || i >= group.end) continue;
    const Member& member = members_[i];
    const bool are_on_both = member.kept != Kept::along || keep_common_points(i, areas_[k]);
    patches.add(areas_[k], features_at(member, areas_[k].points[0], areas_[k].normal), are_on_both);
  }
}

bool BodyContacts::visit(FunctionRef<void(std::uint32_t, ContactManifold&, bool)> visit_one) {
  const bool has_room = find_points();
  for (const Group& group : groups_) {
    const Transform frame = frame_of(group.pose_a);
    const auto give = [&](ContactManifold& contact, bool is_known) {
      to_world(frame, contact);
      visit_one(group.owner, contact, is_known);
    };
    for (std::uint32_t i = group.first; i < group.end; ++i) {
      const Member& member = members_[i];
      if (member.kept != Kept::raw) continue;
      if (member.is_of_patch()) continue;
      ContactManifold contact = raw_of(member);
      contact.features = features_at(member, contact.points[0], contact.normal);
      give(contact, member.is_known);
    }
    ContactPatches patches;
    add_to_patches(group, false, patches);
    if (patches.is_empty()) add_to_patches(group, true, patches);
    patches.finish([&](ContactManifold& contact) { give(contact, false); });
  }
  return has_room;
}

}  // namespace hyperplane
