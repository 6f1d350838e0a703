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

/// Lengths that a type has not are 0.
Result<Shape> make_checked(ShapeType type, double p0, double p1 = 0.0, double p2 = 0.0) {
  if (!is_shape_length(p0) || !is_shape_length(p1) || !is_shape_length(p2)) {
    return Result<Shape>::failure(Status::invalid_argument, k_bad_length);
  }
  // Adding zero drops the sign of a negative zero, which hashes and copysign would see.
  return {Status::ok, Shape{type, {p0 + 0.0, p1 + 0.0, p2 + 0.0}, nullptr}, ""};
}

}  // namespace

Result<Shape> make_convex_hull(const Hull& hull, double rounding) {
  if (!is_shape_length(rounding)) return Result<Shape>::failure(Status::invalid_argument, k_bad_length);
  Shape shape = make_convex_hull(hull);
  shape.parameters[0] = rounding + 0.0;
  return {Status::ok, shape, ""};
}

Result<Shape> make_sphere(double radius) { return make_checked(ShapeType::sphere, radius); }
Result<Shape> make_box(double width, double height, double depth, double rounding) {
  Result<Shape> box = make_checked(ShapeType::box, width, height, depth);
  if (!is_shape_length(rounding)) return Result<Shape>::failure(Status::invalid_argument, k_bad_length);
  if (!box.ok() || rounding == 0.0) return box;
  box.value.type = ShapeType::round_box;
  box.value.parameters[3] = rounding;
  return box;
}
Result<Shape> make_capsule(double radius, double height) { return make_checked(ShapeType::capsule, radius, height); }
Result<Shape> make_tapered_capsule(double radius_top, double radius_bottom, double height) {
  Result<Shape> made = make_checked(ShapeType::tapered_capsule, radius_top, radius_bottom, height);
  if (made.ok() && radius_top == radius_bottom) return make_capsule(radius_top, height);
  return made;
}
Result<Shape> make_cylinder(double radius, double height, double rounding) {
  return make_checked(ShapeType::cylinder, radius, height, rounding);
}
Result<Shape> make_cone(double radius, double height, double rounding) {
  return make_checked(ShapeType::cone, radius, height, rounding);
}
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

Shape make_half_space() { return {ShapeType::half_space, {0.0}}; }

Result<Shape> make_shape(ShapeType type, const double (&parameters)[k_max_shape_parameters]) {
  const double p = parameters[0], q = parameters[1], r = parameters[2];
  switch (type) {
    case ShapeType::sphere:
      return make_sphere(p);
    case ShapeType::box:
    case ShapeType::round_box:
      return make_box(p, q, r, parameters[3]);
    case ShapeType::capsule:
      return make_capsule(p, q);
    case ShapeType::tapered_capsule:
      return make_tapered_capsule(p, q, r);
    case ShapeType::cylinder:
      return make_cylinder(p, q, r);
    case ShapeType::cone:
      return make_cone(p, q, r);
    case ShapeType::ellipsoid:
      return make_ellipsoid(p, q, r);
    case ShapeType::triangle:
      return make_triangle({p, q, r}, {parameters[3], parameters[4], parameters[5]},
                           {parameters[6], parameters[7], parameters[8]});
    case ShapeType::half_space:
      return {Status::ok, make_half_space(), ""};
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
