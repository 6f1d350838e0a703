#include "support/convex_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "hull/hull.h"
#include "math/trigonometry.h"

namespace hyperplane::test {
namespace {

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof(text), "%a", value);
  return text;
}

/// A random unit vector across a unit vector.
Vec3 perpendicular(Random& random, const Vec3& n) {
  const Vec3 across = cross(n, random.direction());
  return across * (1.0 / length(across));
}

}  // namespace

const char* name_of(ShapeType type) {
  switch (type) {
#define HYPERPLANE_NAME_OF_SHAPE(Type, name) \
  case ShapeType::name:                      \
    return #name;
    HYPERPLANE_SHAPES(HYPERPLANE_NAME_OF_SHAPE)
    HYPERPLANE_COMPOSITES(HYPERPLANE_NAME_OF_SHAPE)
#undef HYPERPLANE_NAME_OF_SHAPE
  }
  return "";
}

std::string name_of(const ShapePair& types) { return std::string(name_of(types.a)) + "_" + name_of(types.b); }

std::vector<ShapePair> ordered_shape_pairs() {
  std::vector<ShapePair> pairs;
  for (const ShapeType a : k_shape_types) {
    for (const ShapeType b : k_shape_types) pairs.push_back({a, b});
  }
  return pairs;
}

std::vector<ShapePair> shape_pairs() {
  std::vector<ShapePair> pairs = ordered_shape_pairs();
  std::erase_if(pairs, [](const ShapePair& types) { return types.a > types.b; });
  return pairs;
}

TestShape make_test_hull(const std::vector<double>& points) {
  TestShape result;
  auto hull = build_hull(points);
  if (!hull.ok()) std::abort();
  result.hull = std::move(hull.value);
  result.shape = make_convex_hull(*result.hull);
  for (const Vec3& v : result.hull->vertices()) result.points.insert(result.points.end(), {v.x, v.y, v.z});
  return result;
}

TestShape make_test_prism(int sides, double radius, double height, double top_radius, const Vec3& middle) {
  std::vector<double> points;
  for (int j = 0; j < sides; ++j) {
    const double angle = 2.0 * k_pi * j / sides;
    for (const double y : {0.5, -0.5}) {
      const double r = y < 0.0 ? radius : top_radius;
      points.insert(points.end(),
                    {middle.x + r * std::cos(angle), middle.y + height * y, middle.z + r * std::sin(angle)});
    }
  }
  return make_test_hull(points);
}

TestShape make_test_ball(Random& random, int count, const Vec3& radii) {
  std::vector<double> points;
  for (int j = 0; j < count; ++j) {
    const Vec3 p = random.direction();
    points.insert(points.end(), {radii.x * p.x, radii.y * p.y, radii.z * p.z});
  }
  return make_test_hull(points);
}

TestShape make_test_triangle(const std::vector<double>& c) {
  const Result<Shape> made = make_triangle({c[0], c[1], c[2]}, {c[3], c[4], c[5]}, {c[6], c[7], c[8]});
  if (!made.ok()) std::abort();
  return {made.value, c, nullptr};
}

TestShape make_test_shape(Random& random, ShapeType type, ShapeForm form, double size) {
  double sides[3];
  for (double& side : sides) side = size * random.uniform(0.25, 1.0);
  if (form == ShapeForm::flat) {
    const int thin = random.below(3);
    sides[thin] = size * 1e-3;
    if (random.chance(0.5)) sides[(thin + 1) % 3] = size * 1e-3;
  }
  const bool is_round = form == ShapeForm::rounded || type == ShapeType::round_box;
  const double rounding = is_round ? size * random.uniform(0.02, 0.3) : 0.0;
  switch (type) {
    case ShapeType::sphere:
      return {make_sphere(0.5 * sides[0]).value, {}, nullptr};
    case ShapeType::round_box:
      return {make_box(sides[0], sides[1], sides[2], rounding).value, {}, nullptr};
    case ShapeType::box:
      return {make_box(sides[0], sides[1], sides[2]).value, {}, nullptr};
    case ShapeType::tapered_capsule:
      return {make_tapered_capsule(0.5 * sides[0], 0.5 * sides[1], sides[2]).value, {}, nullptr};
    case ShapeType::capsule:
      return {make_capsule(0.5 * sides[0], sides[1]).value, {}, nullptr};
    case ShapeType::cylinder:
      return {make_cylinder(0.5 * sides[0], sides[1], rounding).value, {}, nullptr};
    case ShapeType::cone:
      return {make_cone(0.5 * sides[0], sides[1], rounding).value, {}, nullptr};
    case ShapeType::ellipsoid:
      return {make_ellipsoid(0.5 * sides[0], 0.5 * sides[1], 0.5 * sides[2]).value, {}, nullptr};
    case ShapeType::triangle: {
      std::vector<double> corners;
      // One corner in each third of a circle, in a random plane.
      const Vec3 u = random.direction(), v = perpendicular(random, u);
      for (int i = 0; i < 3; ++i) {
        const double angle = 2.0944 * (i + random.uniform(-0.4, 0.4));
        const Vec3 p = u * (0.5 * std::cos(angle)) + v * (0.5 * std::sin(angle));
        corners.insert(corners.end(), {sides[0] * p.x, sides[1] * p.y, sides[2] * p.z});
      }
      return make_test_triangle(corners);
    }
    case ShapeType::convex_hull:
    case ShapeType::compound:
    case ShapeType::triangle_mesh:
    case ShapeType::height_field:
    case ShapeType::voxels:
    case ShapeType::half_space:
      break;
  }
  // Points on an ellipsoid, in a box, or a prism: rounded, chunky, and with parallel sides.
  std::vector<double> points;
  const int kind = random.below(3), count = 6 + random.below(14);
  for (int i = 0; i < count; ++i) {
    Vec3 p = kind == 0 ? random.direction() : random.in_cube(1.0);
    if (kind == 2 && i >= count / 2) {
      points.insert(points.end(), {points[3 * static_cast<std::size_t>(i - count / 2)],
                                   points[3 * static_cast<std::size_t>(i - count / 2) + 1], 0.5 * sides[2]});
      continue;
    }
    if (kind == 2) p.z = -1.0;
    points.insert(points.end(), {0.5 * sides[0] * p.x, 0.5 * sides[1] * p.y, 0.5 * sides[2] * p.z});
  }
  if (kind == 2 && count / 2 < 3) points.insert(points.end(), {0.0, 0.5 * sides[1], 0.0});
  // A thin prism over a sliver has no volume.
  if (!build_hull(points).ok()) return make_test_shape(random, type, form, size);
  TestShape made = make_test_hull(points);
  made.shape = make_convex_hull(*made.hull, rounding).value;
  return made;
}

std::string TestShape::replay() const {
  const double* p = shape.parameters;
  switch (shape.type) {
    case ShapeType::sphere:
      return "make_sphere(" + number(p[0]) + ")";
    case ShapeType::box:
    case ShapeType::round_box:
      return "make_box(" + number(p[0]) + ", " + number(p[1]) + ", " + number(p[2]) + ", " + number(p[3]) + ")";
    case ShapeType::ellipsoid:
      return "make_ellipsoid(" + number(p[0]) + ", " + number(p[1]) + ", " + number(p[2]) + ")";
    case ShapeType::tapered_capsule:
      return "make_tapered_capsule(" + number(p[0]) + ", " + number(p[1]) + ", " + number(p[2]) + ")";
    case ShapeType::capsule:
      return "make_capsule(" + number(p[0]) + ", " + number(p[1]) + ")";
    case ShapeType::cylinder:
    case ShapeType::cone:
      return std::string("make_") + name_of(shape.type) + "(" + number(p[0]) + ", " + number(p[1]) + ", " +
             number(p[2]) + ")";
    case ShapeType::triangle: {
      std::string text = "make_triangle({" + number(p[0]);
      for (int i = 1; i < 9; ++i) text += (i % 3 == 0 ? "}, {" : ", ") + number(p[i]);
      return text + "})";
    }
    case ShapeType::convex_hull:
    case ShapeType::compound:
    case ShapeType::triangle_mesh:
    case ShapeType::height_field:
    case ShapeType::voxels:
    case ShapeType::half_space:
      break;
  }
  std::string text = "make_test_hull({";
  for (const double coordinate : points) text += number(coordinate) + ", ";
  return text + "}) with rounding " + number(p[0]);
}

}  // namespace hyperplane::test
