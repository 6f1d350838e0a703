#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <cmath>

#include "plane/plane_composite_oracle.h"
#include "plane/plane_oracle.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane::test::in_plane {
namespace {

using plane::Pose;
using plane::Vec2;

constexpr double k_circle = 2.0 * 3.14159265358979323846;

TEST(PlaneQuery, FindsClosestPoints) {
  Random random(51);
  int inside = 0;
  const int count = scaled(20000);
  for (int i = 0; i < count; ++i) {
    const double scale = random.below(3) == 0 ? 1e3 : 1.0, far = random.below(3) == 0 ? 1e6 : 0.0;
    const PlaneSolid solid = random_solid(random, scale);
    const Pose pose{{far, random.uniform(-1.0, 1.0)}, random.uniform(-9.0, 9.0)};
    const Vec2 point{far + scale * random.uniform(-1.0, 1.0), scale * random.uniform(-1.0, 1.0)};
    const plane::ClosestPoint found = plane::closest_point(solid.shape, pose, point);
    const PlaneSolid dot = plane_circle(0.0);
    const double noise = 1e-6 * solid.diameter() + 1e-15 * (scale + far);
    ASSERT_NEAR(found.distance, oracle_distance(solid, pose, dot, {point, 0.0}),
                noise * (solid.is_round() ? 10.0 : 1.0));
    ASSERT_NEAR(found.point.x + found.normal.x * found.distance, point.x, noise);
    ASSERT_NEAR(found.point.y + found.normal.y * found.distance, point.y, noise);
    ASSERT_LE(oracle_outside(solid, pose, found.point), noise);
    inside += found.distance < 0.0 ? 1 : 0;
  }
  EXPECT_GT(inside, count / 50);
}

TEST(PlaneQuery, FindsSupportPoints) {
  Random random(52);
  for (int i = 0; i < scaled(20000); ++i) {
    const PlaneSolid solid = random_solid(random, 1.0);
    const Pose pose{{5.0, -7.0}, random.uniform(-9.0, 9.0)};
    const double angle = random.uniform(0.0, k_circle), length = random.log_uniform(-300, 300);
    const Vec2 direction{std::cos(angle), std::sin(angle)};
    const Vec2 found = plane::support(solid.shape, pose, {direction.x * length, direction.y * length});
    const double height = (found.x - 5.0) * direction.x + (found.y + 7.0) * direction.y;
    ASSERT_NEAR(height,
                static_cast<double>(oracle_reach(solid, pose, static_cast<long double>(direction.x),
                                                 static_cast<long double>(direction.y))),
                1e-12);
    ASSERT_LE(oracle_outside(solid, pose, found), 1e-12);
  }
}

TEST(PlaneQuery, CastsRays) {
  // Towards a point of the shape or past it; the hit lies on the shape, and nothing before it does.
  Random random(53);
  int hits = 0, misses = 0;
  for (int i = 0; i < scaled(8000); ++i) {
    const PlaneSolid solid = random_solid(random, 1.0);
    const Pose pose{{random.uniform(-1.0, 1.0), 0.0}, random.uniform(-9.0, 9.0)};
    const Vec2 origin{random.uniform(-4.0, 4.0), random.uniform(-4.0, 4.0)};
    const Vec2 target{pose.position.x + random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    const double length = std::hypot(target.x - origin.x, target.y - origin.y);
    const Vec2 along{(target.x - origin.x) / length, (target.y - origin.y) / length};
    const plane::RayHit found = plane::raycast(solid.shape, pose, origin, {along.x * 3.0, along.y * 3.0}, 20.0);
    const auto at = [&](double t) { return Vec2{origin.x + along.x * t, origin.y + along.y * t}; };
    const double end = found.hit ? found.distance : 20.0;
    // A segment without thickness is met between samples: its two sides tell.
    for (int k = 0; k < 100; ++k) {
      const double t = end * k / 100.0;
      if (t < end - 1e-6) {
        ASSERT_GT(oracle_outside(solid, pose, at(t)), 0.0) << i << " " << t;
      }
    }
    if (!found.hit) {
      ++misses;
      continue;
    }
    ++hits;
    ASSERT_LE(oracle_outside(solid, pose, found.point), 1e-9) << i;
    ASSERT_NEAR(found.point.x, at(found.distance).x, 1e-9);
    ASSERT_NEAR(found.point.y, at(found.distance).y, 1e-9);
    ASSERT_NEAR(std::hypot(found.normal.x, found.normal.y), 1.0, 1e-12);
    ASSERT_LE(found.normal.x * along.x + found.normal.y * along.y, 1e-9);
  }
  EXPECT_GT(hits, misses / 10);
  EXPECT_GT(misses, hits / 10);
}

TEST(PlaneQuery, CastsRaysAtSegments) {
  Random random(54);
  for (int i = 0; i < scaled(20000); ++i) {
    const Vec2 a{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)},
        b{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    const PlaneSolid solid = plane_segment(a, b);
    const Vec2 origin{random.uniform(-4.0, 4.0), random.uniform(-4.0, 4.0)};
    const double share = random.uniform(-0.5, 1.5);
    const Vec2 target{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    const Vec2 along{target.x - origin.x, target.y - origin.y};
    if (std::fabs(along.x * (b.y - a.y) - along.y * (b.x - a.x)) < 1e-3) continue;
    const plane::RayHit found = plane::raycast(solid.shape, {}, origin, along, HUGE_VAL);
    if (std::fabs(share - 0.5) < 0.499) {
      ASSERT_TRUE(found.hit);
      ASSERT_NEAR(found.distance, std::hypot(along.x, along.y), 1e-9);
    } else if (std::fabs(share - 0.5) > 0.501) {
      ASSERT_FALSE(found.hit);
    }
  }
  // In its own line, at its end, and beside it.
  const PlaneSolid line = plane_segment({-1.0, 0.0}, {1.0, 0.0});
  EXPECT_NEAR(plane::raycast(line.shape, {}, {-3.0, 0.0}, {1.0, 0.0}, 9.0).distance, 2.0, 1e-15);
  EXPECT_FALSE(plane::raycast(line.shape, {}, {-3.0, 0.0}, {-1.0, 0.0}, 9.0).hit);
  EXPECT_FALSE(plane::raycast(line.shape, {}, {-3.0, 1e-9}, {1.0, 0.0}, 9.0).hit);
  EXPECT_FALSE(plane::raycast(line.shape, {}, {-3.0, 0.0}, {1.0, 0.0}, 1.9).hit);
  EXPECT_TRUE(plane::raycast(line.shape, {}, {-3.0, 0.0}, {1.0, 0.0}, 2.0).hit);
}

TEST(PlaneQuery, EndsNeedlesAtTheirTips) {
  // Far from the origin, rounding is more than the sides of a needle part over its length beyond the tip.
  Random random(55);
  int hits = 0;
  const int count = scaled(20000);
  for (int i = 0; i < count; ++i) {
    const double width = random.log_uniform(-25, -3), far = random.below(2) == 0 ? 1e6 : 1e9;
    const PlaneSolid needle = plane_polygon({{0.0, 0.0}, {width, 0.5}, {0.0, 2.0}, {-width, 0.5}});
    const Vec2 target{far, random.uniform(-1.5, 3.5)};
    const double angle = random.uniform(0.0, 6.3), away = random.uniform(0.1, 3.0);
    const Vec2 along{-std::cos(angle), -std::sin(angle)};
    const Vec2 origin{target.x - away * along.x, target.y - away * along.y};
    if (std::fabs(along.x) < 0.3) continue;  // rays along a side are met by it wherever rounding says
    const plane::RayHit found = plane::raycast(needle.shape, {{far, 0.0}, 0.0}, origin, along, 20.0);
    if (!found.hit) continue;
    ++hits;
    ASSERT_LE(oracle_outside(needle, {{far, 0.0}, 0.0}, found.point), 1e-6 + 1e-14 * far) << i;
  }
  EXPECT_GT(hits, count / 5);
  EXPECT_LT(hits, count / 2);
}

/// The parts of a polygon keep the vertices that halve a side.
TEST(PlaneQuery, HitsSidesWithAVertexInTheirMiddle) {
  Random random(56);
  const int count = scaled(20000);
  for (int i = 0; i < count; ++i) {
    const Vec2 from{random.uniform(-2.0, -1.0), random.uniform(-1.0, 1.0)},
        to{random.uniform(1.0, 2.0), random.uniform(-1.0, 1.0)};
    const double share = random.uniform(0.1, 0.9);
    const Vec2 middle{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
    const PlaneSolid solid = plane_polygon({from, middle, to, {0.0, 4.0}});
    const Pose pose{{random.uniform(-9.0, 9.0), 0.0}, random.uniform(-9.0, 9.0)};
    const double place = random.uniform(0.01, 0.99), away = random.uniform(0.0, 3.0);
    const double cosine = std::cos(pose.angle), sine = std::sin(pose.angle);
    const auto turn = [&](Vec2 v) { return Vec2{cosine * v.x - sine * v.y, sine * v.x + cosine * v.y}; };
    const Vec2 target = turn({from.x + place * (to.x - from.x), from.y + place * (to.y - from.y)});
    const Vec2 along = turn({random.uniform(-0.5, 0.5), 1.0});
    const double length = std::hypot(along.x, along.y);
    const Vec2 origin{pose.position.x + target.x - away / length * along.x, target.y - away / length * along.y};
    const plane::RayHit found = plane::raycast(solid.shape, pose, origin, along, 20.0);
    ASSERT_TRUE(found.hit) << i;
    ASSERT_NEAR(found.distance, away, 1e-9) << i;
  }
}

TEST(PlaneQuery, StartsInside) {
  const PlaneSolid box = plane_rectangle(2.0, 2.0);
  const plane::RayHit inside = plane::raycast(box.shape, {}, {0.5, 0.0}, {0.0, 2.0}, 1.0);
  EXPECT_TRUE(inside.hit);
  EXPECT_EQ(inside.distance, 0.0);
  EXPECT_EQ(inside.normal.y, -1.0);
  const plane::RayHit surface = plane::raycast(box.shape, {}, {1.0, 0.0}, {1.0, 0.0}, 1.0);
  EXPECT_EQ(surface.distance, 0.0);
  EXPECT_EQ(surface.normal.x, 1.0);
}

TEST(PlaneQuery, LeavesFromTheFirstHit) {
  // The point of a hit is rounded, outwards as often as inwards.
  Random random(78);
  const PlaneSolid solids[] = {plane_rectangle(1.0, 2.0), plane_circle(0.7), plane_capsule(0.3, 0.8),
                               plane_ellipse(0.7, 0.3), plane_ring(5, 0.8)};
  const plane::BuiltComposite star = build({{Ring{{0.0, 0.0}, {1.0, -0.5}, {0.4, 0.3}, {0.9, 1.0}, {-0.6, 0.6}}}});
  int hits = 0;
  for (int i = 0; i < scaled(6000); ++i) {
    const plane::Shape shape = i % 6 < 5 ? solids[i % 6].shape : make_composite(*star.value);
    const double far = i % 4 == 0 ? 100.0 : 3.0, angle = random.uniform(-4.0, 4.0);
    const Pose pose{{random.uniform(-far, far), random.uniform(-far, far)}, random.uniform(-4.0, 4.0)};
    const Vec2 along{std::cos(angle), std::sin(angle)};
    const Vec2 origin{pose.position.x + random.uniform(-0.3, 0.3) - 50.0 * along.x,
                      pose.position.y + random.uniform(-0.3, 0.3) - 50.0 * along.y};
    const plane::RayHit hit = plane::raycast(shape, pose, origin, along, HUGE_VAL);
    const Vec2 in{hit.point.x + 0.01 * along.x, hit.point.y + 0.01 * along.y};
    if (!hit.hit || plane::closest_point(shape, pose, in).distance > -1e-4) continue;
    ++hits;
    const plane::RayHit end = plane::raycast(shape, pose, hit.point, along, HUGE_VAL, false);
    ASSERT_TRUE(end.hit);
    ASSERT_GT(end.distance, 0.01) << i;
    const plane::WorldPtr world = plane::make_world().value;
    plane::ColliderOptions options;
    options.shape = shape;
    options.pose = pose;
    ASSERT_TRUE(world->add(options).ok());
    ASSERT_EQ(world->raycast(hit.point, along, {.solid = false}).distance, end.distance) << i;
    const plane::RayHit back = plane::raycast(shape, pose, hit.point, {-along.x, -along.y}, HUGE_VAL, false);
    ASSERT_TRUE(!back.hit || back.distance < 1e-9);
  }
  EXPECT_GT(hits, scaled(6000) / 2);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
