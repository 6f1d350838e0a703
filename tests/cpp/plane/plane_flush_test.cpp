#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>

#include <gtest/gtest.h>

#include <cmath>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// No ghost collisions: seams between flush parts, diagonals and the vertices of straight chains push nobody sideways.

namespace hyperplane::test::in_plane {
namespace {

using plane::BuiltComposite;
using plane::ChainSides;
using plane::Contact;
using plane::Pose;
using plane::Shape;
using plane::Vec2;

struct Floor {
  const char* name;
  plane::CompositePtr value;
};

/// Straight floors with their surface at y = 0 from -10 to 10, of many parts.
std::vector<Floor> straight_floors() {
  std::vector<Floor> floors;
  std::vector<double> points;
  for (int i = 0; i <= 20; ++i) {
    points.push_back(10.0 - i);
    points.push_back(0.0);
  }
  floors.push_back(
      {"one-sided chain", plane::build_chain({points.begin(), points.end()}, false, ChainSides::front).value});
  // Its front is on the left: from right to left that would be below.
  std::vector<double> turned;
  for (int i = 0; i <= 20; ++i) {
    turned.push_back(-10.0 + i);
    turned.push_back(0.0);
  }
  floors[0].value = plane::build_chain(turned, false, ChainSides::front).value;
  floors.push_back({"chain", plane::build_chain(points, false, ChainSides::both).value});
  std::vector<plane::CompoundPart> tiles;
  for (int i = 0; i < 20; ++i) tiles.push_back({plane_rectangle(1.0, 1.0).shape, {{-9.5 + i, -0.5}, 0.0}});
  floors.push_back({"tiles", plane::build_compound(tiles).value});
  std::vector<plane::CompoundPart> bricks;
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 20; ++i) {
      bricks.push_back({plane_rectangle(1.0, 0.5).shape, {{-9.5 + i + 0.3 * row, -0.25 - 0.5 * row}, 0.0}});
    }
  }
  floors.push_back({"bricks", plane::build_compound(bricks).value});
  // A polygon whose underside is cut into many parts.
  Ring ring;
  for (int i = 0; i <= 20; ++i) ring.push_back({-10.0 + i, i % 2 == 0 ? -2.0 : -0.5});
  ring.push_back({10.0, 0.0});
  ring.push_back({-10.0, 0.0});
  floors.push_back({"polygon", build({{ring}}).value});
  return floors;
}

TEST(PlaneFlush, StraightFloorsPushUpwards) {
  Random random(90);
  const std::vector<Floor> floors = straight_floors();
  const PlaneSolid bodies[] = {plane_rectangle(0.8, 1.2), plane_rectangle(3.0, 0.4), plane_circle(0.4),
                               plane_capsule(0.3, 0.8),   plane_ellipse(0.7, 0.3),   plane_ring(5, 0.5)};
  for (const Floor& floor : floors) {
    ASSERT_NE(floor.value, nullptr) << floor.name;
    const Shape shape = make_composite(*floor.value);
    for (const PlaneSolid& body : bodies) {
      for (int i = 0; i < scaled(3000); ++i) {
        const double turns[] = {0.0, 0.0, 1e-9, 0.01, 1.5707963267948966, 0.3};
        const Pose turned{{}, turns[random.below(6)]};
        const double sink = random.chance(0.1) ? 1e-7 : random.uniform(1e-4, 0.08);
        const double low = support(body.shape, turned, {0.0, -1.0}).y;
        const double x =
            random.chance(0.3) ? random.below(15) - 7 + random.uniform(-1e-3, 1e-3) - 0.4 : random.uniform(-8.0, 8.0);
        // As a whole turned by any angle, and far away.
        const double tilt = random.chance(0.5) ? 0.0 : random.uniform(-3.0, 3.0), far = random.chance(0.2) ? 1e5 : 0.0;
        const double c = std::cos(tilt), s = std::sin(tilt), y = -sink - low;
        const Pose at{{far + c * x - s * y, far + s * x + c * y}, tilt + turned.angle}, ground{{far, far}, tilt};
        Contact all[64];
        const std::size_t count = collide_all(shape, ground, body.shape, at, all);
        ASSERT_GT(count, 0u) << floor.name;
        for (std::size_t k = 0; k < count; ++k) {
          ASSERT_NEAR(all[k].normal.x, -s, 1e-6) << floor.name << " " << i << " x " << x << " sink " << sink;
          ASSERT_NEAR(all[k].normal.y, c, 1e-6) << floor.name << " " << i;
        }
        ASSERT_NEAR(all[0].depth, sink, 1e-8) << floor.name << " " << i;
        const Contact other = collide(body.shape, at, shape, ground);
        ASSERT_NEAR(other.normal.y, -c, 1e-6) << floor.name << " " << i;
        ASSERT_NEAR(other.depth, sink, 1e-8);
      }
    }
  }
}

TEST(PlaneFlush, WallsStillPushSideways) {
  // A step of tiles: its exposed side counts.
  std::vector<plane::CompoundPart> tiles;
  for (int i = 0; i < 6; ++i) tiles.push_back({plane_rectangle(1.0, 1.0).shape, {{i + 0.5, -0.5}, 0.0}});
  for (int i = 3; i < 6; ++i) tiles.push_back({plane_rectangle(1.0, 1.0).shape, {{i + 0.5, 0.5}, 0.0}});
  const BuiltComposite built = plane::build_compound(tiles);
  const Shape shape = make_composite(*built.value), box = plane_rectangle(0.8, 0.8).shape;
  Contact all[8];
  const std::size_t count = collide_all(shape, {}, box, {{2.65, 0.38}, 0.0}, all);
  bool has_wall = false, has_floor = false;
  for (std::size_t i = 0; i < count; ++i) {
    has_wall = has_wall || (all[i].normal.x < -0.999 && std::fabs(all[i].depth - 0.05) < 1e-9);
    has_floor = has_floor || (all[i].normal.y > 0.999 && std::fabs(all[i].depth - 0.02) < 1e-9);
    EXPECT_TRUE(all[i].normal.x < -0.999 || all[i].normal.y > 0.999);
  }
  EXPECT_TRUE(has_wall);
  EXPECT_TRUE(has_floor);
  // And so does the outer corner of the step to a ball.
  const Contact corner = collide(shape, {}, plane_circle(0.5).shape, {{2.7, 1.3}, 0.0});
  ASSERT_GT(corner.point_count, 0);
  EXPECT_NEAR(corner.normal.x, -std::sqrt(0.5), 1e-9);
}

TEST(PlaneFlush, WhatLiesBehindASegmentPushesNobody) {
  // A body that stands on a line of segments, and has sunk into it by a little, reaches the part behind the line: the
  // next segment of a ledge, or the side of a block that goes on at the same height.
  Random random(98);
  const double ledge[] = {-5.0, 0.0, 0.0, 0.0, 0.0, -5.0}, line[] = {-5.0, 0.0, 0.0, 0.0};
  const plane::CompositePtr chain = plane::build_chain(line, false, ChainSides::both).value;
  const plane::CompoundPart beside[] = {{make_composite(*chain), {}},
                                        {plane_rectangle(5.0, 1.0).shape, {{2.5, -0.5}, 0.0}}};
  const plane::CompoundPart segments[] = {{plane_segment({-5.0, 0.0}, {0.0, 0.0}).shape, {}},
                                          {plane_segment({0.0, 0.0}, {0.0, -5.0}).shape, {}}};
  const BuiltComposite grounds[] = {plane::build_chain(ledge, false, ChainSides::both), plane::build_compound(segments),
                                    plane::build_compound(beside)};
  const PlaneSolid bodies[] = {plane_rectangle(0.8, 1.2), plane_rectangle(3.0, 0.4), plane_circle(0.4),
                               plane_capsule(0.3, 0.8), plane_ellipse(0.7, 0.3)};
  for (const BuiltComposite& ground : grounds) {
    const Shape shape = make_composite(*ground.value);
    for (const PlaneSolid& body : bodies) {
      const Vec2 low = support(body.shape, {}, {0.0, -1.0}), right = support(body.shape, {}, {1.0, 0.0});
      for (int i = 0; i < scaled(2000); ++i) {
        const double sink = std::pow(10.0, random.uniform(-6.0, -1.3));
        const Pose pose{{-right.x + 2.0 * sink * random.uniform(-1.0, 1.0), -sink - low.y}, 0.0};
        Contact all[8];
        const std::size_t count = collide_all(shape, {}, body.shape, pose, all);
        ASSERT_GT(count, 0u) << &ground - grounds << ' ' << i;
        for (std::size_t k = 0; k < count; ++k) {
          ASSERT_NEAR(all[k].normal.y, 1.0, 1e-6) << &ground - grounds << ' ' << i << " sink " << sink;
        }
        ASSERT_NEAR(all[0].depth, sink, 1e-8);
      }
    }
  }
}

TEST(PlaneFlush, WhatLiesBehindAnOpenSideStillPushes) {
  // A one-sided platform ends at a wall. From below, where it is not there, it hides nothing.
  const double line[] = {-5.0, 0.0, 0.0, 0.0};
  const plane::CompositePtr platform = plane::build_chain(line, false, ChainSides::front).value;
  const plane::CompoundPart parts[] = {{make_composite(*platform), {}},
                                       {plane_rectangle(5.0, 3.0).shape, {{2.5, 1.5}, 0.0}}};
  const BuiltComposite built = plane::build_compound(parts);
  const Shape body = plane_rectangle(0.8, 1.2).shape;
  const Contact contact = collide(make_composite(*built.value), {}, body, {{-0.39, -0.3}, 0.0});
  ASSERT_GT(contact.point_count, 0);
  EXPECT_NEAR(contact.normal.x, -1.0, 1e-9);
  EXPECT_NEAR(contact.depth, 0.01, 1e-9);
}

TEST(PlaneFlush, BentChainsPushBetweenTheirNormals) {
  // A hill of two slopes: a ball on its top is pushed along any normal between the two, and along no other.
  const double points[] = {-4.0, -2.0, 0.0, 0.0, 4.0, -2.0};
  const BuiltComposite built = plane::build_chain(points, false, ChainSides::both);
  const Shape shape = make_composite(*built.value), ball = plane_circle(0.5).shape;
  const double slope = std::atan2(2.0, 4.0);
  for (int i = -40; i <= 40; ++i) {
    const double x = i * 0.02, y = 0.45 - 0.5 * std::fabs(x) * 0.8;
    const Contact contact = collide(shape, {}, ball, {{x, y}, 0.0});
    if (contact.point_count == 0) continue;
    const double angle = std::atan2(contact.normal.x, contact.normal.y);
    EXPECT_LE(std::fabs(angle), slope + 1e-6) << x;
  }
  // A valley has the normals of its sides only.
  const double valley[] = {-4.0, 2.0, 0.0, 0.0, 4.0, 2.0};
  const BuiltComposite low = plane::build_chain(valley, false, ChainSides::both);
  const Shape bowl = make_composite(*low.value);
  for (int i = -40; i <= 40; ++i) {
    Contact all[4];
    const std::size_t count = collide_all(bowl, {}, ball, {{i * 0.01, 0.52}, 0.0}, all);
    for (std::size_t k = 0; k < count; ++k) {
      EXPECT_NEAR(std::fabs(std::atan2(all[k].normal.x, all[k].normal.y)), slope, 1e-6) << i;
    }
  }
}

TEST(PlaneFlush, CornersThatBarelyTouchAreBarelyDeep) {
  // Where two parts meet in a corner, a body that has come into one of them by a little is in the other by no more:
  // that has no contact across half of the body, or out of its other side.
  Random random(92);
  const double bent[] = {-3.0, 0.0, -2.0, 0.3, -1.0, 0.0, 0.0, -0.5, 1.0, 0.0, 2.0, 0.8, 3.0, 0.0};
  const BuiltComposite chain = plane::build_chain(bent, false, ChainSides::both);
  const BuiltComposite angle = build({{Ring{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}}});
  int touching = 0;
  for (int i = 0; i < scaled(20000); ++i) {
    const BuiltComposite& ground = i % 2 == 0 ? chain : angle;
    const Shape shape = make_composite(*ground.value);
    const PlaneSolid bodies[] = {plane_rectangle(1.0, 1.0), plane_circle(0.4), plane_capsule(0.1, 0.5),
                                 plane_ellipse(0.3, 0.1), plane_ring(5, 0.5)};
    const Shape& body = bodies[random.below(5)].shape;
    // Comes from afar towards a corner, and stops a little too late.
    const Vec2 corner = i % 2 == 0 ? Vec2{bent[2 + 2 * random.below(5)], 0.0} : Vec2{};
    const double way = random.uniform(-4.0, 4.0), turn = random.uniform(-4.0, 4.0), aside = random.uniform(-0.7, 0.7);
    const Vec2 along{std::cos(way), std::sin(way)};
    const auto at = [&](double t) {
      return Pose{{corner.x + along.x * t - along.y * aside, corner.y + along.y * t + along.x * aside}, turn};
    };
    const plane::Impact impact = plane::time_of_impact(shape, {}, body, {at(6.0), at(-6.0)});
    if (!impact.hit || impact.time == 0.0) continue;
    ++touching;
    const double sink = 1e-4;
    Pose pose = at(6.0 - 12.0 * impact.time);
    pose.position = {pose.position.x - impact.normal.x * sink, pose.position.y - impact.normal.y * sink};
    const Contact contact = collide(shape, {}, body, pose);
    ASSERT_GT(contact.point_count, 0) << i;
    ASSERT_LE(contact.depth, 4.0 * sink) << i;
  }
  EXPECT_GT(touching, scaled(20000) / 3);
}

/// A polygon with or without holes, a compound of two that may overlap, or a line of segments.
struct RandomComposite {
  explicit RandomComposite(Random& random) {
    kind = random.below(6);
    for (int i = 0; i < (kind == 4 ? 2 : 1); ++i) {
      RingPolygon rings = kind == 0 ? random_holed(random, 1 + random.below(4)) : RingPolygon{};
      if (kind == 1) {
        rings.rings = {random_tangle(random, 4 + random.below(12), 1.5)};
      } else if (kind > 1) {
        rings.rings = {random_star(random, 5 + random.below(8), 1.0)};
      }
      // One-sided chains push to their front, however deep that is.
      built[i] = kind == 5 ? plane::build_chain(rings.points(), random.chance(0.5), ChainSides::both).value
                           : build(rings).value;
      shape = make_composite(*built[i]);
      parts[i] = {shape, {{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)}, random.uniform(-3.0, 3.0)}};
    }
    if (kind != 4) return;
    whole = plane::build_compound(parts).value;
    shape = make_composite(*whole);
  }

  int kind;
  plane::CompositePtr built[2], whole;
  plane::CompoundPart parts[2];
  Shape shape;
};

TEST(PlaneFlush, CompositesThatBarelyTouchAreBarelyDeep) {
  // Two that meet, and stop a little too late: no contact of them is much deeper than that, whichever parts have it.
  Random random(93);
  int touching = 0;
  const int count = scaled(8000);
  for (int i = 0; i < count; ++i) {
    const RandomComposite fixed(random), body(random);
    const double way = random.uniform(-4.0, 4.0), turn = random.uniform(-4.0, 4.0);
    const double aside = random.uniform(-1.5, 1.5), ground_turn = random.uniform(-4.0, 4.0);
    const Vec2 along{std::cos(way), std::sin(way)};
    const auto at = [&](double t) {
      return Pose{{along.x * t - along.y * aside, along.y * t + along.x * aside}, turn};
    };
    const Pose ground{{}, ground_turn};
    const plane::Impact impact = plane::time_of_impact(fixed.shape, {ground, ground}, body.shape, {at(8.0), at(-8.0)});
    if (!impact.hit || impact.time == 0.0) continue;
    ++touching;
    const double sink = 1e-4;
    Pose pose = at(8.0 - 16.0 * impact.time);
    pose.position = {pose.position.x - impact.normal.x * sink, pose.position.y - impact.normal.y * sink};
    Contact all[256];
    const std::size_t contacts = collide_all(fixed.shape, ground, body.shape, pose, all);
    const double gap = distance(fixed.shape, ground, body.shape, pose).distance;
    ASSERT_EQ(contacts > 0, intersects(fixed.shape, ground, body.shape, pose)) << i;
    ASSERT_EQ(contacts > 0, collide(fixed.shape, ground, body.shape, pose).point_count > 0) << i;
    ASSERT_EQ(contacts > 0, gap <= 0.0) << i;
    if (contacts == 0) {
      // Along a glance the normal of the impact may lead past.
      ASSERT_LE(gap, sink) << i;
      continue;
    }
    ASSERT_EQ(all[0].depth, -gap) << i;
    EXPECT_LE(all[0].depth, 4.0 * sink) << i << ' ' << fixed.kind << ' ' << body.kind;
    EXPECT_LE(collide(body.shape, pose, fixed.shape, ground).depth, 4.0 * sink) << i;
  }
  EXPECT_GT(touching, count / 3);
}

TEST(PlaneFlush, BodiesInsideAPolygonArePushedOutThroughItsOutline) {
  // Deep inside no contact may be along a diagonal: only normals of the outline, whose depth takes the body out.
  Random random(91);
  for (int i = 0; i < scaled(3000); ++i) {
    const RingPolygon polygon{{random_tangle(random, 5 + random.below(10), 2.0)}};
    const BuiltComposite built = build(polygon);
    const Shape shape = make_composite(*built.value);
    const Vec2 at{random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)};
    const Contact contact = collide(shape, {}, plane_circle(0.01).shape, {at, 0.0});
    if (!oracle_contains(polygon, at) || oracle_edge_distance(polygon, at) < 0.02L) continue;
    ASSERT_GT(contact.point_count, 0);
    bool is_of_outline = false;
    const Ring& ring = polygon.rings[0];
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Vec2 a = ring[k], b = ring[(k + 1) % ring.size()];
      const double cross = (b.x - a.x) * contact.normal.x + (b.y - a.y) * contact.normal.y;
      is_of_outline = is_of_outline || std::fabs(cross) < 1e-9 * std::hypot(b.x - a.x, b.y - a.y);
    }
    ASSERT_TRUE(is_of_outline) << i;
  }
}

}  // namespace
}  // namespace hyperplane::test::in_plane
