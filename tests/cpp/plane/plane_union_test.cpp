#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>
#include <hyperplane/plane_tile_map.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "plane/plane_composite_oracle.h"
#include "plane/shape/half_planes.h"
#include "support/test_size.h"

/// Static colliders that lie side by side are one union: a level told in other ways, its parts twice or thrice, in a
/// compound or cut into flush halves, gives the same answers. And what is pushed out is out.

namespace hyperplane::test::in_plane {
namespace {

using plane::ChainSides;
using plane::ColliderOptions;
using plane::Pose;
using plane::Shape;
using plane::Vec2;
using plane::WorldPtr;

std::vector<PlaneSolid> bodies() {
  return {plane_rectangle(0.8, 1.2), plane_rectangle(1.0, 0.4), plane_circle(0.4), plane_capsule(0.3, 0.8),
          plane_ellipse(0.7, 0.3), plane_ellipse(0.2, 0.6), plane_ring(5, 0.5), plane_ring(3, 0.6),
          // Whose lowest vertex is often the one that meets a wall.
          plane_polygon({{-0.4, -0.3}, {0.5, -0.2}, {0.3, 0.4}, {-0.2, 0.5}}),
          plane_polygon({{-0.5, -0.1}, {0.4, -0.3}, {0.1, 0.5}})};
}

/// A static part of a level.
struct Block {
  Vec2 middle;
  double width, height;
};

/// How a level is told.
enum class Telling { once, twice, thrice, compound, upper_and_lower, left_and_right, polygons, inside };
constexpr Telling k_retold[] = {Telling::twice,          Telling::thrice,   Telling::compound, Telling::upper_and_lower,
                                Telling::left_and_right, Telling::polygons, Telling::inside};

/// A world of blocks.
class Level {
 public:
  Level(const std::vector<Block>& blocks, Telling telling) {
    std::vector<plane::CompoundPart> parts;
    for (const Block& block : blocks) {
      const double w = block.width, h = block.height, x = block.middle.x, y = block.middle.y;
      const auto add = [&](Vec2 at, double width, double height) {
        add_shape(plane_rectangle(width, height).shape, at);
      };
      switch (telling) {
        case Telling::once:
          add({x, y}, w, h);
          break;
        case Telling::thrice:
          add({x, y}, w, h);
          [[fallthrough]];
        case Telling::twice:
          add({x, y}, w, h);
          add({x, y}, w, h);
          break;
        case Telling::compound:
          parts.push_back({plane_rectangle(w, h).shape, {{x, y}, 0.0}});
          parts.push_back({plane_rectangle(w, h).shape, {{x, y}, 0.0}});
          break;
        case Telling::upper_and_lower:
          add({x, y - 0.25 * h}, w, 0.5 * h);
          add({x, y + 0.25 * h}, w, 0.5 * h);
          break;
        case Telling::left_and_right:
          add({x - 0.25 * w, y}, 0.5 * w, h);
          add({x + 0.25 * w, y}, 0.5 * w, h);
          break;
        case Telling::polygons:
          // Not convex, so that it is cut: with a notch below, where nobody is.
          composites_.push_back(build({{Ring{{-0.5 * w, -0.5 * h},
                                             {0.0, -0.4 * h},
                                             {0.5 * w, -0.5 * h},
                                             {0.5 * w, 0.5 * h},
                                             {-0.5 * w, 0.5 * h}}}})
                                    .value);
          add_shape(make_composite(*composites_.back()), {x, y});
          break;
        case Telling::inside:
          add({x, y}, w, h);
          add({x, y}, 0.9 * w, 0.9 * h);
          break;
      }
    }
    if (parts.empty()) return;
    composites_.push_back(plane::build_compound(parts).value);
    add_shape(make_composite(*composites_.back()), {});
  }

  void add_shape(const Shape& shape, Vec2 at) {
    ColliderOptions options;
    options.shape = shape;
    options.pose = {at, 0.0};
    options.is_static = true;
    EXPECT_TRUE(world->add(options).ok());
    statics_.push_back(options);
  }
  /// Overlap with the static collider that the body is deepest in; negative: none.
  double deepest(const Shape& body, const Pose& pose) const {
    double deepest = -1.0;
    for (const ColliderOptions& options : statics_) {
      const plane::Contact contact = collide(options.shape, options.pose, body, pose);
      if (contact.point_count > 0) deepest = std::max(deepest, contact.depth);
    }
    return deepest;
  }

  WorldPtr world = plane::make_world().value;

 private:
  std::vector<plane::CompositePtr> composites_;
  std::vector<ColliderOptions> statics_;
};

/// A floor whose surface is at y = 0, and a wall whose face is at x = 5. It may go on below the floor.
std::vector<Block> floor_and_wall(Random& random) {
  const double foot = random.chance(0.3)   ? 0.0
                      : random.chance(0.4) ? 1.0
                                           : random.uniform(0.0, 0.9),
               top = random.uniform(1.5, 9.0);
  const double thick = random.chance(0.5) ? 1.0 : random.uniform(0.1, 1.0);
  return {{{0.0, -0.5}, 20.0, 1.0}, {{5.0 + 0.5 * thick, 0.5 * (top - foot)}, thick, top + foot}};
}

/// Of bodies that rest in the floor: 0, or 1 to 50 mm.
double sunk(Random& random) { return random.chance(0.2) ? 0.0 : random.uniform(1e-3, 0.05); }

ColliderOptions mover_of(const Shape& shape, Vec2 at, double angle) {
  ColliderOptions options;
  options.shape = shape;
  options.pose = {at, angle};
  options.is_continuous = true;
  return options;
}

/// Walls of all kinds.
class Walls {
 public:
  static constexpr int k_kinds = 7;

  Shape shape(int kind) const {
    if (kind < 5) return solids_[kind].shape;
    return make_composite(kind == 5 ? *chain_ : *star_.value);
  }

 private:
  static constexpr double k_bent[] = {0.0, -3.0, 0.0, 3.0, 0.3, 5.0};
  const PlaneSolid solids_[5] = {plane_ellipse(0.3, 3.0), plane_circle(2.0), plane_capsule(0.3, 3.0),
                                 plane_segment({0.0, -2.0}, {0.5, 4.0}),
                                 plane_polygon({{0.0, -3.0}, {2.0, 0.0}, {0.0, 4.0}})};
  const plane::CompositePtr chain_ = plane::build_chain(k_bent, false, ChainSides::both).value;
  const plane::BuiltComposite star_ = build({{Ring{{0.0, -3.0}, {1.0, -2.0}, {0.4, 0.0}, {1.0, 4.0}, {0.0, 4.0}}}});
};

/// A floor with a wall that is there one to three times. @param copies 4: twice, in a compound. @param both that.
Level walled_level(const Shape& wall, Vec2 place, const plane::Composite& both, int copies) {
  Level level({{{0.0, -0.5}, 40.0, 1.0}}, Telling::once);
  if (copies == 4) {
    level.add_shape(make_composite(both), {});
  } else {
    for (int k = 0; k < copies; ++k) level.add_shape(wall, place);
  }
  return level;
}

/// The impacts of a continuous body that goes from one pose to another.
auto impacts_on_the_way(const Level& level, const Shape& body, const Pose& from, const Pose& to) {
  plane::World& world = *level.world;
  const ColliderId id = world.add(mover_of(body, from.position, from.angle)).value;
  EXPECT_TRUE(world.update().ok());
  EXPECT_EQ(world.set_pose(id, to), Status::ok);
  EXPECT_TRUE(world.update().ok());
  return world.impacts();
}

double low_of(const Shape& shape, double angle) { return -support(shape, {{}, angle}, {0.0, -1.0}).y; }
Vec2 right_of(const Shape& shape, double angle) { return support(shape, {{}, angle}, {1.0, 0.0}); }

TEST(PlaneUnion, WallsStopBodiesThatRestInTheFloorHoweverTheyAreTold) {
  Random random(301);
  int flights = 0, bad = 0;
  const std::vector<PlaneSolid> solids = bodies();
  for (int i = 0; i < scaled(1000); ++i) {
    const std::vector<Block> blocks = floor_and_wall(random);
    const Shape& body = solids[static_cast<std::size_t>(random.below(10))].shape;
    const double angle = random.chance(0.5) ? 0.0 : random.uniform(-3.0, 3.0), sink = sunk(random);
    const Vec2 from{random.uniform(-2.0, 1.0), low_of(body, angle) - sink}, right = right_of(body, angle);
    const Vec2 to{random.uniform(6.0, 12.0), from.y};
    const double wanted = (5.0 - right.x - from.x) / (to.x - from.x);
    // What is below the floor meets no wall: what is above it may be later.
    const Block& wall = blocks[1];
    const double top = wall.middle.y + 0.5 * wall.height;
    const Pose above{{wall.middle.x, 0.5 * top}, 0.0};
    const plane::Impact last =
        time_of_impact(body, {{from, angle}, {to, angle}}, plane_rectangle(wall.width, top).shape, {above, above});
    ASSERT_TRUE(last.hit);
    for (const Telling telling : k_retold) {
      const Level level(blocks, telling);
      const auto impacts = impacts_on_the_way(level, body, {from, angle}, {to, angle});
      ++flights;
      if (impacts.size() == 1 && impacts[0].time > wanted - 1e-5 && impacts[0].time < last.time + 1e-5) continue;
      if (++bad <= 10) {
        std::printf("%d telling %d type %d angle %g sunk %g: %zu impacts, %g of %g to %g\n", i,
                    static_cast<int>(telling), static_cast<int>(body.type), angle, sink, impacts.size(),
                    impacts.empty() ? -1.0 : impacts[0].time, wanted, last.time);
      }
    }
  }
  std::printf("seed 301: %d flights, %d bad\n", flights, bad);
  EXPECT_EQ(bad, 0);
}

TEST(PlaneUnion, WallsStopBodiesWithoutAnInside) {
  Random random(310);
  int lost = 0, early = 0, late = 0;
  const int count = scaled(4000);
  const PlaneSolid block = plane_rectangle(0.4, 10.0), face = plane_segment({-0.2, -5.0}, {-0.2, 5.0});
  constexpr double k_face[] = {-0.2, -5.0, -0.2, 1.0, -0.2, 5.0};
  const plane::CompositePtr chain = plane::build_chain(k_face, false, ChainSides::both).value;
  for (int i = 0; i < count; ++i) {
    const double w = random.uniform(0.1, 1.0), x = random.uniform(-0.5, 0.5), y = random.uniform(-0.5, 0.5);
    const PlaneSolid solids[] = {plane_circle(0.0), plane_segment({x, y}, {-y, x}), plane_capsule(0.0, w),
                                 plane_rectangle(w, 0.0), plane_ellipse(w, 0.0)};
    const Shape& body = solids[random.below(5)].shape;
    const double angle = random.chance(0.5) ? 0.5 * std::numbers::pi * random.below(4) : random.uniform(-3.0, 3.0);
    Level level({{{0.0, -0.5}, 40.0, 1.0}}, Telling::once);
    const int kind = random.below(3);
    for (int k = 0; k <= random.below(2); ++k) {
      level.add_shape(kind == 0 ? block.shape : kind == 1 ? face.shape : make_composite(*chain), {5.2, 4.0});
    }
    const Vec2 from{0.0, low_of(body, angle) - sunk(random)};
    const auto impacts = impacts_on_the_way(level, body, {from, angle}, {{10.0, from.y}, angle});
    const double wanted = (5.0 - right_of(body, angle).x) / 10.0;
    if (impacts.empty()) {
      if (++lost <= 5) std::printf("%d type %d angle %g wall %d lost\n", i, static_cast<int>(body.type), angle, kind);
      continue;
    }
    early += impacts[0].time < wanted - 1e-4 ? 1 : 0;
    late += impacts[0].time > wanted + 1e-4 ? 1 : 0;
  }
  std::printf("seed 310: %d flights, %d lost, %d early, %d late\n", count, lost, early, late);
  // Flat ellipses that lie wholly in the floor.
  EXPECT_LE(lost, 1 + count / 1000);
  EXPECT_EQ(early, 0);
  EXPECT_EQ(late, 0);
}

TEST(PlaneUnion, WallsOfTilesStopBodiesThatRestInTheFloor) {
  Random random(309);
  int flights = 0, bad = 0;
  const std::vector<PlaneSolid> solids = bodies();
  for (int i = 0; i < scaled(3000); ++i) {
    // A floor of two rows whose surface is at y = 0, and a column whose face is at x = 5.
    constexpr std::uint32_t k_columns = 40, k_rows = 12, k_wall = 20;
    std::uint8_t tiles[k_columns * k_rows] = {};
    for (std::uint32_t k = 0; k < k_columns * k_rows; ++k) tiles[k] = k < 2 * k_columns || k % k_columns == k_wall;
    const double side = random.uniform(0.3, 1.2), top = 10.0 * side;
    plane::TileMapOptions options;
    options.columns = k_columns;
    options.rows = k_rows;
    options.tile_size = {side, side};
    options.tiles = tiles;
    const plane::BuiltComposite map = build_tile_map(options);
    Level level({}, Telling::once);
    level.add_shape(make_composite(*map.value), {5.0 - k_wall * side, -2.0 * side});
    const Shape& body = solids[static_cast<std::size_t>(random.below(10))].shape;
    const double angle = random.chance(0.5) ? 0.0 : random.uniform(-3.0, 3.0), sink = sunk(random);
    const Vec2 from{random.uniform(0.0, 1.0), low_of(body, angle) - sink}, to{random.uniform(6.0, 12.0), from.y};
    const double wanted = (5.0 - right_of(body, angle).x - from.x) / (to.x - from.x);
    const Pose above{{5.0 + 0.5 * side, 0.5 * top}, 0.0};
    const plane::Impact last =
        time_of_impact(body, {{from, angle}, {to, angle}}, plane_rectangle(side, top).shape, {above, above});
    ASSERT_TRUE(last.hit);
    const auto impacts = impacts_on_the_way(level, body, {from, angle}, {to, angle});
    ++flights;
    if (impacts.size() == 1 && impacts[0].time > wanted - 1e-5 && impacts[0].time < last.time + 1e-5) continue;
    if (++bad <= 10) {
      std::printf("%d side %g type %d angle %g sunk %g: %zu impacts, %g of %g to %g\n", i, side,
                  static_cast<int>(body.type), angle, sink, impacts.size(), impacts.empty() ? -1.0 : impacts[0].time,
                  wanted, last.time);
    }
  }
  std::printf("seed 309: %d flights, %d bad\n", flights, bad);
  EXPECT_EQ(bad, 0);
}

TEST(PlaneUnion, WallsOfAllKindsStopAsOftenAsTheyAreThere) {
  Random random(306);
  int flights = 0, bad = 0;
  const std::vector<PlaneSolid> solids = bodies();
  const Walls walls;
  for (int i = 0; i < scaled(3000); ++i) {
    const int kind = random.below(Walls::k_kinds);
    const Shape wall = walls.shape(kind);
    const Pose place{{6.0, random.chance(0.5) ? 0.0 : random.uniform(-1.0, 1.0)}, 0.0};
    const plane::CompoundPart parts[] = {{wall, place}, {wall, place}};
    const plane::CompositePtr both = plane::build_compound(parts).value;
    const Shape& body = solids[static_cast<std::size_t>(random.below(10))].shape;
    const double angle = random.chance(0.5) ? 0.0 : random.uniform(-3.0, 3.0), sink = sunk(random);
    const Vec2 from{random.uniform(-2.0, 1.0), low_of(body, angle) - sink},
        to{from.x + random.uniform(9.0, 12.0), from.y};
    const plane::Impact wanted = time_of_impact(body, {{from, angle}, {to, angle}}, wall, {place, place});
    // What is below the floor meets no wall.
    if (!wanted.hit || wanted.time == 0.0 || !(wanted.point.y > 0.02)) continue;
    for (int copies = 1; copies <= 4; ++copies) {
      const Level level = walled_level(wall, place.position, *both, copies);
      const auto impacts = impacts_on_the_way(level, body, {from, angle}, {to, angle});
      ++flights;
      if (impacts.size() == 1 && std::fabs(impacts[0].time - wanted.time) < 1e-5) continue;
      if (++bad <= 10) {
        std::printf("%d wall %d, %d copies, type %d angle %g sunk %g: %zu impacts, %g of %g\n", i, kind, copies,
                    static_cast<int>(body.type), angle, sink, impacts.size(), impacts.empty() ? -1.0 : impacts[0].time,
                    wanted.time);
      }
    }
  }
  std::printf("seed 306: %d flights, %d bad\n", flights, bad);
  EXPECT_EQ(bad, 0);
}

TEST(PlaneUnion, SeparationLeadsOutOfFloorAndWallHoweverTheyAreTold) {
  Random random(302);
  int cases = 0, bad = 0, longer = 0;
  const std::vector<PlaneSolid> solids = bodies();
  for (int i = 0; i < scaled(1000); ++i) {
    const std::vector<Block> blocks = floor_and_wall(random);
    const Shape& body = solids[static_cast<std::size_t>(random.below(10))].shape;
    const double angle = random.chance(0.5) ? 0.0 : random.uniform(-3.0, 3.0);
    const double sink = sunk(random), deep = random.uniform(-0.01, 0.05);
    const Vec2 at{5.0 - right_of(body, angle).x + deep, low_of(body, angle) - sink};
    const double wanted = std::hypot(sink, std::max(deep, 0.0));
    for (const Telling telling : k_retold) {
      const Level level(blocks, telling);
      ASSERT_TRUE(level.world->add(mover_of(body, at, angle)).ok());
      ASSERT_TRUE(level.world->update().ok());
      const std::uint32_t row = level.world->size() - 1;
      const Vec2 out = level.world->separation(level.world->at(row)).value;
      ++cases;
      const double left = level.deepest(body, {{at.x + out.x, at.y + out.y}, angle});
      const double way = std::hypot(out.x, out.y);
      longer += way > 1.05 * wanted + 1e-6 ? 1 : 0;
      if (left <= 2e-6 && way <= 2.0 * wanted + 1e-6) continue;
      if (++bad <= 10) {
        std::printf("%d telling %d type %d angle %g sunk %g deep %g: %g, %g left %g\n", i, static_cast<int>(telling),
                    static_cast<int>(body.type), angle, sink, deep, out.x, out.y, left);
      }
    }
  }
  std::printf("seed 302: %d cases, %d bad, %d longer than 1.05 times the way in\n", cases, bad, longer);
  EXPECT_EQ(bad, 0);
}

TEST(PlaneUnion, SeparationLeadsOutOfFloorsAndWhatStandsOnThem) {
  // An ellipse or another body that rests on the floor beside a circle or a crate.
  Random random(303);
  int cases = 0, bad = 0;
  const std::vector<PlaneSolid> solids = bodies();
  for (int i = 0; i < scaled(20000); ++i) {
    Level level({{{0.0, -0.5}, 20.0, 1.0}}, Telling::once);
    const double size = random.uniform(0.2, 1.0), deep = random.uniform(1e-4, 0.05);
    const bool is_round = random.chance(0.5);
    const Shape other = is_round ? plane_circle(size).shape : plane_rectangle(size, size).shape;
    const Vec2 place{0.0, random.chance(0.5) ? (is_round ? size : 0.5 * size) : random.uniform(-0.5, 1.0) * size};
    level.add_shape(other, place);
    const Shape& body = solids[static_cast<std::size_t>(random.below(10))].shape;
    const double angle = random.chance(0.5) ? 0.0 : random.uniform(-3.0, 3.0), sink = sunk(random);
    Pose pose{{-3.0, low_of(body, angle) - sink}, angle};
    // As near as it is deep.
    double apart = -3.0, inside = 0.0;
    for (int k = 0; k < 60; ++k) {
      pose.position.x = 0.5 * (apart + inside);
      const double gap = distance(other, {place, 0.0}, body, pose).distance;
      (gap > -deep ? apart : inside) = pose.position.x;
    }
    ASSERT_TRUE(level.world->add(mover_of(body, pose.position, angle)).ok());
    ASSERT_TRUE(level.world->update().ok());
    const Vec2 out = level.world->separation(level.world->at(level.world->size() - 1)).value;
    ++cases;
    const double left = level.deepest(body, {{pose.position.x + out.x, pose.position.y + out.y}, angle});
    if (left <= 2e-6) continue;
    // Between the two there may be no way that is short enough.
    bool has_way = false;
    for (int k = 0; k < 90 && !has_way; ++k) {
      const double turn = k * 6.283185307179586 / 90.0, deepest = level.deepest(body, pose);
      for (int step = 0; step < 55 && !has_way; ++step) {
        const double way = deepest * 0.1 * step;
        const Vec2 at{pose.position.x + way * std::cos(turn), pose.position.y + way * std::sin(turn)};
        has_way = level.deepest(body, {at, angle}) <= 0.0;
      }
    }
    if (!has_way) continue;
    if (++bad <= 10) {
      std::printf("%d type %d angle %g sunk %g deep %g beside %g: %g, %g left %g\n", i, static_cast<int>(body.type),
                  angle, sink, deep, size, out.x, out.y, left);
    }
  }
  std::printf("seed 303: %d cases, %d bad\n", cases, bad);
  EXPECT_EQ(bad, 0);
}

TEST(PlaneUnion, SeparationOfSmallBodiesLeadsOutOfFlushParts) {
  for (const double x : {0.4992, 0.4999, 0.5, 0.5005}) {
    for (const double depth : {0.1, 0.2, 0.3}) {
      Level level({}, Telling::once);
      const PlaneSolid tile = plane_rectangle(1.0, 1.0), circle = plane_circle(0.001);
      for (int i = -3; i <= 3; ++i) level.add_shape(tile.shape, {1.0 * i, -0.5});
      ASSERT_TRUE(level.world->add(mover_of(circle.shape, {x, -depth}, 0.0)).ok());
      ASSERT_TRUE(level.world->update().ok());
      const Vec2 out = level.world->separation(level.world->at(level.world->size() - 1)).value;
      EXPECT_LE(level.deepest(circle.shape, {{x + out.x, out.y - depth}, 0.0}), 1e-6) << x << ", " << depth;
    }
  }
}

TEST(PlaneUnion, PointsLeavePolygonsAcrossTheirOutline) {
  Random random(309);
  const PlaneSolid points[] = {plane_circle(0.0), plane_capsule(0.0, 0.0), plane_rectangle(0.0, 0.0)};
  int cases = 0, swapped = 0, other = 0, inside = 0;
  for (int i = 0; i < scaled(2000); ++i) {
    const plane::BuiltComposite built = build({{random_star(random, 5 + random.below(7), 1.5)}});
    ASSERT_TRUE(built.ok());
    const Shape shape = make_composite(*built.value), point = points[i % 3].shape, disc = plane_circle(1e-9).shape;
    const Pose at{{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)}, 0.0};
    if (!(closest_point(shape, {}, at.position).distance < -1e-3)) continue;
    ++cases;
    const double depth = -distance(point, at, shape, {}).distance;
    swapped += std::fabs(depth + distance(shape, {}, point, at).distance) < 1e-6 ? 0 : 1;
    other += std::fabs(depth + distance(disc, at, shape, {}).distance) < 1e-6 ? 0 : 1;
    Level level({}, Telling::once);
    level.add_shape(shape, {});
    const ColliderId id = level.world->add(mover_of(point, at.position, 0.0)).value;
    ASSERT_TRUE(level.world->update().ok());
    const Vec2 out = level.world->separation(id).value;
    inside += closest_point(shape, {}, Vec2{at.position.x + out.x, at.position.y + out.y}).distance > -1e-6 ? 0 : 1;
  }
  EXPECT_GT(cases, scaled(2000) / 10);
  EXPECT_EQ(swapped, 0);
  EXPECT_EQ(other, 0);
  EXPECT_EQ(inside, 0);
}

TEST(PlaneUnion, MoversGoTheSameWayHoweverLevelsAreTold) {
  Random random(304);
  int walks = 0, bad = 0;
  const Shape walkers[] = {plane_rectangle(0.8, 1.6).shape, plane_capsule(0.4, 0.8).shape, plane_circle(0.5).shape};
  for (int i = 0; i < scaled(300); ++i) {
    std::vector<Block> blocks = floor_and_wall(random);
    blocks.push_back({{random.uniform(0.0, 3.0), 0.1}, random.uniform(0.3, 2.0), random.uniform(0.3, 1.0)});
    const Shape& body = walkers[random.below(3)];
    const Vec2 from{random.uniform(-4.0, -2.5), low_of(body, 0.0) + random.uniform(-0.02, 0.02)};
    Vec2 deltas[8];
    for (Vec2& delta : deltas) delta = {random.uniform(-0.5, 2.5), random.uniform(-0.3, 0.4)};
    const auto walk = [&](Telling telling) {
      const Level level(blocks, telling);
      std::vector<Vec2> places{from};
      for (const Vec2& delta : deltas) {
        places.push_back(level.world->move_and_slide(body, {places.back(), 0.0}, delta, {}).value.position);
      }
      return places;
    };
    const std::vector<Vec2> wanted = walk(Telling::once);
    for (const Telling telling : k_retold) {
      const std::vector<Vec2> places = walk(telling);
      double off = 0.0;
      for (std::size_t k = 0; k < places.size(); ++k) {
        off = std::max(off, std::hypot(places[k].x - wanted[k].x, places[k].y - wanted[k].y));
      }
      ++walks;
      if (off < 1e-5) continue;
      if (++bad <= 10) {
        std::printf("%d telling %d type %d: %g off\n", i, static_cast<int>(telling), static_cast<int>(body.type), off);
      }
    }
  }
  std::printf("seed 304: %d walks, %d bad\n", walks, bad);
  EXPECT_EQ(bad, 0);
}

TEST(PlaneUnion, MoversStopAtWallsOfAllKindsAsOftenAsTheyAreThere) {
  Random random(307);
  int walks = 0, bad = 0;
  const Walls walls;
  const Shape walkers[] = {plane_rectangle(0.8, 1.6).shape, plane_capsule(0.4, 0.8).shape, plane_circle(0.5).shape};
  for (int i = 0; i < scaled(2000); ++i) {
    const int kind = random.below(Walls::k_kinds);
    const Shape wall = walls.shape(kind);
    const Pose place{{6.0, random.chance(0.5) ? 0.0 : random.uniform(-1.0, 1.0)}, 0.0};
    const plane::CompoundPart parts[] = {{wall, place}, {wall, place}};
    const plane::CompositePtr both = plane::build_compound(parts).value;
    const Shape& body = walkers[random.below(3)];
    const Vec2 from{random.uniform(1.0, 2.5), low_of(body, 0.0) + random.uniform(-0.02, 0.02)};
    const Vec2 deltas[] = {{random.uniform(1.0, 9.0), random.uniform(-0.1, 0.1)},
                           {random.uniform(0.5, 2.0), random.uniform(-0.3, 0.3)}};
    const auto walk = [&](int copies) {
      const Level level = walled_level(wall, place.position, *both, copies);
      Vec2 at = from;
      for (const Vec2& delta : deltas) at = level.world->move_and_slide(body, {at, 0.0}, delta, {}).value.position;
      return at;
    };
    const Vec2 wanted = walk(1);
    for (int copies = 2; copies <= 4; ++copies) {
      const Vec2 at = walk(copies);
      ++walks;
      if (std::hypot(at.x - wanted.x, at.y - wanted.y) < 1e-5) continue;
      if (++bad <= 10) {
        std::printf("%d wall %d, %d copies, type %d: %g %g instead of %g %g\n", i, kind, copies,
                    static_cast<int>(body.type), at.x, at.y, wanted.x, wanted.y);
      }
    }
  }
  std::printf("seed 307: %d walks, %d bad\n", walks, bad);
  EXPECT_EQ(bad, 0);
}

TEST(PlaneUnion, PartsOfPolygonsAreFreedByTheContacts) {
  // A contact is as deep as each part that is touched, or the way out of all contacts frees the part.
  Random random(308);
  int touched = 0, bad = 0;
  const std::vector<PlaneSolid> solids = bodies();
  for (int i = 0; i < scaled(20000); ++i) {
    const plane::BuiltComposite built = build({{random_star(random, 3 + random.below(7), 1.5)}});
    ASSERT_TRUE(built.ok());
    const Shape shape = make_composite(*built.value);
    const PlaneSolid body = solids[static_cast<std::size_t>(random.below(10))];
    const Pose pose{{}, random.uniform(-3.0, 3.0)};
    Pose at{{random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)}, random.uniform(-3.0, 3.0)};
    plane::Contact all[64];
    const std::size_t found = collide_all(shape, pose, body.shape, at, all);
    ASSERT_LT(found, 64u);
    std::vector<plane::HalfPlane> planes;
    double deepest = 0.0;
    for (const plane::Contact& contact : std::span<const plane::Contact>(all, found)) {
      planes.push_back({contact.normal, contact.depth});
      deepest = std::max(deepest, contact.depth);
    }
    bool has_way = false;
    const Vec2 way = plane::solve_half_planes(planes, {}, 1e-9, has_way);
    const Pose out{{at.position.x + way.x, at.position.y + way.y}, at.angle};
    for (std::size_t part = 0; part < plane::part_count(*built.value); ++part) {
      std::vector<Vec2> corners(part_vertices(*built.value, part, {}));
      part_vertices(*built.value, part, corners);
      const PlaneSolid solid = plane_polygon(corners);
      const double depth = -distance(solid.shape, pose, body.shape, at).distance;
      if (depth <= 0.0) continue;
      ++touched;
      if (deepest >= depth - 1e-6) continue;
      if (has_way && distance(solid.shape, pose, body.shape, out).distance >= -1e-5) continue;
      if (++bad <= 10) {
        std::printf("%d part %zu type %d: %g deep, contacts %g, %zu\n", i, part, static_cast<int>(body.shape.type),
                    depth, deepest, found);
      }
    }
  }
  std::printf("seed 308: %d parts, %d bad\n", touched, bad);
  EXPECT_EQ(bad, 0);
}

TEST(PlaneUnion, BodiesOnSlopesOfChainsAreAsDeepAsTheySank) {
  // A peak of two slopes, one- or two-sided: a body that lies on the right one, also where it reaches over the peak.
  Random random(305);
  int cases = 0, bad = 0;
  const std::vector<PlaneSolid> solids = bodies();
  for (int i = 0; i < scaled(20000); ++i) {
    const double slope = random.uniform(10.0, 60.0) * 3.14159265358979 / 180.0, y = -2.0 * std::tan(slope);
    const double points[] = {2.0, y, 0.0, 0.0, -2.0, y}, turned[] = {-2.0, y, 0.0, 0.0, 2.0, y};
    const bool is_front = random.chance(0.7);
    const plane::CompositePtr chain = plane::build_chain(is_front ? std::span<const double>(turned) : points, false,
                                                         is_front ? ChainSides::front : ChainSides::both)
                                          .value;
    const Shape& body = solids[static_cast<std::size_t>(random.below(10))].shape;
    const double angle = -slope + (random.chance(0.7) ? 0.0 : random.uniform(-3.0, 3.0)),
                 sink = random.uniform(1e-3, 5e-3);
    // Along the slope from the peak, and above it.
    const Vec2 along{std::cos(slope), -std::sin(slope)}, up{std::sin(slope), std::cos(slope)};
    const Vec2 lowest = support(body, {{}, angle}, {-up.x, -up.y});
    const double place = random.uniform(0.0, 1.5), height = -(lowest.x * up.x + lowest.y * up.y) - sink;
    const Vec2 at{along.x * place + up.x * height, along.y * place + up.y * height};
    const double foot = place + lowest.x * along.x + lowest.y * along.y;
    const double end = 2.0 / std::cos(slope);
    if (!(foot > 0.01 && foot < end - 0.01)) continue;
    const plane::Contact contact = collide(make_composite(*chain), {}, body, {at, angle});
    ++cases;
    if (contact.point_count > 0 && std::fabs(contact.depth - sink) < 1e-6) continue;
    // Beside the peak and at the ends there may be a shorter way.
    if (contact.point_count > 0 && contact.depth < sink) continue;
    if (++bad <= 10) {
      std::printf("%d type %d front %d slope %g turn %g place %g: %g of %g, normal %g %g\n", i,
                  static_cast<int>(body.type), is_front, slope, angle, place, contact.depth, sink, contact.normal.x,
                  contact.normal.y);
    }
  }
  std::printf("seed 305: %d cases, %d bad\n", cases, bad);
  EXPECT_EQ(bad, 0);
  const double tilt = 10.0 * 3.14159265358979 / 180.0;
  const double points[] = {-2.0, -2.0 * std::tan(tilt), 0.0, 0.0, 2.0, -2.0 * std::tan(tilt)};
  const plane::CompositePtr chain = plane::build_chain(points, false, ChainSides::front).value;
  const double s = std::sin(tilt), c = std::cos(tilt);
  const Pose pose{{c * 0.4 + s * 0.198, -s * 0.4 + c * 0.198}, -tilt};
  EXPECT_NEAR(collide(make_composite(*chain), {}, plane_rectangle(1.0, 0.4).shape, pose).depth, 0.002, 1e-9);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
