#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// Floors and walls of flush static colliders far from the origin, whose positions went through 32 bits.

namespace hyperplane::test::in_plane {
namespace {

using plane::ColliderOptions;
using plane::Pose;
using plane::Shape;
using plane::Vec2;
using plane::WorldPtr;

double to_32_bits(double value) { return static_cast<double>(static_cast<float>(value)); }
Vec2 to_32_bits(Vec2 v) { return {to_32_bits(v.x), to_32_bits(v.y)}; }

Vec2 turned(Vec2 v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

enum class TileLayout {
  floor,        // positions as they are rounded
  wall,         // the same on its side
  turned,       // positions rounded, then turned
  turned_tiles  // positions turned, then rounded, so that tiles rise above each other
};
constexpr TileLayout k_tile_layouts[] = {TileLayout::floor, TileLayout::wall, TileLayout::turned,
                                         TileLayout::turned_tiles};

/// A row of tiles with its surface along x at y = 0, seen from `frame`.
struct TileRow {
  /// Rectangles, convex and concave polygons, compounds, segments, chains of both kinds, and one after the other.
  static constexpr int k_kinds = 8;

  WorldPtr world = plane::make_world().value;
  Pose frame;
  Vec2 up;
  /// m: how far tiles may be off their places.
  double rounding = 0.0;

  /// @param far tiles from the origin. @param half how many tiles on each side of the middle.
  TileRow(Random& random, TileLayout layout, int kind, double size, int far, int half) {
    const double turn = layout == TileLayout::floor  ? 0.0
                        : layout == TileLayout::wall ? 1.5707963267948966
                                                     : to_32_bits(random.uniform(-3.0, 3.0));
    const auto place = [&](double x, double y) {
      const Vec2 local{x * size, y * size};
      return layout == TileLayout::turned ? turned(to_32_bits(local), turn) : to_32_bits(turned(local, turn));
    };
    const double side = to_32_bits(size), e = 0.5 * side;
    const Shape brick = plane_rectangle(e, side).shape;
    const plane::CompoundPart bricks[] = {{brick, {{-0.5 * e, -e}, 0.0}}, {brick, {{0.5 * e, -e}, 0.0}}};
    const double line[] = {-e, 0.0, 0.0, 0.0, e, 0.0};
    plane::BuiltComposite built[] = {build({{Ring{{-e, -side}, {0.0, -0.6 * side}, {e, -side}, {e, 0.0}, {-e, 0.0}}}}),
                                     plane::build_compound(bricks),
                                     plane::build_chain(line, false, plane::ChainSides::both),
                                     plane::build_chain(line, false, plane::ChainSides::front)};
    solid_ = plane_polygon({{-e, -side}, {e, -side}, {e, 0.0}, {-e, 0.0}});
    const int middle = random.chance(0.5) ? far : -far;
    for (int i = -half; i <= half; ++i) {
      const int of = kind < k_kinds - 1 ? kind : random.below(k_kinds - 1);
      const Shape shape = of == 0   ? plane_rectangle(side, side).shape
                          : of == 1 ? solid_.shape
                          : of == 4 ? plane_segment({-e, 0.0}, {e, 0.0}).shape
                                    : make_composite(*built[of < 4 ? of - 2 : of - 3].value);
      ColliderOptions options;
      options.shape = shape;
      options.pose = {place(middle + i, of == 0 ? -0.5 : 0.0), turn};
      options.is_static = true;
      EXPECT_TRUE(world->add(options).ok());
    }
    for (plane::BuiltComposite& of : built) composites_.push_back(std::move(of.value));
    frame = {place(middle, 0.0), turn};
    up = turned({0.0, 1.0}, turn);
    rounding = 1e-6 * size + 0x1p-22 * std::hypot(frame.position.x, frame.position.y);
  }

  Pose placed(Vec2 local, double angle) const {
    const Vec2 there = turned(local, frame.angle);
    return {{frame.position.x + there.x, frame.position.y + there.y}, frame.angle + angle};
  }

 private:
  PlaneSolid solid_;
  std::vector<plane::CompositePtr> composites_;
};

/// Calls `run(row, size)` for rows of tiles of all kinds, up to 10 km away.
/// @param bad counted by `run`.
template <class Run>
void for_each_tile_row(Random& random, const int& bad, const Run& run) {
  for (int kind = 0; kind < TileRow::k_kinds; ++kind) {
    for (const TileLayout layout : k_tile_layouts) {
      for (const double size : {0.1, 1.0 / 3.0, 1.3, 10.0}) {
        for (const int far : {0, 10, 100, 1000}) {
          const TileRow row(random, layout, kind, size, far, 6);
          const int before = bad;
          run(row, size);
          if (bad == before) continue;
          printf("tiles %d layout %d size %g far %d: %d bad\n", kind, static_cast<int>(layout), size, far,
                 bad - before);
        }
      }
    }
  }
}

/// Bodies beside tiles of a size.
std::vector<PlaneSolid> sliders(double size) {
  return {plane_rectangle(0.8 * size, 1.2 * size), plane_rectangle(2.6 * size, 0.4 * size), plane_circle(0.4 * size),
          plane_capsule(0.3 * size, 0.8 * size),   plane_ellipse(0.7 * size, 0.3 * size),   plane_ring(5, 0.5 * size)};
}

TEST(PlaneRounding, BodiesOnTilesInThirtyTwoBitsMeetNoEdge) {
  Random random(171);
  int cases = 0, bad = 0;
  for_each_tile_row(random, bad, [&](const TileRow& row, double size) {
    for (const PlaneSolid& body : sliders(size)) {
      ColliderOptions options;
      options.shape = body.shape;
      const ColliderId id = row.world->add(options).value;
      for (int i = 0; i < scaled(40); ++i) {
        const double turns[] = {0.0, 0.0, 0.01, 1.5707963267948966, 0.3};
        const double angle = turns[random.below(5)], sink = size * random.uniform(2e-3, 0.08);
        const double low = support(body.shape, {{}, angle}, {0.0, -1.0}).y;
        const double right = support(body.shape, {{}, angle}, {random.chance(0.5) ? 1.0 : -1.0, 0.0}).x;
        const double x = random.chance(0.5)
                             ? (random.below(6) - 2.5) * size - right + 2.0 * sink * random.uniform(-1.0, 1.0)
                             : random.uniform(-3.0, 3.0) * size;
        const Pose pose = row.placed({x, -sink - low}, angle);
        ASSERT_EQ(row.world->set_pose(id, pose), Status::ok);
        ASSERT_TRUE(row.world->update().ok());
        const plane::ContactList contacts = row.world->contacts();
        double deepest = 0.0, worst = 0.0;
        for (std::size_t k = 0; k < contacts.pairs.size(); ++k) {
          const float* const n = contacts.normals.data() + 3 * k;
          const double side = contacts.pairs[k].a == id.row ? -1.0 : 1.0;
          const Vec2 normal{side * static_cast<double>(n[0]), side * static_cast<double>(n[1])};
          const double depth = static_cast<double>(n[2]);
          // What barely touches may have any normal.
          if (depth > row.rounding + 0x1p-16 * size)
            worst = std::max(worst, std::hypot(normal.x - row.up.x, normal.y - row.up.y));
          deepest = std::max(deepest, depth);
        }
        ++cases;
        if (worst <= 1e-6 + row.rounding / size && std::fabs(deepest - sink) <= row.rounding) continue;
        if (++bad <= 20) {
          printf("%zu contacts, %g rad, %g of %g\n", contacts.pairs.size(), worst, deepest, sink);
        }
      }
      EXPECT_EQ(row.world->remove(id), Status::ok);
    }
  });
  printf("seed 171: %d cases, %d bad\n", cases, bad);
  EXPECT_EQ(bad, 0);
}

TEST(PlaneRounding, ContinuousBodiesOnTilesInThirtyTwoBitsMeetNoEdge) {
  Random random(172);
  int slides = 0, bad = 0;
  for_each_tile_row(random, bad, [&](const TileRow& row, double size) {
    for (const PlaneSolid& body : sliders(size)) {
      ColliderOptions options;
      options.shape = body.shape;
      options.is_continuous = true;
      const ColliderId id = row.world->add(options).value;
      for (int i = 0; i < scaled(8); ++i) {
        const double sink = size * random.uniform(1e-2, 0.05), low = support(body.shape, {}, {0.0, -1.0}).y;
        const double way = (random.chance(0.5) ? 1.0 : -1.0) * random.uniform(0.1, 3.0) * size;
        ASSERT_EQ(row.world->teleport(id, row.placed({-0.5 * way, -sink - low}, 0.0)), Status::ok);
        ASSERT_TRUE(row.world->update().ok());
        ASSERT_EQ(row.world->set_pose(id, row.placed({0.5 * way, -sink - low}, 0.0)), Status::ok);
        ASSERT_TRUE(row.world->update().ok());
        ++slides;
        bad += row.world->impacts().empty() ? 0 : 1;
      }
      EXPECT_EQ(row.world->remove(id), Status::ok);
    }
  });
  printf("seed 172: %d slides, %d bad\n", slides, bad);
  EXPECT_EQ(bad, 0);
}

/// Movers that walk on the floor both ways, pressed onto it.
TEST(PlaneRounding, MoversOnTilesInThirtyTwoBitsMeetNoEdge) {
  Random random(173);
  int walks = 0, bad = 0;
  for_each_tile_row(random, bad, [&](const TileRow& row, double size) {
    for (const PlaneSolid& body : sliders(size)) {
      for (int i = 0; i < scaled(8); ++i) {
        plane::MoverOptions options;
        options.up = row.up;
        const double low = support(body.shape, {}, {0.0, -1.0}).y;
        const double way = (random.chance(0.5) ? 1.0 : -1.0) * random.uniform(0.1, 3.0) * size;
        const Pose from = row.placed({-0.5 * way, random.uniform(0.0, 0.1) * size + options.skin - low}, 0.0);
        const Vec2 delta = turned({way, -0.2 * size}, row.frame.angle);
        const plane::MoverResult moved = row.world->move_and_slide(body.shape, from, delta, options).value;
        double worst = 0.0;
        for (int k = 0; k < moved.hit_count; ++k) {
          worst = std::max(worst, std::fabs(moved.hits[k].normal.x * row.up.y - moved.hits[k].normal.y * row.up.x));
        }
        const double gone =
            (moved.position.x - from.position.x) * row.up.y - (moved.position.y - from.position.y) * row.up.x;
        ++walks;
        if (worst <= 1e-6 + row.rounding / size && moved.grounded && std::fabs(gone - way) <= 1e-3 * size) continue;
        if (++bad <= 20)
          printf("%g rad, %g of %g m, %s\n", worst, gone, way, moved.grounded ? "grounded" : "in the air");
      }
    }
  });
  printf("seed 173: %d walks, %d bad\n", walks, bad);
  EXPECT_EQ(bad, 0);
}

/// A wall on the floor stops all of them far away, too.
TEST(PlaneRounding, WallsFarAwayStillStop) {
  Random random(175);
  int walls = 0, bad = 0;
  for (const double size : {0.1, 1.0 / 3.0, 1.3, 10.0}) {
    for (const int far : {0, 10, 100, 1000}) {
      for (const double angle : {0.0, 1.5707963267948966, 0.7}) {
        const double side = to_32_bits(size);
        const WorldPtr world = plane::make_world().value;
        const Pose frame{turned({far * size, 0.0}, angle), angle};
        const auto placed = [&](double x, double y) {
          const Vec2 there = turned({x, y}, angle);
          return Vec2{frame.position.x + there.x, frame.position.y + there.y};
        };
        ColliderOptions tile;
        tile.shape = plane_rectangle(side, side).shape;
        tile.is_static = true;
        for (int i = -4; i <= 4; ++i) {
          tile.pose = {to_32_bits(placed((i - 0.5) * size, -0.5 * size)), angle};
          ASSERT_TRUE(world->add(tile).ok());
          tile.pose.position = to_32_bits(placed(0.5 * size, (i + 0.5) * size));
          if (i >= 0) ASSERT_TRUE(world->add(tile).ok());
        }
        const Vec2 along = turned({1.0, 0.0}, angle);
        for (const PlaneSolid& body : sliders(size)) {
          ColliderOptions options;
          options.shape = body.shape;
          options.is_continuous = true;
          options.layer = 2;
          const ColliderId id = world->add(options).value;
          const double low = support(body.shape, {}, {0.0, -1.0}).y, right = support(body.shape, {}, {1.0, 0.0}).x;
          for (int i = 0; i < scaled(10); ++i) {
            const double sink = size * random.uniform(5e-3, 0.05), deep = size * random.uniform(5e-3, 0.05);
            ++walls;
            ASSERT_EQ(world->teleport(id, {placed(-right + deep, -sink - low), angle}), Status::ok);
            ASSERT_TRUE(world->update().ok());
            const plane::ContactList contacts = world->contacts();
            bool has_wall = false;
            for (std::size_t k = 0; k < contacts.pairs.size(); ++k) {
              const float* const n = contacts.normals.data() + 3 * k;
              const double facing = static_cast<double>(n[0]) * along.x + static_cast<double>(n[1]) * along.y;
              has_wall = has_wall || (contacts.pairs[k].a == id.row ? facing : -facing) > 0.999;
            }
            // A sweep from a place before the wall.
            const double way = size * random.uniform(0.2, 2.0), rest = size * random.uniform(0.1, 1.0);
            ASSERT_EQ(world->teleport(id, {placed(-right - way, -sink - low), angle}), Status::ok);
            ASSERT_TRUE(world->update().ok());
            ASSERT_EQ(world->set_pose(id, {placed(-right + rest, -sink - low), angle}), Status::ok);
            ASSERT_TRUE(world->update().ok());
            const bool is_stopped =
                !world->impacts().empty() && std::fabs(world->impacts()[0].time * (way + rest) - way) < 1e-3 * size;
            // A mover.
            plane::MoverOptions walk;
            walk.up = turned({0.0, 1.0}, angle);
            walk.mask = 1;
            walk.skin = 0.01 * size;
            walk.step_height = walk.snap_distance = 0.0;
            const Pose from{placed(-right - way, walk.skin - low), angle};
            const plane::MoverResult moved =
                world->move_and_slide(body.shape, from, {along.x * (way + rest), along.y * (way + rest)}, walk).value;
            const double gone =
                (moved.position.x - from.position.x) * along.x + (moved.position.y - from.position.y) * along.y;
            const bool is_held = std::fabs(gone - (way - walk.skin)) < 2e-3 * size;
            if (has_wall && is_stopped && is_held) continue;
            if (++bad <= 20) {
              printf("size %g far %d type %d wall %d stopped %d held %d: %g of %g\n", size, far,
                     static_cast<int>(body.shape.type), has_wall, is_stopped, is_held, gone, way);
            }
          }
          ASSERT_EQ(world->remove(id), Status::ok);
        }
      }
    }
  }
  printf("seed 175: %d walls, %d bad\n", walls, bad);
  EXPECT_EQ(bad, 0);
}

/// A ball sunk into a floor before the edge of a higher one.
TEST(PlaneRounding, StepsOfAMillimetreAreFelt) {
  Random random(174);
  int steps = 0, bad = 0;
  for (int run = 0; run < scaled(3000); ++run) {
    const double height = random.chance(0.5) ? 1e-3 : 2e-4, size = random.uniform(0.3, 4.0);
    // Where 32 bits tell such heights apart by far.
    const double away = height < 5e-4 ? 1.0 : 70.0;
    const Vec2 from = to_32_bits(Vec2{random.uniform(-away, away), random.uniform(-1.0, 1.0)});
    const WorldPtr world = plane::make_world().value;
    ColliderOptions options;
    options.shape = plane_rectangle(size, size).shape;
    options.is_static = true;
    for (const double side : {-0.5, 0.5}) {
      options.pose.position = {from.x + side * size, from.y + (side > 0.0 ? height : 0.0) - 0.5 * size};
      ASSERT_TRUE(world->add(options).ok());
    }
    const double radius = random.uniform(0.1, 0.5), depth = random.uniform(0.01, 0.1) * radius;
    const double below = radius - depth - height;
    const double beside = std::sqrt(radius * radius - below * below) - random.uniform(0.001, 0.01) * radius;
    ColliderOptions ball;
    ball.shape = plane_circle(radius).shape;
    ball.pose.position = {from.x - beside, from.y + radius - depth};
    ASSERT_TRUE(world->add(ball).ok());
    ASSERT_TRUE(world->update().ok());
    const plane::Contact alone = collide(options.shape, options.pose, ball.shape, ball.pose);
    if (alone.point_count == 0 || alone.normal.x > -1e-3) continue;
    ++steps;
    const plane::ContactList found = world->contacts();
    bool is_felt = false;
    for (std::size_t i = 0; i < found.pairs.size(); ++i) {
      is_felt = is_felt ||
                (found.pairs[i].a == 1 && std::fabs(static_cast<double>(found.normals[3 * i]) - alone.normal.x) < 1e-5);
    }
    bad += is_felt && found.pairs.size() == 2 ? 0 : 1;
  }
  printf("seed 174: %d steps, %d bad\n", steps, bad);
  EXPECT_EQ(bad, 0);
  EXPECT_GT(steps, 0);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
