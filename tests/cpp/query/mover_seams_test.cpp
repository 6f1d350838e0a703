#include <algorithm>
#include <cstdio>

#include <gtest/gtest.h>

#include <hyperplane/mover.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/world.h>

#include "math/pose.h"
#include "support/slider.h"
#include "support/test_size.h"
#include "support/tile_floor.h"

/// Bodies that walk on floors of flush static colliders, or of flush parts of a compound, and slide along walls of
/// them, move as beside one box: their skin keeps them off the seams.

namespace hyperplane::test {
namespace {

void add_level_part(World& world, const Shape& shape, const Pose& pose) {
  ColliderOptions options{shape, pose};
  options.is_static = true;
  ASSERT_TRUE(world.add(options).ok());
}

TEST(MoverSeams, MovesAlongTilesAsAlongOneBox) {
  Random random(961);
  int walks = 0, several = 0;
  double worst = 0.0, worst_tilt = 0.0;
  for (const Tiling tiling : k_tilings) {
    for (int run = 0; run < scaled(100); ++run) {
      // A floor, or a wall whose front is at x = 0.
      const bool is_wall = random.chance(0.3);
      const Pose frame = is_wall ? Pose{{}, normalized(Quat{0, 0, -1, 1})} : Pose{};
      const TileFloor floor = make_tile_floor(random, tiling, 3.0);
      const WorldPtr tiles = make_world().value, slab = make_world().value;
      const bool is_compound = random.chance(0.5);
      const CompoundPtr compound = build_compound(floor.tiles).value;
      if (is_compound) {
        ASSERT_NO_FATAL_FAILURE(add_level_part(*tiles, make_compound(*compound), frame));
      }
      for (const CompoundPart& tile : floor.tiles) {
        if (!is_compound) ASSERT_NO_FATAL_FAILURE(add_level_part(*tiles, tile.shape, frame * tile.pose));
      }
      ASSERT_NO_FATAL_FAILURE(add_level_part(*slab, make_box(6, 1, 6).value, frame * Pose{{0, -0.5, 0}, {}}));
      const Slider slider = make_slider(random, run % k_slider_kinds);
      const Shape& shape = slider.body.shape;
      MoverOptions options;
      options.step_height = random.chance(0.5) ? 0.3 : 0.0;
      options.snap_distance = random.chance(0.5) ? 0.2 : 0.0;
      const Vec3 out = rotate(frame.rotation, {0, 1, 0}), across = rotate(frame.rotation, {1, 0, 0});
      const Vec3 start = across * random.uniform(-1, 1) + Vec3{0, 0, random.uniform(-1, 1)};
      const double low = -dot(support(shape, {{}, slider.rotation}, -out), out);
      Pose on_tiles{start + out * (0.1 + low), slider.rotation}, on_slab = on_tiles;
      const Vec3 heading = random.direction();
      const Vec3 delta = (across * heading.x + Vec3{0, 0, heading.z}) * 0.08 - out * 0.05;
      ++walks;
      for (int step = 0; step < 20; ++step) {
        const MoverResult moved = tiles->move_and_slide(shape, on_tiles, delta, options).value;
        const MoverResult same = slab->move_and_slide(shape, on_slab, delta, options).value;
        on_tiles.position = moved.position;
        on_slab.position = same.position;
        ASSERT_EQ(moved.grounded, same.grounded);
        worst = std::max(worst, length(moved.position - same.position));
        several += moved.hit_count > 1 ? 1 : 0;
        for (int i = 0; i < moved.hit_count; ++i) {
          worst_tilt = std::max(worst_tilt, length(moved.hits[i].normal - out));
        }
      }
    }
  }
  printf("seed 961: %d walks, %d hits of several tiles; %g m apart, %g rad tilted at most\n", walks, several, worst,
         worst_tilt);
  EXPECT_LT(worst, 3e-8);
  EXPECT_LT(worst_tilt, 1e-6);
}

}  // namespace
}  // namespace hyperplane::test
