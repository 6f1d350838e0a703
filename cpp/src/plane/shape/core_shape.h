#pragma once

#include "plane/math/rotation.h"
#include "plane/shape/polygon.h"

/// A shape in the algorithms: its core (vertices and normals, or an ellipse, about its centre) and its radius.

namespace hyperplane::plane {

inline const Vec2* vertices_of(const Shape& shape) {
  return shape.polygon == nullptr ? shape.own_vertices : shape.polygon->vertices.data();
}
inline const Vec2* normals_of(const Shape& shape) {
  return shape.polygon == nullptr ? shape.own_normals : shape.polygon->normals.data();
}
/// Edges of a core; a segment has two.
inline int edge_count(const Shape& shape) { return shape.vertex_count < 2 ? 0 : shape.vertex_count; }
inline int next_of(const Shape& shape, int i) { return i + 1 < shape.vertex_count ? i + 1 : 0; }
inline int previous_of(const Shape& shape, int i) { return i > 0 ? i - 1 : shape.vertex_count - 1; }

/// Whether the core is a rectangle along the axes, about its centre.
inline bool is_rectangle_with_area(const Shape& shape) {
  return shape.type == ShapeType::rectangle && shape.vertex_count == 4;
}

/// The vertex of a polygon with many vertices that lies farthest along a direction, by bisection of its normals.
int farthest_of_many(const Vec2* normals, int count, Vec2 direction);

/// Whether a convex shape is a segment: without an inside.
inline bool is_thin(const Shape& shape) { return shape.vertex_count == 2 && shape.radius == 0.0; }

/// Up to this many vertices a full scan is fastest.
inline constexpr int k_max_scanned = 8;

/// The vertex of a polygonal core that lies farthest along a direction of the core's frame.
inline int farthest_vertex(const Shape& shape, Vec2 direction) {
  const int count = shape.vertex_count;
  if (count > k_max_scanned) return farthest_of_many(normals_of(shape), count, direction);
  const Vec2* const vertices = vertices_of(shape);
  int best = 0;
  double height = dot(vertices[0], direction);
  for (int i = 1; i < count; ++i) {
    const double other = dot(vertices[i], direction);
    if (other > height) {
      height = other;
      best = i;
    }
  }
  return best;
}

/// The height of that vertex. Without its index no unpredictable branches are needed.
inline double polygon_height(const Shape& shape, Vec2 direction) {
  const int count = shape.vertex_count;
  const Vec2* const vertices = vertices_of(shape);
  if (count > k_max_scanned) return dot(vertices[farthest_vertex(shape, direction)], direction);
  double height = dot(vertices[0], direction);
  for (int i = 1; i < count; ++i) height = larger(height, dot(vertices[i], direction));
  return height;
}

/// Of an ellipse: its height along a unit direction of its frame.
inline double ellipse_height(Vec2 radii, Vec2 direction) {
  return length({radii.x * direction.x, radii.y * direction.y});
}
inline Vec2 ellipse_support(Vec2 radii, Vec2 direction) {
  const double height = ellipse_height(radii, direction);
  if (!(height > 0.0)) return {};
  return {radii.x * (radii.x * direction.x / height), radii.y * (radii.y * direction.y / height)};
}

/// The point of a core farthest along a unit direction, in the core's frame.
inline Vec2 core_support(const Shape& shape, Vec2 direction) {
  if (shape.is_smooth) return ellipse_support(shape.radii, direction);
  return vertices_of(shape)[farthest_vertex(shape, direction)];
}
inline double core_height(const Shape& shape, Vec2 direction) {
  return shape.is_smooth ? ellipse_height(shape.radii, direction) : polygon_height(shape, direction);
}

/// Position of the centre of a shape's core.
struct Frame {
  Vec2 origin;
  Rotation rotation;
  /// The centre relative to `origin`, turned.
  Vec2 centre;
};
inline Frame frame_of(const Shape& shape, const Pose& pose) {
  const Rotation rotation = rotation_of(pose.angle);
  return {pose.position, rotation, rotate(rotation, shape.centre)};
}
inline Vec2 to_world(const Frame& frame, Vec2 point) {
  return frame.origin + (frame.centre + rotate(frame.rotation, point));
}

/// Which edges of a part of a polygon are diagonals, which produce no contacts.
struct EdgeCover {
  static constexpr int k_max_edges = 32;

  /// As bits; further edges are unknown.
  std::uint32_t covered = 0;

  bool covers(int edge) const { return edge < k_max_edges && (covered >> edge & 1u) != 0; }
};

/// A pair in the frame of A's core: everything has the size of the shapes.
struct Pair {
  const Shape& a;
  const Shape& b;
  /// Centre of B, and its rotation.
  Vec2 offset;
  Rotation turn;

  Vec2 to_a(Vec2 point_of_b) const { return offset + rotate(turn, point_of_b); }
  /// Both rounding radii.
  double radius() const { return a.radius + b.radius; }
  /// About the larger of the shapes' diameters.
  double size() const { return 2.0 * larger(a.reach, b.reach); }
};
inline Pair pair_of(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b) {
  const Vec2 apart = (frame_b.origin - frame_a.origin) + (frame_b.centre - frame_a.centre);
  return {a, b, unrotate(frame_a.rotation, apart), relative(frame_a.rotation, frame_b.rotation)};
}

/// How far the cores are apart along a unit direction from A to B; negative if their projections overlap.
inline double gap_along(const Pair& pair, Vec2 normal) {
  return dot(pair.offset, normal) - core_height(pair.a, normal) - core_height(pair.b, -unrotate(pair.turn, normal));
}

}  // namespace hyperplane::plane
