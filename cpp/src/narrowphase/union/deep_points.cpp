#include <algorithm>
#include <cmath>

#include <hyperplane/shape_query.h>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/surface.h"
#include "depenetration/tolerances.h"
#include "math/pose.h"
#include "narrowphase/union/body_contacts.h"
#include "narrowphase/union/tolerances.h"

/// Points of two unions that are deeper in each other than the parts that overlap.
///
/// The parts of two surfaces overlap where the surfaces cross. What lies behind a surface without touching it has no
/// part there: of a ball of many triangles, all but a ring. So once the contacts have been found, the support points
/// along their directions are looked at where the depenetration takes them.

namespace hyperplane {
namespace {

/// Whether a shape has an inside.
bool is_full(const Shape& shape) {
  return !is_surface(shape) || Surface(shape).is_solid() || Surface(shape).outside() != 0;
}

/// Whether a shape that has an inside holds a point.
bool holds(const Shape& shape, const Pose& pose, const Vec3& point) {
  if (!is_surface(shape) || Surface(shape).is_solid()) return closest_point(shape, pose, point).distance <= 0.0;
  return Surface(shape).encloses(inverse_times(frame_of(pose), point));
}

/// How a point of a shape leaves a surface: by the closest point of that, if it is inside or behind; or if the shape
/// contains the closest point, so that the surface goes on inside of the shape. Not beside an open edge.
/// @param is_behind whether one of the two is behind the other as a whole: of two sheets, either may be.
/// @param is_around whether the surface runs around the shape.
/// @return m: how deep it is; 0: it is not.
double depth_of(const Vec3& point, const Shape& of, const Pose& at, const Shape& in, const Pose& pose, bool is_behind,
                bool is_around, ClosestPoint& found) {
  const Surface surface(in);
  const Transform frame = frame_of(pose);
  const Vec3 local = inverse_times(frame, point);
  const bool is_closed = surface.is_solid() || surface.outside() != 0;
  const bool has_inside = is_closed ? !is_around : in.type == ShapeType::height_field || (is_behind && is_full(of));
  const bool is_inside = has_inside && (is_closed ? surface.encloses(local) : surface.is_behind(local));
  if (!is_inside && ((is_closed && !is_around) || !is_full(of))) return 0.0;
  const double most = 2.0 * size_of(of);
  if (!is_inside && !overlaps(grown_by({local, local}, most), surface.bounds())) return 0.0;
  found = surface.closest_point(local, is_inside ? HUGE_VAL : most);
  const Vec3 out = found.point - local;
  const double depth = length(out);
  if (!(depth > 0.0 && (is_inside || depth <= most)) || found.feature.triangle < 0) return 0.0;
  found.normal = out * (1.0 / depth);
  const auto triangle = static_cast<std::uint32_t>(found.feature.triangle);
  if (has_open_edge(surface.bends(triangle)) &&
      std::fabs(dot(found.normal, Triangle(surface.triangle_shape(triangle)).normal())) < k_snapping_cosine) {
    return 0.0;
  }
  found.point = frame * found.point;
  found.normal = frame.rotation * found.normal;
  if (!is_inside && !holds(of, at, found.point)) return 0.0;
  return depth;
}

}  // namespace

bool BodyContacts::add_deep_point() {
  if (plane_count_ == 0) return false;
  ContactManifold deepest;
  std::size_t deepest_group = 0;
  double most = 0.0;
  HalfSpace deepest_plane = planes_[0];
  for (const HalfSpace& plane : planes()) {
    if (plane.offset > deepest_plane.offset) deepest_plane = plane;
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const bool of_a = is_surface(group.a), of_b = is_surface(group.b);
    if (!(of_a || of_b) || !is_composite(group.a.type) || !is_composite(group.b.type)) continue;
    // Where the body is, and where the depenetration takes it.
    const bool is_behind = members_[group.first].is_inside;
    const auto look = [&](const Vec3& normal, const Vec3& way, bool is_moved) {
      bool is_deep = false;
      const Vec3 by = is_moved ? way : Vec3{};
      const Pose moved{group.b_in_a.position + by, group.b_in_a.rotation};
      for (const bool in_a : {true, false}) {
        if (!(in_a ? of_a : of_b)) continue;
        const Shape &of = in_a ? group.b : group.a, &in = in_a ? group.a : group.b;
        const Pose at = in_a ? moved : Pose{}, pose = in_a ? Pose{} : moved;
        const Vec3 point = support(of, at, in_a ? -normal : normal);
        ClosestPoint out;
        const double depth =
            depth_of(point, of, at, in, pose, is_behind, in_a ? group.encloses_b : group.encloses_a, out);
        is_deep = is_deep || depth > 0.0;
        const Vec3 along = in_a ? out.normal : -out.normal;
        // No contact is less deep than that point where the body is.
        const double left = depth - (is_moved ? 0.0 : min(dot(along, way), deepest_plane.offset));
        if (!(depth > 0.0 && left > max(most, touch_of(group))) || !(dot(along, normal) > k_redundant_cosine)) continue;
        if (rises_beside(group.first, true, along, in_a ? out.point : point)) continue;
        most = left;
        deepest_group = g;
        deepest.normal = along;
        deepest.depth = depth + dot(along, by);
        const PartFeature own = closest_point(of, at, point).feature;
        const PartFeature &on_a = in_a ? out.feature : own, &on_b = in_a ? own : out.feature;
        deepest.features = {};
        deepest.features.part_a = on_a.part;
        deepest.features.part_b = on_b.part;
        deepest.features.triangle_a = on_a.triangle;
        deepest.features.triangle_b = on_b.triangle;
        deepest.point_count = 1;
        const Vec3 on_body = in_a ? point - by : point - along * deepest.depth;
        deepest.points[0] = {on_body + along * deepest.depth, on_body, deepest.depth, 0};
      }
      return is_deep;
    };
    const auto look_along = [&](const Vec3& direction, const Vec3& out) {
      const Vec3 normal = transpose_times(group.frame.rotation, direction);
      const Vec3 way = transpose_times(group.frame.rotation, out);
      if (look(normal, way, false)) look(normal, way, true);
    };
    const Vec3 way = has_way_ ? way_beyond() : deepest_plane.normal * deepest_plane.offset;
    look_along(deepest_plane.normal, way);
    if (has_way_ && plane_count_ > 1 && length_squared(way) > 0.0) look_along(normalized(way), way);
  }
  if (!(most > 0.0)) return false;
  Group& group = groups_[deepest_group];
  Member member{.group = static_cast<std::uint32_t>(deepest_group)};
  member.is_inside = member.is_deep = true;
  member.touch = Touch::overlap;
  if (!push({&group.a, {}, &group.b, group.b_in_a, deepest.features, {}, {}}, member, deepest)) return false;
  std::rotate(members_.begin() + group.end, members_.end() - 1, members_.end());
  ++group.end;
  for (std::size_t g = deepest_group + 1; g < groups_.size(); ++g) {
    ++groups_[g].first;
    ++groups_[g].end;
  }
  for (Group& each : groups_) each.has_contact = false;
  for (Member& each : members_) each.kept = Kept::none;
  return true;
}

}  // namespace hyperplane
