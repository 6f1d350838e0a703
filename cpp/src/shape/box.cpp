#include "shape/box.h"

#include <limits>

#include "core/safe_rotation.h"
#include "shape/bounds.h"
#include "shape/tolerances.h"

namespace hyperplane {

void Box::core_face(const Vec3& direction, SupportingFace& face) const {
  const Vec3 m = abs(direction);
  const int axis = m.x >= m.y ? (m.x >= m.z ? 0 : 2) : (m.y >= m.z ? 1 : 2);
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const double side = component(direction, axis) < 0.0 ? -1.0 : 1.0;
  const Vec3 centre = unit_axis(axis) * (side * component(half, axis));
  // The order +u, +v, -u, -v runs counter-clockwise about +axis; for the opposite face it is reversed.
  const Vec3 along_u = unit_axis(u) * (side * component(half, u));
  const Vec3 along_v = unit_axis(v) * component(half, v);
  face.count = 4;
  face.index = static_cast<std::uint32_t>(2 * axis + (side > 0.0 ? 1 : 0));
  face.vertices[0] = centre - along_u - along_v;
  if (component(half, u) == 0.0 || component(half, v) == 0.0) {
    face.vertices[1] = centre + along_u + along_v;
    face.count = face.vertices[1] == face.vertices[0] ? 1 : 2;
    return;
  }
  face.vertices[1] = centre + along_u - along_v;
  face.vertices[2] = centre + along_u + along_v;
  face.vertices[3] = centre - along_u + along_v;
}

ContactFeature Box::core_feature(const SupportingFace& face, FeatureKind kind, int i) const {
  if (kind == FeatureKind::face) return make_feature(kind, face.index);
  const int axis = static_cast<int>(face.index / 2), u = (axis + 1) % 3, v = (axis + 2) % 3;
  // An edge along v runs from corner 0 to corner 3, along the last side of the face.
  if (face.count == 2 && component(half, u) == 0.0 && (i == 1 || kind == FeatureKind::edge)) i = 3;
  const bool is_positive = face.index % 2 != 0, is_far_along_u = i == 1 || i == 2;
  const unsigned octant =
      (is_positive ? 1u << axis : 0u) | (is_far_along_u == is_positive ? 1u << u : 0u) | (i >= 2 ? 1u << v : 0u);
  if (kind == FeatureKind::vertex) return vertex_feature(octant);
  return edge_feature(i % 2 == 0 ? u : v, octant);
}

ContactFeature Box::core_feature_at(const Vec3& point) const {
  const double tolerance = k_feature_tolerance * core_extent();
  const Vec3 inside = half - abs(point);
  const unsigned octant = (point.x > 0.0 ? 1u : 0u) | (point.y > 0.0 ? 2u : 0u) | (point.z > 0.0 ? 4u : 0u);
  const unsigned on_face =
      (inside.x <= tolerance ? 1u : 0u) | (inside.y <= tolerance ? 2u : 0u) | (inside.z <= tolerance ? 4u : 0u);
  if ((on_face & (on_face - 1u)) != 0) {
    const unsigned along = 7u ^ on_face;
    const ContactFeature vertex = vertex_feature(octant), edge = edge_feature(static_cast<int>(along / 2), octant);
    return along == 0 ? vertex : edge;
  }
  const int nearest = inside.y < inside.x ? (inside.z < inside.y ? 2 : 1) : (inside.z < inside.x ? 2 : 0);
  return face_feature(nearest, octant);
}

double Box::core_reach_across(const Vec3& axis) const {
  double squared = 0.0;
  for (const Vec3& corner :
       {half, Vec3{-half.x, half.y, half.z}, Vec3{half.x, -half.y, half.z}, Vec3{half.x, half.y, -half.z}}) {
    squared = max(squared, length_squared(cross(axis, corner)));
  }
  return std::sqrt(squared);
}

Aabb Box::bounds(const Transform& pose) const {
  const Vec3 reach = abs(pose.rotation) * half;
  return rounded_outwards(pose.translation, -reach, reach, core_extent());
}

/// The slab method (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986): the ray is inside the box while it is inside
/// all three slabs. For a zero component of the direction the origin alone decides, so no 0 * infinity arises.
///
/// Neither an index chooses among components, which would then lie in memory, nor a jump: which face is hit is chance.
RayHit Box::raycast(const Vec3& origin, const Vec3& direction, double max_distance) const {
  double enter = 0.0, leave = max_distance;
  int axis = -1;
  const auto clip = [&](int of, double o, double d, double h) {
    if (d == 0.0) return std::fabs(o) <= h;
    const double towards = std::copysign(h, -d);
    const double near = (towards - o) / d, far = (-towards - o) / d;
    axis = near > enter ? of : axis;
    enter = max(enter, near);
    leave = min(leave, far);
    return true;
  };
  const Vec3 &o = origin, &d = direction;
  if (!clip(0, o.x, d.x, half.x) || !clip(1, o.y, d.y, half.y) || !clip(2, o.z, d.z, half.z)) return {};
  if (enter > leave) return {};
  if (axis < 0) {
    // No slab was entered: the origin is inside, or on the surface.
    const Vec3 m = abs(origin);
    if (m.x > half.x || m.y > half.y || m.z > half.z) return {};
    return {true, 0.0, origin, -direction};
  }
  const auto is_axis = [axis](int of) { return static_cast<double>(axis == of ? 1 : 0); };
  const Vec3 across{is_axis(0), is_axis(1), is_axis(2)};
  const double sign = std::copysign(1.0, -dot(across, direction));
  const Vec3 point = clamped(origin + direction * enter);
  return {true, enter, point + across * (sign * dot(across, half) - dot(across, point)), across * sign};
}

ClosestPoint Box::closest_point(const Vec3& point) const {
  const Vec3 nearest = clamped(point);
  const Vec3 outward = point - nearest;
  const double distance = length(outward);
  if (distance > 0.0) return {distance, nearest, outward * (1.0 / distance)};
  // Inside: out through the nearest face.
  const Vec3 gap = half - abs(point);
  const int axis = gap.x <= gap.y ? (gap.x <= gap.z ? 0 : 2) : (gap.y <= gap.z ? 1 : 2);
  const double sign = component(point, axis) < 0.0 ? -1.0 : 1.0;
  const Vec3 normal = unit_axis(axis) * sign;
  return {-component(gap, axis), point + normal * component(gap, axis), normal};
}

std::array<Vec3, 8> box_vertices(const Shape& box, const Pose& pose) {
  const Vec3 h = Box(box).half;
  std::array<Vec3, 8> vertices{{{-h.x, -h.y, -h.z},
                                {h.x, -h.y, -h.z},
                                {-h.x, h.y, -h.z},
                                {-h.x, -h.y, h.z},
                                {h.x, h.y, h.z},
                                {-h.x, h.y, h.z},
                                {h.x, -h.y, h.z},
                                {h.x, h.y, -h.z}}};
  const Transform in_world = to_transform(with_safe_rotation(pose));
  for (Vec3& vertex : vertices) vertex = in_world * vertex;
  return vertices;
}

}  // namespace hyperplane
