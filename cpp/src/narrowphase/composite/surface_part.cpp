#include "narrowphase/composite/surface_part.h"

#include "shape/triangle.h"

namespace hyperplane {

SurfacePart::SurfacePart(const Surface& of, std::int32_t triangle, const Pose& at, const Vec3& middle,
                         const std::optional<TrianglesAround>& near)
    : surface(of), bends(of.bends(static_cast<std::uint32_t>(triangle))), around(near) {
  Vec3 given[3];
  surface.corners(static_cast<std::uint32_t>(triangle), given);
  const Triangle flat(given[0], given[1], given[2]);
  set_corners(flat, flat.normal());
  if (at != Pose{}) {
    frame = to_transform(at);
    for (Vec3& corner : corners) corner = *frame * corner;
    front = frame->rotation * front;
  }
  choose_side(middle);
}

SurfacePart::SurfacePart(const Surface& of, std::uint32_t place, const Triangle& flat, const Vec3& unit_normal,
                         const Vec3& middle, const std::optional<TrianglesAround>& near)
    : surface(of), bends(of.bends_at(place)), around(near) {
  set_corners(flat, unit_normal);
  choose_side(middle);
}

void SurfacePart::set_corners(const Triangle& flat, const Vec3& unit_normal) {
  for (int i = 0; i < 3; ++i) corners[i] = flat.origin + flat.corner(i);
  size = std::sqrt(max(length_squared(flat.to_b), max(length_squared(flat.to_c), length_squared(flat.edge(1)))));
  front = unit_normal;
}

[[gnu::noinline]] double SurfacePart::weld() const { return surface.weld(local_point(corners[0]), size); }

void SurfacePart::choose_side(const Vec3& middle) {
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
  const ClosestPoint closest = triangle.closest_point(point);
  return closest.distance <= weld &&
         rises_above(triangle, closest.point, direction, weld * length(cross(triangle.normal(), direction)));
}

/// Whether a point is that close to a corner of a triangle, which costs less to know than its closest point.
bool is_at_corner(const Triangle& triangle, const Vec3& point, double distance) {
  const Vec3 from = point - triangle.origin;
  for (int k = 0; k < 3; ++k) {
    if (length_squared(from - triangle.corner(k)) <= distance * distance) return true;
  }
  return false;
}

bool is_on(const Triangle& triangle, const Vec3& point, double tolerance) {
  return is_at_corner(triangle, point, 0.5 * tolerance) || triangle.closest_point(point).distance <= tolerance;
}

/// Whether a direction is a normal of the surface at a point of a triangle's edge. In the frame of the surface.
[[gnu::noinline]] bool is_normal_at(const SurfacePart& part, const Vec3& point, const Vec3& direction) {
  const bool is_one_sided = part.surface.is_one_sided();
  const double weld = part.weld();
  bool is_below = true;
  Vec3 sum;
  visit_around(part, point, weld, [&](const Triangle& near) {
    // Most triangles do not rise, which costs less to know than whether they hold the point.
    const bool may_rise = rises_above(near, point, direction, 0.0);
    is_below = !may_rise || !rises_at(near, point, direction, weld);
    if (is_one_sided && is_below && is_on(near, point, weld)) sum += near.normal();
    return is_below;
  });
  return is_below && (!is_one_sided || dot(direction, sum) > -k_surface_rise);
}

/// Whether any corner of a triangle lies above the plane through a point across a direction.
bool has_corner_above(const Triangle& triangle, const Vec3& point, const Vec3& direction) {
  const Vec3 from = point - triangle.origin;
  const double level = dot(direction, from);
  return level < 0.0 || dot(direction, triangle.to_b) > level || dot(direction, triangle.to_c) > level;
}

/// Whether no triangle beside a point of a triangle's edge is nearer to a place off the surface than the point is, or
/// as near but for a rounding and below the place. In the frame of the surface.
/// @param gap m: from the point along `direction` to the place.
[[gnu::noinline]] bool is_nearest_at(const SurfacePart& part, const Vec3& point, const Vec3& direction, double gap) {
  const bool is_one_sided = part.surface.is_one_sided();
  const double weld = part.weld(), beside = max(weld, k_surface_seam * gap);
  const Vec3 place = point + direction * gap;
  bool is_nearest = true;
  Vec3 sum;
  visit_around(part, point, beside, [&](const Triangle& near) {
    // What lies below the plane through the point is not nearer, which costs less to know.
    const bool is_above = has_corner_above(near, point, direction);
    if (!is_above && !is_one_sided) return true;
    const Vec3 normal = near.normal();
    if (near.closest_point(point, normal).distance > beside) return true;
    if (is_one_sided) sum += normal;
    if (!is_above) return true;
    const ClosestPoint closest = near.closest_point(place, normal);
    const Vec3 away = closest.point - point;
    const double squared = length_squared(away), least = k_surface_nearer * gap;
    if (squared <= least * least) return true;
    const double along = dot(closest.normal, normal);
    const bool is_over = (is_one_sided ? along : std::fabs(along)) >= 1.0 - 0.5 * k_surface_seam * k_surface_seam;
    is_nearest = 2.0 * gap * dot(direction, away) <= squared && !(is_over && closest.distance <= gap + weld);
    return is_nearest;
  });
  return is_nearest && (!is_one_sided || dot(direction, sum) > -k_surface_rise);
}

/// Where on a triangle a direction may be a normal of the surface.
struct PushingFeature {
  enum class Kind : std::uint8_t { none, face, edge, corner } kind;
  /// Of the edge or the corner.
  int number = 0;
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
  if (top_count == 1) {
    const bool is_open = part.bend(last) == EdgeBend::open || part.bend((last + 2) % 3) == EdgeBend::open;
    return {is_open && along < -k_surface_rise && part.surface.is_one_sided() ? none : corner, last};
  }
  const int number = is_top[0] && is_top[1] ? 0 : (is_top[1] ? 1 : 2);
  const EdgeBend bend = part.bend(number);
  if (bend == EdgeBend::flat || (bend == EdgeBend::concave && part.surface.is_one_sided())) return {none};
  return {bend == EdgeBend::open && along < -k_surface_rise && part.surface.is_one_sided() ? none : edge, number};
}

}  // namespace

bool can_push(const SurfacePart& part, const Vec3& point, const Vec3& direction, double gap) {
  const PushingFeature feature = feature_towards(part, direction);
  if (feature.kind == PushingFeature::Kind::none) return false;
  if (feature.kind == PushingFeature::Kind::face) return true;
  Vec3 on_feature = part.corners[feature.number];
  if (feature.kind == PushingFeature::Kind::edge) {
    const Vec3 side = part.corners[(feature.number + 1) % 3] - on_feature;
    on_feature += side * clamp(dot(point - on_feature, side) / length_squared(side), 0.0, 1.0);
  }
  const Vec3 local = part.local_point(on_feature), way = part.local_direction(direction);
  return gap > 0.0 ? is_nearest_at(part, local, way, gap) : is_normal_at(part, local, way);
}

bool can_push_from_afar(const SurfacePart& part, const Vec3& point, Vec3& direction, double& gap) {
  if (!(gap > k_least_clear_gap * part.surface.reach())) return can_push(part, point, direction);
  const double along = dot(direction, part.normal);
  if (along < 1.0 - 0.5 * k_crack_sine * k_crack_sine) return can_push(part, point, direction, gap);
  const double most = max(k_surface_seam, min(k_crack_sine, part.weld() / gap));
  if (along < 1.0 - 0.5 * most * most) return can_push(part, point, direction, gap);
  direction = part.normal;
  gap *= along;
  return true;
}

}  // namespace hyperplane
