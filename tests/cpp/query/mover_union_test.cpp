#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/mover.h>
#include <hyperplane/shape_query.h>

#include "support/convex_shapes.h"
#include "support/test_size.h"
#include "support/told_world.h"

/// Movers in levels that are told in several ways go the same way.

namespace hyperplane::test {
namespace {

constexpr Telling k_mover_tellings[] = {Telling::twice,      Telling::thrice, Telling::halved,
                                        Telling::overlapped, Telling::nested, Telling::compound,
                                        Telling::turned,     Telling::meshes, Telling::one_mesh};

constexpr ShapeType k_walker_types[] = {ShapeType::sphere,     ShapeType::capsule, ShapeType::box,
                                        ShapeType::cylinder,   ShapeType::cone,    ShapeType::ellipsoid,
                                        ShapeType::convex_hull};

/// A floor with walls, crates and steps on it.
std::vector<Block> make_level(Random& random) {
  std::vector<Block> blocks{{{20.0, 1.0, 20.0}, {0.0, -0.5, 0.0}}};
  const double thickness = random.log_uniform(-3, 0);
  blocks.push_back(
      {{thickness, 6.0, 8.0}, {random.uniform(1.5, 4.0) + 0.5 * thickness, random.uniform(0.0, 2.5), 0.0}});
  for (int i = random.below(4); i > 0; --i) {
    const Vec3 size{random.uniform(0.3, 2.0), random.uniform(0.1, 1.0), random.uniform(0.3, 2.0)};
    blocks.push_back({size, {random.uniform(1.0, 3.0), 0.5 * size.y, random.uniform(-2.0, 2.0)}});
  }
  return blocks;
}

TEST(MoverUnion, GoesTheSameWayHoweverALevelIsTold) {
  Random random(993);
  int walks = 0, bad = 0;
  for (int run = 0; run < scaled(300); ++run) {
    const std::vector<Block> blocks = make_level(random);
    const TestShape body =
        make_test_shape(random, k_walker_types[random.below(7)], ShapeForm::plain, random.uniform(0.2, 0.8));
    const Quat rotation = random.chance(0.5) ? Quat{} : random.rotation();
    const double low = -support(body.shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    const Vec3 from{-1.5, low + random.uniform(-0.02, 0.02), random.uniform(-2.0, 2.0)};
    Vec3 deltas[8];
    for (Vec3& delta : deltas) {
      delta = {random.uniform(-0.5, 2.5), random.uniform(-0.3, 0.4), random.uniform(-0.5, 0.5)};
    }
    const auto walk = [&](Telling telling) {
      const ToldWorld told(blocks, telling);
      std::vector<Vec3> places{from};
      for (const Vec3& delta : deltas) {
        places.push_back(told.world->move_and_slide(body.shape, {places.back(), rotation}, delta, {}).value.position);
      }
      return places;
    };
    const std::vector<Vec3> wanted = walk(Telling::once);
    for (const Telling telling : k_mover_tellings) {
      const std::vector<Vec3> places = walk(telling);
      std::size_t first = 0;
      while (first < places.size() && length(places[first] - wanted[first]) < 1e-4) ++first;
      ++walks;
      if (first == places.size()) continue;
      if (++bad > 20) continue;
      const Vec3 &at = places[first], &of = wanted[first];
      std::printf("%d telling %d type %d move %zu: %.9g %.9g %.9g instead of %.9g %.9g %.9g\n", run,
                  static_cast<int>(telling), static_cast<int>(body.shape.type), first, at.x, at.y, at.z, of.x, of.y,
                  of.z);
    }
  }
  std::printf("seed 993: %d walks, %d bad\n", walks, bad);
  EXPECT_LE(bad, walks / 1000);
}

/// A convex prism along z.
HullPtr make_prism(std::initializer_list<std::array<double, 2>> corners) {
  std::vector<double> points;
  for (const auto& [x, y] : corners) points.insert(points.end(), {x, y, -3.0, x, y, 3.0});
  return build_hull(points).value;
}

// A slope too steep to walk on stands flush on a block, and both end at a cliff: four of five bodies that fell onto its
// foot stood on the top of the block, which the slope covers.
TEST(MoverUnion, NothingStandsOnTheCoveredTopOfABlock) {
  Random random(994);
  int moves = 0;
  for (int run = 0; run < scaled(200); ++run) {
    const double rise = std::tan(random.uniform(0.9, 1.4));
    const HullPtr block = make_prism({{0, 0}, {2, 0}, {2, 1}, {0, 1}}),
                  slope = make_prism({{0, 1}, {2, 1}, {1, 1 + rise}, {0, 1 + rise}}),
                  all = make_prism({{0, 0}, {2, 0}, {2, 1}, {1, 1 + rise}, {0, 1 + rise}});
    const WorldPtr one = make_world().value, two = make_world().value;
    ASSERT_TRUE(one->add(fixed(make_convex_hull(*all), {})).ok());
    for (const Hull* part : {block.get(), slope.get()}) ASSERT_TRUE(two->add(fixed(make_convex_hull(*part), {})).ok());
    const double radius = random.uniform(0.2, 0.5);
    const Shape body = random.chance(0.5) ? make_sphere(radius).value : make_capsule(radius, 1.0).value;
    Vec3 position{2.0 + random.uniform(0.0, 0.5), 4.0, 0.0};
    for (int i = 0; i < 40; ++i, ++moves) {
      const MoverResult wanted = one->move_and_slide(body, {position, {}}, {0.0, -0.2, 0.0}, {}).value;
      const MoverResult found = two->move_and_slide(body, {position, {}}, {0.0, -0.2, 0.0}, {}).value;
      ASSERT_EQ(found.grounded, wanted.grounded) << run << " move " << i;
      ASSERT_LE(length(found.position - wanted.position), 1e-6) << run << " move " << i;
      position = wanted.position;
    }
  }
  EXPECT_GT(moves, 0);
}

}  // namespace
}  // namespace hyperplane::test
