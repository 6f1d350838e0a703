#include "shape/convex_hull.h"

#include "hull/tolerances.h"
#include "shape/bounds.h"
#include "shape/polygon.h"
#include "shape/ray.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// Point of a flat convex polygon that is closest to `point`.
/// @param above distance of the point from the polygon's plane.
template <class Index>
Vec3 closest_on_face(const Hull& hull, const Hull::Face& face, const Vec3& point, double above) {
  const auto loop = hull.loop_vertices_as<Index>(static_cast<std::uint32_t>(&face - hull.faces().data()));
  const auto points = hull.points();
  const Vec3 foot = point - face.normal * above;
  return closest_on_polygon(loop, points[loop.back()], [&](Index vertex) { return points[vertex]; }, face.normal, foot);
}

/// @param face one of hull.faces().
Vec3 closest_on_face(const Hull& hull, const Hull::Face& face, const Vec3& point, double above) {
  return hull.index_width().visit_type(
      [&](auto index) { return closest_on_face<decltype(index)>(hull, face, point, above); });
}

struct NearestPlane {
  std::uint32_t face;
  /// Distance of the point above the plane.
  double above;
};

/// The face whose plane a point is highest above, or least below; the first of several.
NearestPlane nearest_plane(const Hull& hull, const Vec3& point) {
  const auto faces = hull.faces();
  NearestPlane nearest{0, -__builtin_huge_val()};
  for (std::uint32_t i = 0; i < faces.size(); ++i) {
    const double above = dot(faces[i].normal, point) - faces[i].offset;
    if (above > nearest.above) nearest = {i, above};
  }
  return nearest;
}

/// The face that looks most along a unit direction; the first of several.
std::uint32_t facing_face(const Hull& hull, const Vec3& direction) {
  const auto faces = hull.faces();
  if (faces.size() > k_max_scanned_faces) {
    const std::uint32_t clear = hull.face_normals().clear_most(direction);
    if (clear != FaceNormals::k_none) return clear;
  }
  std::uint32_t best = 0;
  double cosine = dot(faces[0].normal, direction);
  for (std::uint32_t i = 1; i < faces.size(); ++i) {
    const double candidate = dot(faces[i].normal, direction);
    if (candidate > cosine) {
      cosine = candidate;
      best = i;
    }
  }
  return best;
}

constexpr std::uint32_t k_most = k_max_face_vertices;

/// Index in the loop of a face with `count` vertices of vertex i of the supporting face.
std::uint32_t place_in_loop(std::uint32_t i, std::uint32_t count) { return count <= k_most ? i : i * count / k_most; }

}  // namespace

Shape make_convex_hull(const Hull& hull) { return {ShapeType::convex_hull, {0.0, 0.0, 0.0}, &hull}; }

void ConvexHull::core_face(const Vec3& direction, SupportingFace& face) const {
  const std::uint32_t best = facing_face(*hull, direction);
  face.index = best;
  hull->index_width().visit_type([&](auto index) {
    // If a face has too many vertices, evenly spaced ones are kept: they span a polygon within the face.
    const auto loop = hull->loop_vertices_as<decltype(index)>(best);
    const auto count = static_cast<std::uint32_t>(loop.size());
    face.count = static_cast<int>(count < k_most ? count : k_most);
    for (int i = 0; i < face.count; ++i) {
      face.vertices[i] = hull->points()[loop[place_in_loop(static_cast<std::uint32_t>(i), count)]];
    }
  });
}

ContactFeature ConvexHull::core_feature(const SupportingFace& face, FeatureKind kind, int i) const {
  if (kind == FeatureKind::face) return make_feature(kind, face.index);
  const auto loop = kind == FeatureKind::vertex ? hull->loop_vertices(face.index) : hull->loop_edges(face.index);
  return make_feature(kind,
                      loop[place_in_loop(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(loop.size()))]);
}

ContactFeature ConvexHull::core_feature_at(const Vec3& point) const {
  // By the number of planes that the point lies on: one for a face, two for an edge, more for a vertex.
  const double tolerance = max(hull->tolerance(), k_feature_tolerance * hull->bounding_radius());
  const auto faces = hull->faces();
  std::uint32_t highest = 0, first = 0, second = 0;
  int on_planes = 0;
  double greatest_above = -__builtin_huge_val();
  for (std::uint32_t i = 0; i < faces.size(); ++i) {
    const double above = dot(faces[i].normal, point) - faces[i].offset;
    // Nearly all planes lie far above the point, and cost this comparison.
    if (above < -tolerance) [[likely]]
      continue;
    if (above > greatest_above) {
      greatest_above = above;
      highest = i;
    }
    (on_planes == 0 ? first : second) = i;
    ++on_planes;
  }
  if (on_planes == 0) return make_feature(FeatureKind::face, nearest_plane(*hull, point).face);
  if (on_planes == 2) {
    for (const std::uint32_t edge : hull->loop_edges(first)) {
      const Hull::Edge between = hull->edges()[edge];
      if (between.face[0] == second || between.face[1] == second) return make_feature(FeatureKind::edge, edge);
    }
  }
  if (on_planes <= 2) return make_feature(FeatureKind::face, highest);
  std::uint32_t nearest = 0;
  double least = __builtin_huge_val();
  for (const std::uint32_t vertex : hull->loop_vertices(highest)) {
    const double squared = length_squared(hull->points()[vertex] - point);
    if (squared < least) {
      least = squared;
      nearest = vertex;
    }
  }
  return make_feature(FeatureKind::vertex, nearest);
}

Aabb ConvexHull::bounds(const Transform& pose) const {
  const Mat3 rows = transpose(pose.rotation);
  double low[3], high[3];
  if (hull->vertex_count() <= k_max_listed_vertices && hull->support_cells().has_one_cell()) {
    hull->support_cells().heights(rows.columns, low, high);
  } else {
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3& row = rows.columns[axis];
      low[axis] = dot(row, highest_point(*hull, -row));
      high[axis] = dot(row, highest_point(*hull, row));
    }
  }
  const double outwards = rounding + hull->bounding_radius() * k_hull_point_rounding;
  const Vec3 margin{outwards, outwards, outwards};
  const Vec3 centre = pose.rotation * hull->centre();
  return rounded_outwards(pose.translation, centre + Vec3{low[0], low[1], low[2]} - margin,
                          centre + Vec3{high[0], high[1], high[2]} + margin,
                          length(hull->centre()) + hull->bounding_radius() + rounding);
}

/// A ray against the half spaces of the faces: it hits the hull at the last plane that it enters, unless it exits
/// through another plane before. After Cyrus and Beck, "Generalized Two- and Three-Dimensional Clipping" (1978).
RayHit ConvexHull::raycast(const Vec3& origin, const Vec3& direction, double max_distance) const {
  if (rounding > 0.0) return raycast_rounded(*this, origin, direction, max_distance);
  const RayStart start = advance_ray(origin - hull->centre(), direction, hull->bounding_radius());
  const Vec3& o = start.origin;
  Interval inside;
  Vec3 normal;
  bool starts_inside = start.advanced == 0.0;
  for (const Hull::Face& face : hull->faces()) {
    const double above = dot(face.normal, o) - face.offset, speed = dot(face.normal, direction);
    if (above > 0.0) starts_inside = false;
    if (enter_half_space(inside, above, speed)) normal = face.normal;
  }
  if (starts_inside) return ray_starts_inside(origin, direction);
  const double distance = max(start.advanced + inside.enter, 0.0);
  if (!lies_ahead(inside, start) || distance > max_distance) return {};
  return {true, distance, hull->centre() + o + direction * inside.enter, normal};
}

ClosestPoint ConvexHull::core_closest_point(const Vec3& point) const {
  const Vec3 p = point - hull->centre();
  // Inside, the nearest surface point lies on the face whose plane is nearest. Outside, it lies on a face that is
  // visible from the point; faces whose plane is farther than the closest point found so far are skipped.
  const auto [number, greatest_above] = nearest_plane(*hull, p);
  const Hull::Face* const nearest = &hull->faces()[number];
  if (greatest_above <= 0.0) {
    return {greatest_above, hull->centre() + p - nearest->normal * greatest_above, nearest->normal};
  }
  Vec3 best = closest_on_face(*hull, *nearest, p, greatest_above);
  double best_squared = length_squared(p - best);
  for (const Hull::Face& face : hull->faces()) {
    const double above = dot(face.normal, p) - face.offset;
    if (!(above > 0.0) || &face == nearest || above * above >= best_squared) continue;
    const Vec3 candidate = closest_on_face(*hull, face, p, above);
    const double squared = length_squared(p - candidate);
    if (squared < best_squared) {
      best_squared = squared;
      best = candidate;
    }
  }
  const double distance = std::sqrt(best_squared);
  const bool is_direction = distance > k_direction_from_points * hull->bounding_radius();
  return {distance, hull->centre() + best, is_direction ? (p - best) * (1.0 / distance) : nearest->normal};
}

}  // namespace hyperplane
