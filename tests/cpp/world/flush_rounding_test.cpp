#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/mover.h>
#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "math/pose.h"
#include "math/quat.h"
#include "support/slider.h"
#include "support/test_size.h"

/// Floors of flush static colliders far from the origin, whose positions and sizes went through 32 bits.

namespace hyperplane::test {
namespace {

double rounded(double value) { return static_cast<double>(static_cast<float>(value)); }
Vec3 rounded(const Vec3& v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }
Quat rounded(const Quat& q) { return {rounded(q.x), rounded(q.y), rounded(q.z), rounded(q.w)}; }

enum class RoundedLayout {
  floor,        // positions as they are rounded
  wall,         // the same on its side
  turned,       // positions rounded, then turned
  turned_tiles  // positions turned, then rounded, so that tiles rise above each other
};
constexpr RoundedLayout k_rounded_layouts[] = {RoundedLayout::floor, RoundedLayout::wall, RoundedLayout::turned,
                                               RoundedLayout::turned_tiles};

/// What the tiles of a floor are.
enum class RoundedTiles { boxes, mixed_boxes, meshes, one_sided_meshes, compounds };
constexpr RoundedTiles k_rounded_kinds[] = {RoundedTiles::boxes, RoundedTiles::mixed_boxes, RoundedTiles::meshes,
                                            RoundedTiles::one_sided_meshes, RoundedTiles::compounds};

struct RoundedFloor {
  WorldPtr world = make_world().value;
  TriangleMeshPtr mesh;
  CompoundPtr compound;
  /// At the top of a tile in the middle.
  Pose frame;
  Vec3 up;
  /// m: how far tiles may be off their places.
  double rounding = 0.0;

  /// @param far tiles from the origin. @param half m: of the floor.
  RoundedFloor(Random& random, RoundedLayout layout, RoundedTiles kind, double size, int far, double half) {
    constexpr double k_half = 0.70710678118654752;
    const Quat turn = layout == RoundedLayout::floor  ? Quat{}
                      : layout == RoundedLayout::wall ? Quat{0.0, 0.0, k_half, k_half}
                                                      : normalized(rounded(random.rotation()));
    const bool is_turned_first = layout == RoundedLayout::wall || layout == RoundedLayout::turned_tiles;
    const auto place = [&](double x, double y, double z) {
      const Vec3 local{x * size, y * size, z * size};
      return is_turned_first ? rounded(rotate(turn, local)) : rotate(turn, rounded(local));
    };
    const auto add = [&](const Shape& shape, double x, double y, double z) {
      ColliderOptions options{shape, {place(x, y, z), turn}};
      options.is_static = true;
      ASSERT_TRUE(world->add(options).ok());
    };
    const int middle_x = random.chance(0.5) ? far : -far, middle_z = random.chance(0.3) ? 0 : far;
    const double side = rounded(size), wide = rounded(2.0 * size);
    const Shape tile = make_box(side, side, side).value, slab = make_box(wide, side, wide).value;
    const bool are_meshes = kind == RoundedTiles::meshes || kind == RoundedTiles::one_sided_meshes;
    if (are_meshes) {
      const std::vector<double> corners{-0.5 * side, 0, -0.5 * side, -0.5 * side, 0, 0.5 * side,
                                        0.5 * side,  0, -0.5 * side, 0.5 * side,  0, 0.5 * side};
      TriangleMeshOptions options;
      if (kind == RoundedTiles::one_sided_meshes) options.sides = SurfaceSides::front;
      mesh = build_triangle_mesh(corners, std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3}, options).value;
    }
    if (kind == RoundedTiles::compounds) {
      const double quarter = 0.5 * side;
      const Shape part = make_box(quarter, side, quarter).value;
      const double at = 0.5 * quarter;
      const std::vector<CompoundPart> parts{{part, {{-at, 0.0, -at}, {}}},
                                            {part, {{-at, 0.0, at}, {}}},
                                            {part, {{at, 0.0, -at}, {}}},
                                            {part, {{at, 0.0, at}, {}}}};
      compound = build_compound(parts).value;
    }
    const int count = static_cast<int>(std::ceil(0.5 * half / size));
    for (int i = -count; i <= count; ++i) {
      for (int k = -count; k <= count; ++k) {
        const int x = middle_x + 2 * i, z = middle_z + 2 * k;
        if (kind == RoundedTiles::mixed_boxes && random.chance(0.5)) {
          add(slab, x + 0.5, -0.5, z + 0.5);
          continue;
        }
        for (int corner = 0; corner < 4; ++corner) {
          const double at_x = x + (corner & 1), at_z = z + (corner >> 1);
          if (are_meshes) {
            add(make_triangle_mesh(*mesh), at_x, 0.0, at_z);
          } else {
            add(kind == RoundedTiles::compounds ? make_compound(*compound) : tile, at_x, -0.5, at_z);
          }
        }
      }
    }
    frame = {place(middle_x, 0.0, middle_z), turn};
    // Rows hold rotations in 32 bits.
    up = rotate(world->describe(0).pose.rotation, {0.0, 1.0, 0.0});
    rounding = 2e-6 + 0x1p-22 * length(frame.position);
  }
};

TEST(FlushRounding, SlidesOverTilesInThirtyTwoBitsMeetNoEdge) {
  Random random(961);
  int index = 0, cases = 0, seams = 0, bad = 0;
  for (const RoundedTiles kind : k_rounded_kinds) {
    for (const RoundedLayout layout : k_rounded_layouts) {
      for (const double size : {0.1, 1.0 / 3.0, 0.7, 1.3}) {
        ++index;
        for (const int far : {10, 100, 1000}) {
          if (!is_chosen(index++)) continue;
          const int before = bad;
          const RoundedFloor floor(random, layout, kind, size, far, 2.0);
          for (int run = 0; run < scaled(2) * k_slider_kinds; ++run) {
            const Slider slider = make_slider(random, run % k_slider_kinds);
            const double depth = random.uniform(1e-3, 0.05);
            ColliderId body;
            slide_over(*floor.world, slider, floor.frame, floor.up, random.direction(), depth,
                       [&](const SlidePlace& at) {
                         ++cases;
                         body = at.body;
                         seams += at.is_over_seam ? 1 : 0;
                         if (at.angle <= 1e-6 && std::fabs(at.deepest - depth) <= floor.rounding) return;
                         if (++bad > 20) return;
                         printf("%zu contacts, %g rad, %g of %g\n", at.contact_count, at.angle, at.deepest, depth);
                       });
            ASSERT_EQ(floor.world->remove(body), Status::ok);
          }
          if (bad != before) {
            printf("tiles %d layout %d size %g far %d: %d bad\n", static_cast<int>(kind), static_cast<int>(layout),
                   size, far, bad - before);
          }
        }
      }
    }
  }
  printf("seed 961: %d cases, %d over seams, %d bad\n", cases, seams, bad);
  EXPECT_LE(bad, 1 + cases / 1000);
  EXPECT_GT(seams, cases / 4);
}

TEST(FlushRounding, ContinuousBodiesMeetNoEdge) {
  Random random(962);
  int index = 0, slides = 0, impacts = 0;
  for (const RoundedTiles kind : k_rounded_kinds) {
    for (const RoundedLayout layout : k_rounded_layouts) {
      for (const double size : {0.1, 1.0 / 3.0, 0.7, 1.3}) {
        ++index;
        for (const int far : {10, 100, 1000}) {
          if (!is_chosen(index++)) continue;
          const RoundedFloor floor(random, layout, kind, size, far, 2.0);
          for (int run = 0; run < scaled(2) * k_slider_kinds; ++run) {
            const Slider slider = make_slider(random, run % k_slider_kinds);
            const Sweep slide = sunk_sweep(slider, random.uniform(1e-3, 0.05), random.direction());
            ColliderOptions options{slider.body.shape, floor.frame * slide.from};
            options.is_continuous = true;
            const ColliderId body = floor.world->add(options).value;
            ASSERT_TRUE(floor.world->update().ok());
            ASSERT_EQ(floor.world->set_pose(body, floor.frame * slide.to), Status::ok);
            ASSERT_TRUE(floor.world->update().ok());
            ++slides;
            impacts += static_cast<int>(floor.world->impacts().size());
            ASSERT_EQ(floor.world->remove(body), Status::ok);
          }
        }
      }
    }
  }
  printf("seed 962: %d slides, %d impacts\n", slides, impacts);
  EXPECT_LE(impacts, 1 + slides / 1000);
}

/// Movers that walk on the floor, pressed onto it.
TEST(FlushRounding, MoversMeetNoEdge) {
  Random random(964);
  int index = 0, walks = 0, bad = 0;
  for (const RoundedTiles kind : k_rounded_kinds) {
    for (const RoundedLayout layout : k_rounded_layouts) {
      for (const double size : {0.1, 1.0 / 3.0, 0.7, 1.3}) {
        for (const int far : {0, 10, 100, 1000}) {
          if (!is_chosen(index++)) continue;
          const int before = bad;
          const RoundedFloor floor(random, layout, kind, size, far, 2.0);
          for (int run = 0; run < scaled(2) * k_slider_kinds; ++run) {
            const Slider slider = make_slider(random, run % k_slider_kinds);
            const Vec3 heading = random.direction();
            const Sweep slide = sunk_sweep(slider, random.uniform(1e-3, 0.05), heading);
            MoverOptions walk;
            walk.up = floor.up;
            walk.step_height = 0.0;
            Pose start = floor.frame * slide.from;
            start.position += floor.up * 0.1;
            const Vec3 way = rotate(floor.frame.rotation, {2.0 * heading.x, -0.2, 2.0 * heading.z});
            const MoverResult moved = floor.world->move_and_slide(slider.body.shape, start, way, walk).value;
            ++walks;
            double worst = 0.0;
            for (int i = 0; i < moved.hit_count; ++i)
              worst = std::max(worst, length(cross(moved.hits[i].normal, floor.up)));
            if (worst <= 1e-5) continue;
            if (++bad <= 20) printf("%g rad, ", worst);
          }
          if (bad != before) {
            printf("tiles %d layout %d size %g far %d: %d bad\n", static_cast<int>(kind), static_cast<int>(layout),
                   size, far, bad - before);
          }
        }
      }
    }
  }
  printf("seed 964: %d walks, %d bad\n", walks, bad);
  EXPECT_LE(bad, 1 + walks / 1000);
}

/// A ball sunk into a floor before the edge of a higher one.
TEST(FlushRounding, StepsOfATenthOfAMillimetreAreFelt) {
  Random random(963);
  int steps = 0, bad = 0;
  for (int run = 0; run < scaled(3000); ++run) {
    const double height = random.chance(0.5) ? 1e-3 : 1e-4, size = random.uniform(0.3, 16.0);
    // Where 32 bits tell such heights apart by far.
    const double away = height < 5e-4 ? 1.0 : 70.0;
    const Vec3 from =
        rounded(Vec3{random.uniform(-away, away), random.uniform(-1.0, 1.0), random.uniform(-away, away)});
    const WorldPtr world = make_world().value;
    const Shape tile = make_box(size, size, size).value;
    for (const double side : {-0.5, 0.5}) {
      ColliderOptions options{tile, {from + Vec3{side * size, (side > 0.0 ? height : 0.0) - 0.5 * size, 0.0}, {}}};
      options.is_static = true;
      ASSERT_TRUE(world->add(options).ok());
    }
    const double radius = random.uniform(0.1, 0.5), depth = random.uniform(0.01, 0.1) * radius;
    const double below = radius - depth - height;
    const double beside = std::sqrt(radius * radius - below * below) - random.uniform(0.001, 0.01) * radius;
    const Shape body = ball(radius);
    ASSERT_TRUE(world->add({body, {from + Vec3{-beside, radius - depth, random.uniform(-0.1, 0.1)}, {}}}).ok());
    ASSERT_TRUE(world->update().ok());
    const ContactManifold alone = collide(tile, world->describe(1).pose, body, world->describe(2).pose);
    ASSERT_GT(alone.point_count, 0);
    if (alone.normal.x > -1e-3) continue;
    ++steps;
    const ContactList found = world->contacts();
    bool is_felt = false;
    for (std::size_t i = 0; i < found.pairs.size(); ++i) {
      const float* const n = found.normals.data() + 4 * i;
      is_felt = is_felt || (found.pairs[i].a == 1 && std::fabs(static_cast<double>(n[0]) - alone.normal.x) < 1e-5);
    }
    bad += is_felt && found.pairs.size() == 2 ? 0 : 1;
  }
  printf("seed 963: %d steps, %d bad\n", steps, bad);
  EXPECT_EQ(bad, 0);
  EXPECT_GT(steps, 0);
}

}  // namespace
}  // namespace hyperplane::test
