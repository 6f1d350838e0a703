#include <hyperplane/plane_tile_map.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "plane/plane_oracle.h"
#include "support/test_size.h"

/// Walks over tile maps: over flat tiles, from slopes to flat ones and back, through ledges, at any speed and with any
/// direction of up.

namespace hyperplane::test::in_walks {
namespace {

using plane::MoverOptions;
using plane::MoverResult;
using plane::Pose;
using plane::Shape;
using plane::Vec2;
using plane::WorldPtr;

constexpr std::uint8_t k_solid = 1, k_rise = 2, k_fall = 3, k_rise_low = 4, k_rise_high = 5, k_ledge = 6;

struct TileRange {
  plane::CompositePtr composite;
  WorldPtr world = plane::make_world().value;
  Pose pose;

  TileRange(std::uint32_t columns, std::uint32_t rows, const std::vector<std::uint8_t>& tiles, const Pose& at,
            bool is_mirrored)
      : pose(at) {
    // In y down, a map is the same one upside down.
    std::vector<std::uint8_t> told = tiles;
    for (std::uint32_t y = 0; y < rows && is_mirrored; ++y) {
      for (std::uint32_t x = 0; x < columns; ++x) told[y * columns + x] = tiles[(rows - 1 - y) * columns + x];
    }
    const auto up = [&](double y) { return is_mirrored ? 1.0 - y : y; };
    std::vector<double> points;
    std::vector<plane::TileKind> kinds;
    const auto polygon = [&](std::uint32_t kind, const std::vector<Vec2>& corners) {
      kinds.push_back(
          {kind, static_cast<std::uint32_t>(plane::TileForm::polygon), static_cast<std::uint32_t>(corners.size())});
      for (const Vec2 corner : corners) points.insert(points.end(), {corner.x, up(corner.y)});
    };
    polygon(k_rise, {{0, 0}, {1, 0}, {1, 1}});
    polygon(k_fall, {{0, 0}, {1, 0}, {0, 1}});
    polygon(k_rise_low, {{0, 0}, {1, 0}, {1, .5}});
    polygon(k_rise_high, {{0, 0}, {1, 0}, {1, 1}, {0, .5}});
    kinds.push_back({k_ledge, static_cast<std::uint32_t>(plane::TileForm::one_way), 1});
    points.insert(points.end(), {0.0, is_mirrored ? -1.0 : 1.0});
    plane::BuiltComposite built = plane::build_tile_map({columns, rows, {1.0, 1.0}, told, kinds, points});
    EXPECT_TRUE(built.ok()) << built.message;
    composite = static_cast<plane::CompositePtr&&>(built.value);
    plane::ColliderOptions options;
    options.shape = make_composite(*composite);
    options.pose = pose;
    options.is_static = true;
    EXPECT_TRUE(world->add(options).ok());
    mirror_height = is_mirrored ? rows : 0.0;
    sign = is_mirrored ? -1.0 : 1.0;
  }

  /// A direction or place of the map with y up, in the world.
  Vec2 way(Vec2 v) const {
    const double c = std::cos(pose.angle), s = std::sin(pose.angle), y = v.y * sign;
    return {c * v.x - s * y, s * v.x + c * y};
  }
  Vec2 place(Vec2 v) const {
    const Vec2 to = way({v.x, v.y - (sign < 0.0 ? mirror_height : 0.0)});
    return {pose.position.x + to.x, pose.position.y + to.y};
  }
  Vec2 local(Vec2 v) const {
    const double c = std::cos(pose.angle), s = std::sin(pose.angle);
    const Vec2 d{v.x - pose.position.x, v.y - pose.position.y};
    const Vec2 in_map{c * d.x + s * d.y, -s * d.x + c * d.y};
    return {in_map.x, sign < 0.0 ? mirror_height - in_map.y : in_map.y};
  }

  double mirror_height = 0.0, sign = 1.0;
};

/// Two rows of flat tiles, up a slope of 45 degrees, flat, down again, flat, up a gentle one, flat, and back.
std::vector<std::uint8_t> hills() {
  const int columns = 40, rows = 6;
  std::vector<std::uint8_t> tiles(static_cast<std::size_t>(columns) * rows, 0);
  const auto set = [&](int x, int y, std::uint8_t kind) { tiles[static_cast<std::size_t>(y * columns + x)] = kind; };
  for (int x = 0; x < columns; ++x) {
    set(x, 0, k_solid);
    set(x, 1, k_solid);
  }
  set(8, 2, k_rise);
  for (int x = 9; x < 14; ++x) set(x, 2, k_solid);
  set(14, 2, k_fall);
  set(22, 2, k_rise_low);
  set(23, 2, k_rise_high);
  for (int x = 24; x < 40; ++x) set(x, 2, k_solid);
  return tiles;
}
double hill_height(double x) {
  if (x < 8.0 || (x >= 15.0 && x < 22.0)) return 2.0;
  if (x < 9.0) return 2.0 + (x - 8.0);
  if (x < 14.0) return 3.0;
  if (x < 15.0) return 3.0 - (x - 14.0);
  return x < 24.0 ? 2.0 + 0.5 * (x - 22.0) : 3.0;
}

TEST(PlaneTileWalk, SlopesThatMeetFlatTilesPushNobody) {
  const Shape bodies[] = {plane_capsule(0.3, 0.6).shape, plane_rectangle(0.6, 1.2).shape, plane_circle(0.45).shape};
  const double soles[] = {0.6, 0.6, 0.45};
  int walks = 0, snags = 0;
  for (int turn = 0; turn < 8; ++turn) {
    for (const bool is_mirrored : {false, true}) {
      for (const double speed : {0.2, 1.0, 5.0, 20.0}) {
        for (int k = 0; k < 3; ++k) {
          for (const double sense : {1.0, -1.0}) {
            if (!is_chosen(walks++)) continue;
            const double angle = turn * 0.78539816339744831;
            const TileRange range(40, 6, hills(), {{turn * 3.0, -turn * 7.0}, angle}, is_mirrored);
            MoverOptions options;
            options.up = range.way({0.0, 1.0});
            // A box that leaves a slope at a crest falls by half of its width.
            options.snap_distance = 0.5;
            const double step = speed / 60.0, from = sense > 0.0 ? 2.0 : 38.0;
            // A box stands on a corner on slopes: higher by the slope over half of it.
            Pose pose{range.place({from, hill_height(from) + soles[k] + 0.011}), is_mirrored ? -angle : angle};
            pose.angle = angle;
            double x = from;
            bool is_right = true;
            // The slowest walk over what bends only.
            const double end = speed < 0.5 ? from + sense * 8.0 : sense > 0.0 ? 38.0 : 2.0;
            for (int i = 0; i < 4000 && is_right && (end - x) * sense > step; ++i) {
              const Vec2 delta = range.way({sense * step, -0.002});
              const Result<MoverResult> moved = range.world->move_and_slide(bodies[k], pose, delta, options);
              ASSERT_TRUE(moved.ok());
              pose.position = moved.value.position;
              const Vec2 now = range.local(pose.position);
              // The mover walks along slopes at the length of its step.
              const double gained = (now.x - x) * sense;
              is_right = moved.value.grounded && gained > 0.4 * step && gained < 1.01 * step;
              const double above = now.y - soles[k] - hill_height(now.x);
              is_right = is_right && above > -1e-3 && above < 0.7;
              x = now.x;
            }
            if (!is_right) {
              std::printf("turn %d mirrored %d speed %g body %d sense %g: stops at %g\n", turn, is_mirrored ? 1 : 0,
                          speed, k, sense, x);
            }
            snags += is_right ? 0 : 1;
          }
        }
      }
    }
  }
  EXPECT_EQ(snags, 0);
}

TEST(PlaneTileWalk, LedgesAreStoodOnAndJumpedThrough) {
  std::vector<std::uint8_t> tiles(20 * 8, 0);
  for (std::size_t x = 0; x < 20; ++x) tiles[x] = k_solid;
  for (std::size_t x = 5; x < 12; ++x) tiles[3 * 20 + x] = k_ledge;
  for (const bool is_mirrored : {false, true}) {
    for (int turn = 0; turn < 4; ++turn) {
      const TileRange range(20, 8, tiles, {{1.0, 2.0}, turn * 1.5707963267948966}, is_mirrored);
      Shape body = plane_capsule(0.3, 0.6).shape;
      MoverOptions options;
      options.up = range.way({0.0, 1.0});
      Pose pose{range.place({7.5, 1.61}), range.pose.angle};
      const auto move = [&](Vec2 by) {
        const Result<MoverResult> moved = range.world->move_and_slide(body, pose, range.way(by), options);
        EXPECT_TRUE(moved.ok());
        pose.position = moved.value.position;
        return moved.value;
      };
      // Up through it, and down onto it.
      for (int i = 0; i < 16; ++i) move({0.02, 0.25});
      EXPECT_NEAR(range.local(pose.position).y, 5.61, 1e-6);
      for (int i = 0; i < 20; ++i) move({0.0, -0.25});
      EXPECT_NEAR(range.local(pose.position).y, 4.61, 1e-3);
      // Along it: its ends push nobody.
      for (int i = 0; i < 20; ++i) EXPECT_TRUE(move({0.1, -0.01}).grounded);
      EXPECT_NEAR(range.local(pose.position).y, 4.61, 1e-3);
      // And down through it, without its kind.
      KindMask others;
      others.words[0] &= ~(std::uint64_t{1} << k_ledge);
      body.kinds = &others;
      move({0.0, -0.25});
      body.kinds = nullptr;
      for (int i = 0; i < 20; ++i) move({0.0, -0.25});
      EXPECT_NEAR(range.local(pose.position).y, 1.61, 1e-3);
    }
  }
}

}  // namespace
}  // namespace hyperplane::test::in_walks
