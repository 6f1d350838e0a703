#pragma once

#include <string>
#include <vector>

#include <hyperplane/shape.h>

#include "support/random.h"
#include "support/shape_oracle.h"

/// Random shapes of every type on the list of shapes.

namespace hyperplane::test {

/// A shape, with its hull if it has one.
struct TestShape {
  Shape shape;
  /// Hull: x, y, z of each point.
  std::vector<double> points;
  HullPtr hull;

  OracleShape oracle(const Pose& pose = {}, const Vec3& origin = {}) const { return {shape, pose, points, origin}; }
  /// A line of C++ that reproduces the shape bit by bit.
  std::string replay() const;
};

enum class ShapeForm {
  plain,    // sides and radii within a factor of 4
  flat,     // one or two sides a thousandth of the rest
  rounded,  // cylinders, cones and hulls with a rounding; others plain
};

/// @param size m: approximate diameter.
TestShape make_test_shape(Random& random, ShapeType type, ShapeForm form, double size);
TestShape make_test_hull(const std::vector<double>& points);
/// A regular prism, or a frustum, with axis Y. @param middle of the prism, in the shape's frame.
TestShape make_test_prism(int sides, double radius, double height, double top_radius, const Vec3& middle = {});
/// Points on an ellipsoid.
TestShape make_test_ball(Random& random, int count, const Vec3& radii);
/// @param corners x, y, z of three.
TestShape make_test_triangle(const std::vector<double>& corners);

/// Random pairs with a shape that has no volume touch less often.
inline double least_share_of_hits(ShapeType a, ShapeType b) {
  const int flat = (a == ShapeType::triangle ? 1 : 0) + (b == ShapeType::triangle ? 1 : 0);
  return flat == 0 ? 0.3 : flat == 1 ? 0.15 : 0.02;
}

/// The list of shapes.
#define HYPERPLANE_TEST_SHAPE_TYPE(Type, name) ShapeType::name,
inline constexpr ShapeType k_shape_types[] = {HYPERPLANE_SHAPES(HYPERPLANE_TEST_SHAPE_TYPE)};
#undef HYPERPLANE_TEST_SHAPE_TYPE
const char* name_of(ShapeType type);

struct ShapePair {
  ShapeType a, b;
};
/// "box_cone"
std::string name_of(const ShapePair& types);
/// All pairs of types, each in both orders.
std::vector<ShapePair> ordered_shape_pairs();
/// All pairs of types, each in one order.
std::vector<ShapePair> shape_pairs();

inline Shape unit_box() { return make_box(1, 1, 1).value; }
inline Shape ball(double radius) { return make_sphere(radius).value; }

}  // namespace hyperplane::test
