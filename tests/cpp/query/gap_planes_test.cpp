#include "query/gap_planes.h"

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::Random;

TEST(GapPlanes, NeverKeepApartWhatComesNearer) {
  constexpr std::uint64_t k_seed = 7403;
  Random random(k_seed);
  const int count = test::scaled(8000);
  const ShapeType bodies[] = {ShapeType::sphere,   ShapeType::capsule, ShapeType::box,         ShapeType::cylinder,
                              ShapeType::triangle, ShapeType::cone,    ShapeType::convex_hull, ShapeType::ellipsoid};
  int farther = 0, known = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const double far = random.chance(0.3) ? 1e6 : 0.0;
    const Vec3 middle = random.in_cube(far);
    const test::TestShape body = test::make_test_shape(random, bodies[random.below(8)], test::ShapeForm::plain, 0.5);
    const bool is_box = random.chance(0.5);
    const test::TestShape part = test::make_test_shape(random, is_box ? ShapeType::box : ShapeType::triangle,
                                                       test::ShapeForm::plain, random.uniform(0.2, 2.0));
    const Quat rotation = random.rotation();
    const Pose place{random.in_cube(1.0), random.rotation()};
    const Vec3 at = random.in_cube(1.0), way = random.chance(0.5) ? random.in_cube(1.5) : Vec3{};
    const double reach = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.5);
    const GapPlanes planes(TranslatingBody(body.shape, rotation), part.shape, 0.0, place, 6.0);

    double least = 1e300;
    for (int i = 0; i <= 20; ++i) {
      const Pose there{middle + at + way * (i / 20.0), rotation};
      const Pose part_there{middle + place.position, place.rotation};
      least = min(least, distance(body.shape, there, part.shape, part_there).distance);
    }
    const bool is_known = planes.keep_farther(at, way, reach);
    if (is_known) {
      EXPECT_GT(least, reach - 1e-8);
    }
    farther += least > reach;
    known += is_known;
  }
  EXPECT_GT(known, farther / 2);
  EXPECT_LT(farther, count * 9 / 10);
}

TEST(GapPlanes, KeepApartBehindThePrismOfATriangle) {
  const Shape triangle = make_triangle({0, 0, 0}, {0, 0, 1}, {1, 0, 0}).value;
  const GapPlanes planes(TranslatingBody(make_sphere(0.5).value, {}), triangle, 1.0, {}, 4.0);
  const Vec3 none;
  EXPECT_TRUE(planes.keep_farther({0.3, 0.7, 0.3}, none, 0.1));
  EXPECT_FALSE(planes.keep_farther({0.3, 0.7, 0.3}, none, 0.3));
  EXPECT_FALSE(planes.keep_farther({0.3, 0.7, 0.3}, {0, -0.2, 0}, 0.1));
  EXPECT_FALSE(planes.keep_farther({0.3, -1.4, 0.3}, none, 0.0));
  EXPECT_TRUE(planes.keep_farther({0.3, -1.6, 0.3}, none, 0.0));
}

}  // namespace
}  // namespace hyperplane
