#include <cmath>

#include <hyperplane/pair.h>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "depenetration/tolerances.h"
#include "math/pose.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/union/body_contacts.h"
#include "narrowphase/union/tolerances.h"
#include "shape/triangle.h"

/// What few bodies or queries ask of contacts with unions.

namespace hyperplane {

bool BodyContacts::is_pushed_back(const PartPair& pair, bool of_a, const Vec3& normal, double depth) const {
  const Surface& surface = of_a ? pair.surface_a : pair.surface_b;
  if (!surface.exists() || surface.is_one_sided()) return false;
  const Group& group = groups_.back();
  const Transform frame = to_transform(of_a ? pair.pose_a : pair.pose_b);
  const Triangle flat(of_a ? *pair.a : *pair.b);
  const Vec3 out = of_a ? normal : -normal;
  if (std::fabs(dot(frame.rotation * flat.normal(), out)) < k_snapping_cosine) return false;
  if (!(dot(out, (of_a ? group.middle_b : group.middle_a) - frame * flat.origin) < 0.0)) return false;
  Pose moved = group.b_in_a;
  moved.position += normal * (depth + 4.0 * near_);
  return !intersects(group.a, {}, group.b, moved);
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
    Pose moved = group.b_in_a;
    moved.position += transpose_times(group.frame.rotation, way + beyond(near_, planes));
    if (intersects(group.a, {}, group.b, moved)) return false;
  }
  return true;
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
