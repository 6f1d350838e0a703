#include <hyperplane/plane.h>

#include "plane/shape/core_shape.h"

namespace hyperplane::plane {
namespace {

bool is_size(double size) { return size == 0.0 || (size >= k_min_size && size <= k_max_size); }

Result<Shape> wrong_size() {
  return Result<Shape>::failure(Status::invalid_argument, "a size must be 0 or from 1e-9 to 1e9");
}

/// Sets the vertices: one for a point, two for a segment, or four of a rectangle.
void set_vertices(Shape& shape, std::initializer_list<Vec2> vertices) {
  shape.vertex_count = 0;
  for (const Vec2& vertex : vertices) {
    shape.own_vertices[shape.vertex_count++] = vertex;
    shape.reach = larger(shape.reach, length(vertex));
  }
  for (int i = 0; i < edge_count(shape); ++i) {
    const Vec2 edge = shape.own_vertices[next_of(shape, i)] - shape.own_vertices[i];
    shape.own_normals[i] = unit(right_of(edge), {1.0, 0.0});
  }
  shape.reach += shape.radius;
}

void set_segment(Shape& shape, Vec2 half) {
  if (half.x == 0.0 && half.y == 0.0) {
    set_vertices(shape, {{}});
  } else {
    set_vertices(shape, {-half, half});
  }
}

Result<Shape> done(const Shape& shape) { return {Status::ok, shape, ""}; }

}  // namespace

Result<Shape> make_circle(double radius) {
  if (!is_size(radius)) return wrong_size();
  Shape shape;
  shape.radius = radius;
  set_vertices(shape, {{}});
  return done(shape);
}

Result<Shape> make_rectangle(double width, double height) {
  if (!is_size(width) || !is_size(height)) return wrong_size();
  Shape shape;
  shape.type = ShapeType::rectangle;
  const double x = width / 2, y = height / 2;
  shape.radii = {x, y};
  if (x > 0.0 && y > 0.0) {
    set_vertices(shape, {{-x, -y}, {x, -y}, {x, y}, {-x, y}});
  } else {
    set_segment(shape, {x, y});
  }
  return done(shape);
}

Result<Shape> make_capsule(double radius, double height) {
  if (!is_size(radius) || !is_size(height)) return wrong_size();
  Shape shape;
  shape.type = ShapeType::capsule;
  shape.radius = radius;
  set_segment(shape, {0.0, height / 2});
  return done(shape);
}

Result<Shape> make_ellipse(double radius_x, double radius_y) {
  if (!is_size(radius_x) || !is_size(radius_y)) return wrong_size();
  Shape shape;
  shape.type = ShapeType::ellipse;
  shape.radii = {radius_x, radius_y};
  if (radius_x == radius_y) {
    shape.radius = radius_x;
    set_vertices(shape, {{}});
  } else if (radius_x == 0.0 || radius_y == 0.0) {
    set_segment(shape, shape.radii);
  } else {
    shape.is_smooth = true;
    shape.vertex_count = 0;
    shape.reach = larger(radius_x, radius_y);
  }
  return done(shape);
}

Result<Shape> make_segment(Vec2 a, Vec2 b) {
  const double greatest = larger(larger(magnitude(a.x), magnitude(a.y)), larger(magnitude(b.x), magnitude(b.y)));
  if (!is_finite(a) || !is_finite(b) || !(greatest <= k_max_size)) {
    return Result<Shape>::failure(Status::invalid_argument, "a coordinate is not finite, or beyond 1e9");
  }
  Shape shape;
  shape.type = ShapeType::segment;
  const Vec2 half = (b - a) * 0.5;
  const double extent = 2.0 * larger(magnitude(half.x), magnitude(half.y));
  if (extent != 0.0 && extent < k_min_size) {
    return Result<Shape>::failure(Status::invalid_argument, "the ends must be the same, or 1e-9 apart");
  }
  shape.centre = a + half;
  set_segment(shape, half);
  return done(shape);
}

Result<Shape> make_convex_polygon(const Polygon& polygon, double radius) {
  if (!is_size(radius)) return wrong_size();
  Shape shape;
  shape.type = ShapeType::convex_polygon;
  shape.radius = radius;
  shape.vertex_count = static_cast<int>(polygon.vertices.size());
  shape.centre = polygon.centre;
  shape.reach = polygon.reach + radius;
  if (shape.vertex_count > k_max_own_vertices) {
    shape.polygon = &polygon;
  } else {
    for (int i = 0; i < shape.vertex_count; ++i) {
      shape.own_vertices[i] = polygon.vertices[static_cast<std::size_t>(i)];
      shape.own_normals[i] = polygon.normals[static_cast<std::size_t>(i)];
    }
  }
  return done(shape);
}

Vec2 core_vertex(const Shape& shape, int i) { return shape.centre + vertices_of(shape)[i]; }

Result<bool> check_pose(const Pose& pose) {
  // NaN fails the comparisons.
  if (!(magnitude(pose.position.x) <= k_max_position && magnitude(pose.position.y) <= k_max_position)) {
    return Result<bool>::failure(Status::invalid_argument, "a coordinate is not finite, or beyond 1e12");
  }
  if (!(magnitude(pose.angle) <= k_max_angle)) {
    return Result<bool>::failure(Status::invalid_argument, "an angle is not finite, or beyond 1e6");
  }
  return {Status::ok, true, ""};
}

}  // namespace hyperplane::plane
