#pragma once

#include <hyperplane/plane_pair.h>

#include "plane/pair/contact.h"
#include "plane/pair/separation.h"
#include "plane/pair/tolerances.h"

/// The pair functions of convex shapes whose frames are known.

namespace hyperplane::plane {

/// Whether the circles around two shapes are farther apart than a distance. @param offset from middle to middle.
inline bool is_far(const Shape& a, const Shape& b, Vec2 offset, double distance = 0.0) {
  const double reach = a.reach + b.reach + distance;
  return dot(offset, offset) > reach * reach * (1.0 + 8.0 * k_plane_ray_thickness);
}
inline bool is_far(const Pair& pair, double distance = 0.0) { return is_far(pair.a, pair.b, pair.offset, distance); }

/// @param margin m: or whether they are no farther apart.
inline bool intersect_at(const Pair& pair, double margin = 0.0) {
  const double reach = pair.radius() + margin;
  return !is_far(pair, margin) && separate(pair, reach).gap <= reach;
}

/// @param frame of A. @param limit m: of a distance above it, only that it is.
inline Distance distance_at(const Pair& pair, const Frame& frame, double limit = HUGE_VAL) {
  const Separation at = separate(pair, limit + pair.radius());
  Distance result;
  result.distance = at.gap - pair.radius();
  if (result.distance > limit) return result;
  const CorePoints core = witness_points(pair, at);
  result.normal = rotate(frame.rotation, at.normal);
  result.point_a = to_world(frame, core.on_a + at.normal * pair.a.radius);
  result.point_b = to_world(frame, core.on_b - at.normal * pair.b.radius);
  return result;
}

inline Contact collide_at(const Pair& pair, const Frame& frame) {
  if (is_far(pair)) return {};
  const Separation at = separate(pair, pair.radius());
  if (at.gap > pair.radius()) return {};
  return contact_of(pair, frame, at);
}

/// Signed distance of a point from a convex shape.
inline double distance_to(const Shape& shape, const Frame& frame, Vec2 point) {
  const Shape dot_shape;
  const Pair pair = pair_of(shape, frame, dot_shape, {point, {}, {}});
  return separate(pair, HUGE_VAL).gap - shape.radius;
}

/// Whether a point is no farther from a convex shape than a signed distance. One edge rejects most points.
inline bool is_within(const Shape& shape, const Frame& frame, Vec2 point, double distance) {
  const Shape dot_shape;
  const Pair pair = pair_of(shape, frame, dot_shape, {point, {}, {}});
  const double limit = distance + shape.radius;
  if (shape.vertex_count > 2) {
    const Vec2* const vertices = vertices_of(shape);
    const Vec2* const normals = normals_of(shape);
    bool is_outside = false;
    for (int i = 0; i < shape.vertex_count; ++i) {
      const double gap = dot(pair.offset - vertices[i], normals[i]);
      if (gap > limit) return false;
      is_outside = is_outside || gap > 0.0;
    }
    if (!is_outside) return true;
  }
  return separate(pair, limit).gap <= limit;
}

/// How far a convex shape reaches along a unit direction, from the origin of the frame's coordinates.
inline double height_of(const Shape& shape, const Frame& frame, Vec2 direction) {
  return dot(frame.origin + frame.centre, direction) + core_height(shape, unrotate(frame.rotation, direction)) +
         shape.radius;
}

inline void shift(Contact& contact, Vec2 by) {
  for (ContactPoint& point : contact.points) {
    point.on_a = point.on_a + by;
    point.on_b = point.on_b + by;
  }
}

/// The contact as seen with A and B exchanged.
inline Contact exchanged(Contact contact) {
  contact.normal = -contact.normal;
  for (ContactPoint& point : contact.points) {
    const Vec2 on_a = point.on_a;
    point.on_a = point.on_b;
    point.on_b = on_a;
    point.id = point.id >> 16 | point.id << 16;
  }
  const std::int32_t part = contact.part_a;
  contact.part_a = contact.part_b;
  contact.part_b = part;
  return contact;
}

}  // namespace hyperplane::plane
