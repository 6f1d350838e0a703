#include "narrowphase/part/surface_part.h"

#include "composite/surface_query.h"
#include "core/constants.h"
#include "narrowphase/part/tolerances.h"
#include "shape/triangle.h"

namespace hyperplane {

SurfacePart::SurfacePart(const Surface& of, std::int32_t triangle, const Pose& at, const Vec3& middle_of_other,
                         const std::optional<TrianglesAround>& near)
    : surface(of), bends(of.bends(static_cast<std::uint32_t>(triangle))), middle(middle_of_other), around(near) {
  surface.corners(static_cast<std::uint32_t>(triangle), corners);
  const Triangle flat(corners[0], corners[1], corners[2]);
  set_corners(flat, flat.normal());
  if (at != Pose{}) {
    frame = to_transform(at);
    for (Vec3& corner : corners) corner = *frame * corner;
    front = frame->rotation * front;
  }
  choose_side();
}

SurfacePart::SurfacePart(const Surface& of, std::uint32_t place, const Triangle& flat, const Vec3& unit_normal,
                         const Vec3& middle_of_other, const std::optional<TrianglesAround>& near)
    : surface(of), bends(of.bends_at(place)), middle(middle_of_other), around(near) {
  set_corners(flat, unit_normal);
  choose_side();
}

void SurfacePart::set_corners(const Triangle& flat, const Vec3& unit_normal) {
  for (int i = 0; i < 3; ++i) corners[i] = flat.origin + flat.corner(i);
  size = longest_side_of(flat);
  front = unit_normal;
}

[[gnu::noinline]] double SurfacePart::weld() const { return surface.weld(local_point(corners[0]), size); }

double longest_side_of(const Triangle& triangle) {
  return std::sqrt(
      max(length_squared(triangle.to_b), max(length_squared(triangle.to_c), length_squared(triangle.edge(1)))));
}

bool SurfacePart::is_behind() const { return surface.is_behind(local_point(middle)); }

bool has_outer_edge(const Surface& surface, std::int32_t triangle) {
  const std::uint8_t bends = surface.bends(static_cast<std::uint32_t>(triangle));
  for (int k = 0; k < 3; ++k) {
    const EdgeBend bend = bend_of(bends, k);
    if (bend == EdgeBend::convex || bend == EdgeBend::open) return true;
    if (bend == EdgeBend::concave && !surface.is_one_sided()) return true;
  }
  return false;
}

void SurfacePart::choose_side() {
  normal = !surface.is_one_sided() && dot(front, middle - corners[0]) < 0.0 ? -front : front;
}

void visit_around(const SurfacePart& part, const Vec3& point, double distance, TriangleSearch visit) {
  if (part.around) {
    (*part.around)(point, distance, visit);
  } else {
    visit_around(part.surface, point, distance, visit);
  }
}

namespace {

/// Whether a triangle rises above the plane through a point across a direction.
bool rises_above(const Triangle& triangle, const Vec3& point, const Vec3& direction, double tolerance) {
  for (int k = 0; k < 3; ++k) {
    const Vec3 away = triangle.origin + triangle.corner(k) - point;
    const double rise = dot(direction, away) - tolerance;
    if (rise > 0.0 && rise * rise > k_surface_rise * k_surface_rise * length_squared(away)) return true;
  }
  return false;
}

/// Whether a triangle holds a point, and rises above the plane through its own closest point across a direction: so
/// that one whose corners are off by a rounding does not rise by as much.
bool rises_at(const Triangle& triangle, const Vec3& point, const Vec3& direction, double weld) {
  const Vec3 normal = triangle.normal();
  const ClosestPoint closest = triangle.closest_point(point, normal);
  return closest.distance <= weld &&
         rises_above(triangle, closest.point, direction, weld * length(cross(normal, direction)));
}

/// Whether a direction is a normal of the surface at a point of a triangle's edge. In the frame of the surface.
/// @param may_lead_behind whether also behind the surface.
[[gnu::noinline]] bool is_normal_at(const SurfacePart& part, const Vec3& point, const Vec3& direction,
                                    bool may_lead_behind) {
  const bool is_one_sided = part.surface.is_one_sided() && !may_lead_behind;
  const double weld = part.weld();
  bool is_below = true;
  // Not the sum of the normals: at a sharp corner that may lead away from a normal of the surface.
  PointBehind side(point + direction, point, weld);
  visit_around(part, point, weld, [&](const Triangle& near) {
    // Most triangles do not rise, which costs less to know than whether they hold the point.
    const bool may_rise = rises_above(near, point, direction, 0.0);
    is_below = !may_rise || !rises_at(near, point, direction, weld);
    if (is_one_sided && is_below) side.add(near, 0);
    return is_below;
  });
  return is_below && (!is_one_sided || side.height() > -k_surface_rise);
}

/// Where on a triangle a direction may be a normal of the surface.
struct PushingFeature {
  enum class Kind : std::uint8_t { none, face, edge, corner } kind;
  /// Of the edge or the corner.
  int number = 0;
  bool is_open = false;
};

/// @param direction unit length, out of the surface.
[[gnu::noinline]] PushingFeature feature_towards(const SurfacePart& part, const Vec3& direction) {
  using enum PushingFeature::Kind;
  const double along = dot(direction, part.normal);
  if (along >= k_face_normal_cosine) return {face};
  if (along <= -k_face_normal_cosine) return {none};
  double reach[3], farthest = 0.0, nearest = 0.0;
  for (int i = 0; i < 3; ++i) {
    reach[i] = dot(direction, part.corners[i] - part.corners[0]);
    farthest = max(farthest, reach[i]);
    nearest = min(nearest, reach[i]);
  }
  // All corners of a needle would be as far: its width is far below the tolerance.
  const double tolerance = min(k_surface_feature * part.size, 0.5 * (farthest - nearest));
  bool is_top[3];
  int top_count = 0, last = 0;
  for (int i = 0; i < 3; ++i) {
    is_top[i] = reach[i] >= farthest - tolerance;
    if (!is_top[i]) continue;
    ++top_count;
    last = i;
  }
  if (top_count == 3) return {along > 0.0 ? face : none};
  // A body beyond the surface is held by its boundary; one that comes from behind is not.
  const bool leads_behind = along < -k_surface_rise && part.surface.is_one_sided();
  if (top_count == 1) {
    const bool is_open = part.bend(last) == EdgeBend::open || part.bend((last + 2) % 3) == EdgeBend::open;
    return {is_open && leads_behind && part.is_behind() ? none : corner, last, is_open};
  }
  const int number = is_top[0] && is_top[1] ? 0 : (is_top[1] ? 1 : 2);
  const EdgeBend bend = part.bend(number);
  if (bend == EdgeBend::flat || (bend == EdgeBend::concave && part.surface.is_one_sided())) return {none};
  const bool is_open = bend == EdgeBend::open;
  return {is_open && leads_behind && part.is_behind() ? none : edge, number, is_open};
}

/// The same at a corner.
bool is_normal_at_corner(const SurfacePart& part, const PushingFeature& corner, const Vec3& direction) {
  if (part.asked_corner != corner.number || part.asked_direction != direction) {
    part.is_normal_there = is_normal_at(part, part.local_point(part.corners[corner.number]),
                                        part.local_direction(direction), corner.is_open);
    part.asked_corner = corner.number;
    part.asked_direction = direction;
  }
  return part.is_normal_there;
}

}  // namespace

bool may_push(const SurfacePart& part, const Vec3& direction) {
  const PushingFeature feature = feature_towards(part, direction);
  if (feature.kind != PushingFeature::Kind::corner) return feature.kind != PushingFeature::Kind::none;
  return is_normal_at_corner(part, feature, direction);
}

bool leads_from_boundary(const SurfacePart& part, const Vec3& direction) {
  return feature_towards(part, direction).is_open;
}

bool can_push(const SurfacePart& part, const Vec3& point, const Vec3& direction) {
  const PushingFeature feature = feature_towards(part, direction);
  if (feature.kind == PushingFeature::Kind::none) return false;
  if (feature.kind == PushingFeature::Kind::face) return true;
  if (feature.kind == PushingFeature::Kind::corner) return is_normal_at_corner(part, feature, direction);
  const Vec3 &from = part.corners[feature.number], side = part.corners[(feature.number + 1) % 3] - from;
  const Vec3 on_edge = from + side * clamp(dot(point - from, side) / length_squared(side), 0.0, 1.0);
  return is_normal_at(part, part.local_point(on_edge), part.local_direction(direction), feature.is_open);
}

}  // namespace hyperplane
