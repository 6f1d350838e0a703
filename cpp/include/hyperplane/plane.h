#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/kind_mask.h>
#include <hyperplane/status.h>

/// Shapes in the plane. Conventions are those of space, with angles in radians from +x towards +y.

namespace hyperplane::plane {

struct Vec2 {
  double x = 0.0, y = 0.0;
};

/// Rotate, then translate.
struct Pose {
  Vec2 position;
  /// rad, at most k_max_angle in magnitude.
  double angle = 0.0;
};

enum class ShapeType : std::uint8_t {
  circle,
  rectangle,
  capsule,
  ellipse,
  segment,
  convex_polygon,
  /// Composites, of convex parts; see plane_composite.h.
  polygon,
  chain,
  compound,
  tile_map,
  /// All points with y <= 0; see plane_composite.h.
  half_space,
};

/// The last enumerator.
inline constexpr std::uint32_t k_last_shape_type = static_cast<std::uint32_t>(ShapeType::half_space);

/// The vertices of a convex polygon of more than k_max_own_vertices.
class Polygon;
/// The parts of a composite.
class Composite;

/// Vertices that a shape holds itself.
inline constexpr int k_max_own_vertices = 4;

/// A shape, by value. A convex one is a core and a rounding radius around it. The core is an ellipse, or a convex
/// polygon of one vertex (a point), two (a segment) or more, counter-clockwise. Edge i goes from vertex i to vertex i +
/// 1; a segment has two edges, there and back. A shape does not own its `polygon`, which must outlive it.
///
/// | type           | parameters                      | frame                                              |
/// |----------------|---------------------------------|----------------------------------------------------|
/// | circle         | radius                          | centre at the origin                               |
/// | rectangle      | width, height (full sizes)      | centre at the origin                               |
/// | capsule        | radius, height of its straight part | along Y, centred                               |
/// | ellipse        | radius along x, y               | centre at the origin                               |
/// | segment        | end points                      | that of its points                                 |
/// | convex_polygon | points, rounding radius         | that of its points                                 |
///
/// Any size may be zero: a circle of radius 0 is a point, a rectangle without height a segment.
struct Shape {
  ShapeType type = ShapeType::circle;
  /// Whether the core is an ellipse of the two `radii`; it then has no vertices.
  bool is_smooth = false;
  int vertex_count = 1;
  /// Rounding radius, m.
  double radius = 0.0;
  /// Of an ellipse; of a rectangle half its sizes. m.
  Vec2 radii;
  /// The core's own origin in the frame of the shape: vertices are relative to it.
  Vec2 centre;
  /// Greatest distance of a point of the shape from `centre`, m.
  double reach = 0.0;
  Vec2 own_vertices[k_max_own_vertices];
  /// Outward unit normals of the edges.
  Vec2 own_normals[k_max_own_vertices];
  const Polygon* polygon = nullptr;
  /// Of a composite, which the shape does not own and which must outlive it. All of the above but `type` and `reach` is
  /// then unused.
  const Composite* composite = nullptr;
  /// Kinds of tiles that are solid for it, which must outlive it: of its own, and of those that it meets. Null: all.
  /// Worlds keep a copy.
  const KindMask* kinds = nullptr;
};

/// Range of every size of a shape that is not zero, m.
inline constexpr double k_min_size = 1e-9;
inline constexpr double k_max_size = 1e9;
/// Largest magnitude of a coordinate of a position, m.
inline constexpr double k_max_position = 1e12;
/// Largest magnitude of an angle, rad: 160,000 turns. Sine and cosine are exact to the last bits up to there.
inline constexpr double k_max_angle = 1e6;
/// Most points of a convex polygon.
inline constexpr std::uint32_t k_max_polygon_points = 1u << 20;

/// @param radius m. @return as all of these: `invalid_argument` for a size that is neither 0 nor in [k_min_size,
/// k_max_size].
Result<Shape> make_circle(double radius);
/// @param width, height full sizes along x, y, m.
Result<Shape> make_rectangle(double width, double height);
/// @param height m, of the straight part along y; the total height is height + 2 radius.
Result<Shape> make_capsule(double radius, double height);
Result<Shape> make_ellipse(double radius_x, double radius_y);
/// @param a, b m, each coordinate at most k_max_size in magnitude.
Result<Shape> make_segment(Vec2 a, Vec2 b);

/// Frees a polygon; keeps `Polygon` incomplete here.
struct PolygonDeleter {
  void operator()(const Polygon* polygon) const;
};
using PolygonPtr = std::unique_ptr<const Polygon, PolygonDeleter>;

/// Convex hull of points. Points on its edges are dropped; the decision is exact.
/// @param points x, y of each point in turn, m, each coordinate at most k_max_size; at most k_max_polygon_points.
/// @return `invalid_argument`, `degenerate_shape` for points without area (thinner than k_min_polygon_width of their
/// extent), `out_of_memory`.
Result<PolygonPtr> build_polygon(std::span<const double> points);
/// The shape of a polygon, which must outlive it.
/// @param radius rounding radius, m.
Result<Shape> make_convex_polygon(const Polygon& polygon, double radius = 0.0);
/// Vertex i of a shape's core, in the shape's frame.
Vec2 core_vertex(const Shape& shape, int i);

/// @return `invalid_argument` for a pose that is not finite or out of range.
Result<bool> check_pose(const Pose& pose);

}  // namespace hyperplane::plane
