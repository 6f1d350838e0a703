#include "narrowphase/part/face_points.h"

#include <utility>

#include "composite/tolerances.h"
#include "core/constants.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/part/tolerances.h"
#include "shape/triangle.h"

namespace hyperplane {

bool PushingFace::holds(const Vec3& point, double tolerance) const {
  for (int i = 0; i < 3; ++i) {
    const Vec3 outwards = cross(corners[(i + 1) % 3] - corners[i], front);
    const double beyond = dot(outwards, point - corners[i]);
    if (beyond > 0.0 && beyond * beyond > tolerance * tolerance * length_squared(outwards)) return false;
  }
  return true;
}

double PushingFace::tolerance_at(double depth) const {
  return k_surface_side * max(size, depth) + k_bounds_rounding * length(corners[0]);
}

bool find_face_points(const PushingFace& face, const PlacedBody& body, ContactArea& found) {
  const Vec3& up = face.normal;
  const Vec3 towards = transpose_times(body.frame.rotation, -up);
  SupportingFace feature;
  Vec3 deepest;
  // The core of a ball is its middle.
  if (body.shape.type != ShapeType::sphere) {
    find_core_face(body.shape, towards, feature);
    deepest = core_support_of(body.shape, towards);
    if (feature.count >= ContactArea::k_capacity) return false;
  }

  // All relative to the first corner.
  const Vec3& corner = face.corners[0];
  const Vec3 origin = body.frame * body.core.origin - corner;
  const Vec3 lowest = origin + body.frame.rotation * deepest;
  const double depth = body.core.radius - dot(up, lowest);
  found.point_count = 0;
  found.depth = 0.0;
  found.normal = up;
  const double pair_size = 2.0 * max(body.size, face.size);
  if (depth < -k_touch_margin * pair_size) return true;
  const double tolerance = k_contact_tolerance * pair_size, beside = face.tolerance_at(depth);
  const ContactFeature of_face = make_feature(FeatureKind::face, 0);
  const auto add = [&](const Vec3& on_surface, double below, ContactFeature on_triangle, ContactFeature on_body) {
    found.points[found.point_count++] = {corner + on_surface, corner + on_surface - up * below, below,
                                         make_contact_id(on_triangle, on_body)};
    if (below > found.depth) found.depth = below;
  };
  if (feature.count > 1) {
    for (int i = 0; i < feature.count; ++i) {
      const Vec3& of_core = feature.vertices[i];
      const double rounding = rounding_exit(body.shape, feature, body.core.radius, of_core, towards);
      const Vec3 vertex = origin + body.frame.rotation * of_core;
      const double height = dot(up, vertex);
      if (rounding - height < -tolerance) continue;
      const Vec3 on_surface = vertex - up * height;
      if (!face.holds(corner + on_surface, beside)) continue;
      const ContactFeature on_body = core_feature_of(body.shape, feature, FeatureKind::vertex, i);
      add(on_surface, max(rounding - height, 0.0), of_face, on_body);
    }
    if (found.depth >= depth - tolerance && found.point_count > 0) return true;
  }
  const double most = max(depth, 0.0);
  const Vec3 on_surface = lowest + up * (most - body.core.radius);
  if (!face.holds(corner + on_surface, beside)) return true;
  const ContactFeature on_body = feature_at(body.shape, deepest + towards * body.core.radius, towards);
  const Triangle triangle(face.corners[0], face.corners[1], face.corners[2]);
  add(on_surface, most, triangle.core_feature_at(on_surface), on_body);
  // The deepest point comes first.
  for (int i = found.point_count - 1; i > 0; --i) std::swap(found.points[i], found.points[i - 1]);
  return true;
}

bool is_under(const PushingFace& face, const Vec3& direction, double radius, const Vec3& point) {
  if (!(dot(face.front, direction) > 0.0)) return false;
  const double height = dot(face.front, point - face.corners[0]), beside = face.tolerance_at(max(-height, radius));
  return height <= radius + beside && PushingFace{face.corners, direction, direction, face.size}.holds(point, beside);
}

bool hangs_over(const PlacedBody& body, const Vec3& normal, double depth, FunctionRef<bool(const Vec3&)> is_in) {
  if (body.shape.type == ShapeType::sphere) return false;
  const Vec3 towards = transpose_times(body.frame.rotation, -normal);
  SupportingFace feature;
  find_core_face(body.shape, towards, feature);
  if (feature.count < 2) return false;
  const Vec3 deepest = core_support_of(body.shape, towards);
  for (int i = 0; i < feature.count; ++i) {
    const Vec3 &vertex = feature.vertices[i], way = deepest - vertex;
    const double rise = dot(towards, way);
    if (rise > depth || rise * rise > k_resting_slope_squared * length_squared(way)) continue;
    if (!is_in(body.frame * (body.core.origin + vertex))) return true;
  }
  return false;
}

}  // namespace hyperplane
