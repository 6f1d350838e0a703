#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_tile_map.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// The points of a body that rests across joints of flush pieces span all that holds it, also when it is tilted: then
/// the deepest piece alone frees it.

namespace hyperplane::test::in_plane {
namespace {

using plane::BuiltComposite;
using plane::ChainSides;
using plane::CompositePtr;
using plane::CompoundPart;
using plane::Contact;
using plane::Pose;
using plane::Shape;
using plane::Vec2;

constexpr double k_end = 10.0, k_sunk = 4e-3, k_margin = 0.01;

struct Named {
  const char* name;
  CompositePtr value;
};

CompositePtr map_of_ledges(bool is_one_way) {
  const std::vector<std::uint8_t> tiles(20, 1);
  const std::vector<plane::TileKind> kinds{
      {1, static_cast<std::uint32_t>(is_one_way ? plane::TileForm::one_way : plane::TileForm::solid), 1}};
  const std::vector<double> points{0.0, 1.0};
  plane::TileMapOptions options;
  options.columns = 20;
  options.tiles = tiles;
  if (is_one_way) {
    options.kinds = kinds;
    options.points = points;
  }
  return plane::build_tile_map(options).value;
}

/// Grounds from -10 to 10 with their surface at y = 0.
struct Grounds {
  Grounds() {
    std::vector<double> points;
    for (int i = 0; i <= 13; ++i) points.insert(points.end(), {-k_end + 2.0 * k_end * i / 13, 0.0});
    all.push_back({"chain", plane::build_chain(points, false, ChainSides::both).value});
    all.push_back({"one-sided chain", plane::build_chain(points, false, ChainSides::front).value});
    std::vector<CompoundPart> tiles, bricks;
    for (int i = 0; i < 10; ++i) tiles.push_back({plane_rectangle(2.0, 1.0).shape, {{-9.0 + 2.0 * i, -0.5}, 0.0}});
    all.push_back({"tiles", plane::build_compound(tiles).value});
    for (int row = 0; row < 2; ++row) {
      for (int i = 0; i < 20 - row; ++i) {
        bricks.push_back({plane_rectangle(1.0, 0.5).shape, {{-9.5 + i + 0.5 * row, -0.25 - 0.002 * row}, 0.0}});
      }
    }
    all.push_back({"bricks, others just below", plane::build_compound(bricks).value});
    for (const bool is_one_way : {false, true}) {
      maps.push_back(map_of_ledges(is_one_way));
      const std::vector<CompoundPart> part{{make_composite(*maps.back()), {{-k_end, -1.0}, 0.0}}};
      all.push_back({is_one_way ? "map of ledges" : "map", plane::build_compound(part).value});
    }
  }
  std::vector<CompositePtr> maps;
  std::vector<Named> all;
};

/// Bodies with a lower edge from -0.5 to 0.5; the capsule lies.
struct Bodies {
  Bodies() {
    const PlaneSolid half = plane_rectangle(0.5, 1.0);
    const std::vector<CompoundPart> two{{half.shape, {{-0.25, 0.0}, 0.0}}, {half.shape, {{0.25, 0.0}, 0.0}}};
    halves = plane::build_compound(two).value;
    shapes = {box.shape, capsule.shape, make_composite(*halves)};
  }
  /// A tilted body at x. @param sunk m, into the ground.
  Pose resting(std::size_t i, double x, double tilt, double sunk) const {
    const double angle = tilt + (i == 1 ? std::acos(0.0) : 0.0);
    return {{x, -sunk - support(shapes[i], {{}, angle}, {0.0, -1.0}).y}, angle};
  }
  /// Distance of a point from a body.
  double outside(std::size_t i, const Pose& pose, Vec2 point) const {
    return oracle_outside(i == 1 ? capsule : box, pose, point);
  }
  PlaneSolid box = plane_rectangle(1.0, 1.0);
  PlaneSolid capsule = plane_capsule(0.2, 1.0);
  CompositePtr halves;
  std::vector<Shape> shapes;
};

/// From where to where points reach along x.
struct Reach {
  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  double low = HUGE_VAL, high = -HUGE_VAL;
};

TEST(PlaneContactSpan, TiltedBodiesStandOnAllThatHoldsThem) {
  Random random(7401);
  const Grounds grounds;
  const Bodies bodies;
  for (const Named& ground : grounds.all) {
    ASSERT_NE(ground.value, nullptr) << ground.name;
    const Shape shape = make_composite(*ground.value);
    for (std::size_t b = 0; b < bodies.shapes.size(); ++b) {
      const Shape& body = bodies.shapes[b];
      for (int i = 0; i < scaled(1000); ++i) {
        const double tilt = (random.chance(0.5) ? -1.0 : 1.0) * std::pow(10.0, random.uniform(-5.5, -3.0));
        // Also where the body hangs over an end.
        const double x = random.chance(0.2) ? random.uniform(9.2, 9.9) : random.uniform(-9.4, 9.4);
        // Others hover over the ground, within the margin.
        const double sunk = random.chance(0.5) ? k_sunk : -k_sunk, margin = sunk < 0.0 ? k_margin : 0.0;
        const Pose at = bodies.resting(b, x, tilt, sunk);
        Contact all[64];
        const bool is_first = random.chance(0.5);
        const std::size_t count = is_first ? collide_all_within(body, at, shape, {}, margin, all)
                                           : collide_all_within(shape, {}, body, at, margin, all);
        ASSERT_GT(count, 0u) << ground.name;
        Reach reach;
        for (const Contact& contact : std::span<const Contact>(all, count)) {
          ASSERT_NEAR(contact.normal.y, is_first ? -1.0 : 1.0, 1e-6) << ground.name;
          ASSERT_LE(contact.depth, all[0].depth);
          for (int k = 0; k < contact.point_count; ++k) {
            const plane::ContactPoint& point = contact.points[k];
            const Vec2 on_ground = is_first ? point.on_b : point.on_a, on_body = is_first ? point.on_a : point.on_b;
            ASSERT_LE(std::fabs(on_ground.x), k_end + 1e-9) << ground.name;
            ASSERT_LE(on_ground.y, 1e-9) << ground.name;
            ASSERT_LE(bodies.outside(b, at, on_body), 1e-9) << ground.name << ' ' << b;
            ASSERT_LE(point.depth, contact.points[0].depth);
            ASSERT_NEAR(point.depth, (on_ground.y - on_body.y) / std::fabs(contact.normal.y), 1e-9);
            reach.add(on_ground.x);
          }
        }
        // The ground is flat: it pushes as far as the body has sunk.
        if (x < 9.4) ASSERT_NEAR(all[0].depth, sunk, 1e-6) << ground.name;
        ASSERT_NEAR(reach.low, x - 0.5, 0.02) << ground.name << ' ' << b << " tilt " << tilt << " x " << x;
        ASSERT_NEAR(reach.high, std::min(x + 0.5, k_end), 0.02)
            << ground.name << ' ' << b << " tilt " << tilt << " x " << x;
      }
    }
  }
}

TEST(PlaneContactSpan, OfCollidersSideBySide) {
  Random random(7402);
  const Bodies bodies;
  for (std::size_t b = 0; b < bodies.shapes.size(); ++b) {
    const plane::WorldPtr world = plane::make_world().value;
    for (int i = 0; i < 10; ++i) {
      plane::ColliderOptions options;
      options.shape = plane_rectangle(2.0, 1.0).shape;
      options.pose = {{-9.0 + 2.0 * i, -0.5}, 0.0};
      options.is_static = true;
      ASSERT_TRUE(world->add(options).ok());
    }
    for (int i = 0; i < scaled(1000); ++i) {
      plane::ColliderOptions options;
      options.shape = bodies.shapes[b];
      const double tilt = (random.chance(0.5) ? -1.0 : 1.0) * std::pow(10.0, random.uniform(-5.5, -3.0));
      const double x = random.uniform(-9.4, 9.4);
      const bool hovers = random.chance(0.5);
      options.margin = k_margin;
      options.pose = bodies.resting(b, x, tilt, hovers ? -k_sunk : k_sunk);
      const auto body = world->add(options);
      ASSERT_TRUE(body.ok());
      ASSERT_TRUE(world->update().ok());
      Reach reach;
      for (const plane::ContactPointsRecord& record : world->contacts().points) {
        for (std::uint32_t k = 0; k < record.count; ++k) {
          reach.add(record.origin[0] + static_cast<double>(record.points[k][0]));
        }
      }
      ASSERT_NEAR(reach.low, x - 0.5, 0.02) << b << ' ' << i;
      ASSERT_NEAR(reach.high, x + 0.5, 0.02) << b << ' ' << i;
      ASSERT_EQ(world->remove(body.value), Status::ok);
    }
  }
}

TEST(PlaneContactSpan, NothingStandsUnderAWall) {
  // Tiles of a floor go on under a wall: where they do, they hold nobody.
  Random random(7403);
  std::vector<CompoundPart> parts;
  for (int i = -4; i < 4; ++i) parts.push_back({plane_rectangle(1.0, 1.0).shape, {{i + 0.5, -0.5}, 0.0}});
  for (int i = 0; i < 3; ++i) parts.push_back({plane_rectangle(2.0, 1.0).shape, {{2.0, i + 0.5}, 0.0}});
  const BuiltComposite built = plane::build_compound(parts);
  const Shape shape = make_composite(*built.value);
  const Bodies bodies;
  for (const Shape& body : {bodies.shapes[0], bodies.shapes[2]}) {
    for (int i = 0; i < scaled(2000); ++i) {
      const double tilt = random.uniform(-1e-3, 1e-3), into = random.uniform(1e-3, 8e-3);
      const Pose at{{1.0 - 0.5 + into, 0.5 - k_sunk}, tilt};
      Contact all[64];
      const std::size_t count = collide_all(shape, {}, body, at, all);
      Reach up;
      for (const Contact& contact : std::span<const Contact>(all, count)) {
        // Up or to the left.
        ASSERT_TRUE(contact.normal.y > 0.99 || contact.normal.x < -0.99) << i;
        if (contact.normal.y < 0.99) continue;
        ASSERT_FALSE(contact.part_a == 5) << i;
        for (int k = 0; k < contact.point_count; ++k) up.add(contact.points[k].on_a.x);
      }
      ASSERT_NEAR(up.low, into, 0.02) << i;
      ASSERT_NEAR(up.high, 1.0, 0.02) << i;
    }
  }
}

}  // namespace
}  // namespace hyperplane::test::in_plane
