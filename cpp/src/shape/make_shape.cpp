#include <hyperplane/shape.h>

#include "math/vec3.h"
#include "shape/triangle.h"

/// Factories of the shapes that are defined by numbers: they validate the numbers and store them.

namespace hyperplane {
namespace {

constexpr char k_bad_length[] = "a length of the shape is neither 0 nor a number between 1e-9 m and 1e9 m";

/// False for NaN too.
constexpr bool is_shape_length(double length) {
  return length == 0.0 || (length >= k_min_shape_size && length <= k_max_shape_size);
}

Result<Shape> make(ShapeType type, double p0, double p1, double p2) {
  // Adding zero drops the sign of a negative zero, which hashes and copysign would see.
  return {Status::ok, Shape{type, {p0 + 0.0, p1 + 0.0, p2 + 0.0}, nullptr}, ""};
}

Result<Shape> make_checked(ShapeType type, double p0) {
  if (!is_shape_length(p0)) return Result<Shape>::failure(Status::invalid_argument, k_bad_length);
  return make(type, p0, 0.0, 0.0);
}
Result<Shape> make_checked(ShapeType type, double p0, double p1) {
  if (!is_shape_length(p0) || !is_shape_length(p1)) {
    return Result<Shape>::failure(Status::invalid_argument, k_bad_length);
  }
  return make(type, p0, p1, 0.0);
}
Result<Shape> make_checked(ShapeType type, double p0, double p1, double p2) {
  if (!is_shape_length(p0) || !is_shape_length(p1) || !is_shape_length(p2)) {
    return Result<Shape>::failure(Status::invalid_argument, k_bad_length);
  }
  return make(type, p0, p1, p2);
}

}  // namespace

Result<Shape> make_sphere(double radius) { return make_checked(ShapeType::sphere, radius); }
Result<Shape> make_box(double width, double height, double depth) {
  return make_checked(ShapeType::box, width, height, depth);
}
Result<Shape> make_capsule(double radius, double height) { return make_checked(ShapeType::capsule, radius, height); }
Result<Shape> make_cylinder(double radius, double height) { return make_checked(ShapeType::cylinder, radius, height); }
Result<Shape> make_cone(double radius, double height) { return make_checked(ShapeType::cone, radius, height); }
Result<Shape> make_ellipsoid(double radius_x, double radius_y, double radius_z) {
  return make_checked(ShapeType::ellipsoid, radius_x, radius_y, radius_z);
}

Result<Shape> make_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (const Vec3& corner : {a, b, c}) {
    if (!is_finite(corner) || max_component(abs(corner)) > k_max_shape_size) {
      return Result<Shape>::failure(Status::invalid_argument, "a coordinate of a corner is not a number up to 1e9 m");
    }
  }
  const Shape shape{ShapeType::triangle, {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}, nullptr};
  if (!has_area(a, b, c)) {
    return Result<Shape>::failure(Status::degenerate_shape, "the triangle has no area");
  }
  const double longest = max(length(b - a), max(length(c - b), length(a - c)));
  if (!is_shape_length(longest)) return Result<Shape>::failure(Status::invalid_argument, k_bad_length);
  return {Status::ok, shape, ""};
}

Result<Shape> make_shape(ShapeType type, const double (&parameters)[k_max_shape_parameters]) {
  const double p = parameters[0], q = parameters[1], r = parameters[2];
  switch (type) {
    case ShapeType::sphere:
      return make_sphere(p);
    case ShapeType::box:
      return make_box(p, q, r);
    case ShapeType::capsule:
      return make_capsule(p, q);
    case ShapeType::cylinder:
      return make_cylinder(p, q);
    case ShapeType::cone:
      return make_cone(p, q);
    case ShapeType::ellipsoid:
      return make_ellipsoid(p, q, r);
    case ShapeType::triangle:
      return make_triangle({p, q, r}, {parameters[3], parameters[4], parameters[5]},
                           {parameters[6], parameters[7], parameters[8]});
    case ShapeType::convex_hull:
    case ShapeType::compound:
    case ShapeType::triangle_mesh:
    case ShapeType::height_field:
    case ShapeType::voxels:
      break;
  }
  return Result<Shape>::failure(Status::invalid_argument, "not a shape that is made of parameters alone");
}

}  // namespace hyperplane
