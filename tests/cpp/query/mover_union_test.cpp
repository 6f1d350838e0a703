#include <algorithm>
#include <cmath>
#include <cstdio>
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

}  // namespace
}  // namespace hyperplane::test
