#include "narrowphase/part/triangle_gap.h"

#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "composite/triangle_culling.h"
#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::Random;

/// The distance of a shape from a triangle with its prism, by GJK on a hull of its corners.
struct PrismAndShape {
  Vec3 corners[3];
  double thickness = 0.0;
  test::TestShape shape;
  Pose pose;
  Vec3 way;

  explicit PrismAndShape(Random& random) {
    for (Vec3& corner : corners) corner = random.in_cube(1.0);
    if (random.chance(0.4)) thickness = random.uniform(0.1, 1.0);
    const ShapeType types[] = {ShapeType::sphere,   ShapeType::capsule, ShapeType::box,         ShapeType::cylinder,
                               ShapeType::triangle, ShapeType::cone,    ShapeType::convex_hull, ShapeType::ellipsoid};
    shape = test::make_test_shape(random, types[random.below(8)], test::ShapeForm::plain, random.uniform(0.1, 1.0));
    pose = {random.in_cube(1.2), random.rotation()};
    if (random.chance(0.5)) way = random.in_cube(1.5);
  }

  Shape triangle() const {
    Shape made{ShapeType::triangle, {0.0}};
    for (int i = 0; i < 9; ++i) made.parameters[i] = component(corners[i / 3], i % 3);
    return made;
  }

  double least_distance() const {
    test::TestShape prism;
    prism.shape = triangle();
    if (thickness > 0.0) {
      const Vec3 back = normalized(cross(corners[1] - corners[0], corners[2] - corners[0])) * -thickness;
      std::vector<double> points;
      for (const Vec3& corner : corners) {
        for (const Vec3& p : {corner, corner + back}) points.insert(points.end(), {p.x, p.y, p.z});
      }
      prism = test::make_test_hull(points);
    }
    double least = 1e300;
    const int steps = length(way) > 0.0 ? 20 : 0;
    for (int i = 0; i <= steps; ++i) {
      const Pose at{pose.position + way * (steps > 0 ? i / 20.0 : 0.0), pose.rotation};
      least = min(least, distance(prism.shape, {}, shape.shape, at).distance);
    }
    return least;
  }
};

TEST(TriangleGap, IsNeverWiderThanTheDistance) {
  constexpr std::uint64_t k_seed = 5102;
  Random random(k_seed);
  const int count = test::scaled(8000);
  int farther = 0, known = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const PrismAndShape pair(random);
    const double range = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.5), least = pair.least_distance();
    const bool is_known = is_farther(pair.triangle(), pair.thickness, pair.shape.shape, pair.pose, pair.way, range);
    if (is_known) EXPECT_GT(least, range - 2e-7);
    farther += least > range;
    known += is_known;
  }
  EXPECT_GT(known, farther / 2);
  EXPECT_LT(farther, count * 9 / 10);
}

TEST(TriangleCulling, RejectsNothingThatTouches) {
  constexpr std::uint64_t k_seed = 5103;
  Random random(k_seed);
  const int count = test::scaled(8000);
  int apart = 0, rejected = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    PrismAndShape pair(random);
    const Vec3 half{random.uniform(0.05, 0.6), random.uniform(0.05, 0.6), random.uniform(0.05, 0.6)};
    pair.shape.shape = make_box(2.0 * half.x, 2.0 * half.y, 2.0 * half.z).value;
    pair.pose.rotation = {};
    const Triangle triangle(pair.corners[0], pair.corners[1], pair.corners[2]);
    const TriangleCulling culling({pair.pose.position - half, pair.pose.position + half}, pair.way, 2.0);
    const bool is_rejected = culling.rejects(triangle, triangle.normal() * -pair.thickness);
    const double least = pair.least_distance();
    if (is_rejected) EXPECT_GT(least, -2e-7);
    apart += least > 0.0;
    rejected += is_rejected;
  }
  EXPECT_GT(rejected, apart / 2);
  EXPECT_LT(apart, count * 9 / 10);
}

}  // namespace
}  // namespace hyperplane
