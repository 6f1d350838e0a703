#include "narrowphase/union/body_contacts.h"

#include <cmath>

#include "composite/shape_at.h"
#include "core/constants.h"
#include "math/pose.h"
#include "math/trigonometry.h"
#include "narrowphase/composite/face_area.h"
#include "narrowphase/pair/pair_table.h"
#include "narrowphase/union/union_part.h"

/// The direction out of a part whose least overlap does not count.

namespace hyperplane {
namespace {

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
  ShallowestFew<FaceOverlap> list;
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
    visit_face_normals(member.a, [&](const Vec3& normal) { add(rotate(pair.pose_a.rotation, normal), true); });
  }
  if (pair.surface_b.exists()) {
    add(pair.surface_a.exists()
            ? -SurfacePart(pair.surface_b, pair.features.triangle_b, pair.pose_b, group.middle_a).normal
            : member.face,
        false);
    add_edges(false);
  } else if (is_composite(group.type_b)) {
    visit_face_normals(member.b, [&](const Vec3& normal) { add(-rotate(moved.rotation, normal), false); });
  }
  // What is far deeper than the least overlap, or opposes it, leads across the part.
  const double left = is_left ? there.depth : 4.0 * closeness(group);
  const double most = max(k_union_detour * left, planes.empty() ? 0.5 * size_ : 2.0 * length(way));
  for (int k = 0; k < list.count && list.items[k].depth <= most; ++k) {
    const auto& [direction, deep, of_a, is_edge, on_edge, on_body] = list.items[k];
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
    const bool is_surface = (list.items[k].of_a ? pair.surface_a : pair.surface_b).exists();
    if (!is_surface || list.items[k].is_edge) continue;
    take(list.items[k].normal);
    return false;
  }
  take(left_normal);
  return false;
}

}  // namespace hyperplane
