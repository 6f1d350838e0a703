#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// A body that walks, slides, climbs and falls through worlds of the plane.

namespace hyperplane::test::in_plane {
namespace {

using plane::ChainSides;
using plane::ColliderOptions;
using plane::MoverOptions;
using plane::MoverResult;
using plane::Shape;
using plane::Vec2;
using plane::WorldPtr;

constexpr double k_skin = 0.01;

/// A world that keeps its shapes.
struct Course {
  WorldPtr world = plane::make_world().value;
  std::vector<plane::CompositePtr> composites;

  ColliderId add(const Shape& shape, Vec2 position, double angle = 0.0) {
    ColliderOptions options;
    options.shape = shape;
    options.pose = {position, angle};
    options.is_static = true;
    return world->add(options).value;
  }
  ColliderId add_chain(const std::vector<double>& points, ChainSides sides) {
    composites.push_back(plane::build_chain(points, false, sides).value);
    return add(make_composite(*composites.back()), {});
  }
  /// Least gap to a collider. @param far beyond it the answer is `far`.
  double gap_at(const Shape& body, Vec2 position, double far = 1.0) const {
    double least = far;
    for (std::uint32_t row = 0; row < world->capacity(); ++row) {
      if (world->at(row) == ColliderId{}) continue;
      const ColliderOptions options = world->describe(row);
      least = std::min(least, distance(options.shape, options.pose, body, {position, 0.0}).distance);
    }
    return least;
  }
};

MoverResult move(Course& course, const Shape& body, Vec2 from, Vec2 delta, const MoverOptions& options = {}) {
  const auto moved = course.world->move_and_slide(body, {from, 0.0}, delta, options);
  EXPECT_TRUE(moved.ok()) << moved.message;
  return moved.value;
}

/// Bodies that stand on y = 0 at the given height of their middle.
struct Walker {
  Shape shape;
  double half_height, half_width;
  bool is_round = true;

  /// m: how far it reaches from its middle.
  double reach_along(Vec2 direction) const {
    const double x = std::fabs(direction.x), y = std::fabs(direction.y);
    return is_round ? half_width + y * (half_height - half_width) : x * half_width + y * half_height;
  }
};
std::vector<Walker> walkers() {
  return {{plane_rectangle(0.8, 1.6).shape, 0.8, 0.4, false},
          {plane_capsule(0.4, 0.8).shape, 0.8, 0.4},
          {plane_circle(0.5).shape, 0.5, 0.5}};
}

TEST(PlaneMover, WalksOverSeams) {
  Course courses[4];
  for (int i = -10; i < 10; ++i) courses[0].add(plane_rectangle(1.0, 1.0).shape, {i + 0.5, -0.5});
  std::vector<double> points, backwards;
  for (int i = -10; i <= 10; ++i) {
    points.insert(points.end(), {static_cast<double>(i), 0.0});
    backwards.insert(backwards.end(), {static_cast<double>(-i), 0.0});
  }
  courses[1].add_chain(points, ChainSides::front);
  courses[2].add_chain(backwards, ChainSides::both);
  std::vector<plane::CompoundPart> parts;
  for (int i = -10; i < 10; ++i) parts.push_back({plane_rectangle(1.0, 1.0).shape, {{i + 0.5, -0.5}, 0.0}});
  courses[3].composites.push_back(plane::build_compound(parts).value);
  courses[3].add(make_composite(*courses[3].composites[0]), {});
  for (Course& course : courses) {
    for (const Walker& walker : walkers()) {
      for (const double step : {0.013, 0.1, 0.37, 3.0}) {
        Vec2 at{-8.0, walker.half_height + k_skin};
        int steps = 0;
        for (; at.x < 8.0 && steps < 2000; ++steps) {
          const MoverResult moved = move(course, walker.shape, at, {step, 0.0});
          ASSERT_NEAR(moved.position.x, at.x + step, 1e-6) << &course - courses << " at " << at.x << " step " << step;
          ASSERT_NEAR(moved.position.y, walker.half_height + k_skin, 1e-3);
          ASSERT_TRUE(moved.grounded);
          ASSERT_NEAR(moved.ground_normal.y, 1.0, 1e-9);
          for (int k = 0; k < moved.hit_count; ++k) ASSERT_NEAR(moved.hits[k].normal.y, 1.0, 1e-9);
          at = moved.position;
        }
      }
    }
  }
}

TEST(PlaneMover, StopsAtWallsAndKeepsItsSkin) {
  Course course;
  course.add(plane_rectangle(20.0, 1.0).shape, {0.0, -0.5});
  course.add(plane_rectangle(1.0, 4.0).shape, {5.0, 2.0});
  for (const Walker& walker : walkers()) {
    const MoverResult moved = move(course, walker.shape, {0.0, walker.half_height + k_skin}, {10.0, 0.0});
    EXPECT_NEAR(moved.position.x, 4.5 - k_skin - walker.half_width, 1e-3);
    EXPECT_NEAR(moved.position.y, walker.half_height + k_skin, 1e-3);
    EXPECT_TRUE(moved.grounded);
    ASSERT_GE(moved.hit_count, 1);
    EXPECT_NEAR(moved.hits[moved.hit_count - 1].normal.x, -1.0, 1e-6);
    // In the air it slides down along the wall.
    const MoverResult down = move(course, walker.shape, {3.0, 3.0}, {5.0, -1.0});
    EXPECT_NEAR(down.position.x, 4.5 - k_skin - walker.half_width, 1e-3);
    EXPECT_NEAR(down.position.y, 2.0, 2e-2);
    EXPECT_FALSE(down.grounded);
  }
}

TEST(PlaneMover, FollowsSlopesThatAreNotTooSteep) {
  // Up by 30 degrees, level, down by 30, and then up by 60.
  const double rise = std::tan(3.14159265358979 / 6), steep = std::tan(3.14159265358979 / 3);
  for (const ChainSides sides : {ChainSides::front, ChainSides::both}) {
    Course course;
    course.add_chain({-10.0, 0.0, 0.0, 0.0, 3.0, 3.0 * rise, 6.0, 3.0 * rise, 9.0, 0.0, 12.0, 0.0, 15.0, 3.0 * steep},
                     sides);
    for (const Walker& walker : walkers()) {
      Vec2 at{-3.0, walker.half_height + k_skin};
      for (int i = 0; i < 200; ++i) {
        const MoverResult moved = move(course, walker.shape, at, {0.1, 0.0});
        ASSERT_TRUE(moved.grounded) << "at " << at.x;
        ASSERT_GE(course.gap_at(walker.shape, moved.position), 0.5 * k_skin) << "at " << at.x;
        ASSERT_LE(course.gap_at(walker.shape, moved.position), 2.0 * k_skin) << "at " << at.x;
        if (at.x < 10.5) {
          ASSERT_NEAR(moved.position.x, at.x + 0.1, 1e-6) << "at " << at.x;
        }
        at = moved.position;
      }
      // At the foot of the steep one.
      EXPECT_GT(at.x, 11.0);
      EXPECT_LT(at.x, 12.3);
    }
  }
}

TEST(PlaneMover, ClimbsStairsAndNoWalls) {
  Course course;
  for (int i = 0; i < 10; ++i) course.add(plane_rectangle(1.0, 20.0).shape, {i + 0.5, -10.0 + 0.25 * i});
  course.add(plane_rectangle(10.0, 20.0).shape, {-5.0, -10.0});
  course.add(plane_rectangle(1.0, 20.0).shape, {10.5, -10.0 + 2.25 + 0.5});
  for (const Walker& walker : walkers()) {
    Vec2 at{-2.0, walker.half_height + k_skin};
    for (int i = 0; i < 300; ++i) {
      const MoverResult moved = move(course, walker.shape, at, {0.06, 0.0});
      ASSERT_TRUE(moved.grounded) << at.x;
      at = moved.position;
    }
    EXPECT_NEAR(at.x, 10.0 - walker.half_width - k_skin, 1e-2);
    EXPECT_NEAR(at.y, 2.25 + walker.half_height + k_skin, 1e-2);
    // And down again.
    for (int i = 0; i < 300; ++i) {
      const MoverResult moved = move(course, walker.shape, at, {-0.05, 0.0});
      ASSERT_TRUE(moved.grounded) << at.x;
      at = moved.position;
    }
    EXPECT_LT(at.x, 0.0);
    EXPECT_NEAR(at.y, walker.half_height + k_skin, 1e-2);
  }
}

TEST(PlaneMover, JumpsThroughOneSidedPlatforms) {
  Course course;
  course.add(plane_rectangle(20.0, 1.0).shape, {0.0, -0.5});
  course.add_chain({-3.0, 2.5, 3.0, 2.5}, ChainSides::front);
  for (const Walker& walker : walkers()) {
    for (const double x : {0.0, 2.9, -3.1, 3.2}) {
      Vec2 at{x, walker.half_height + k_skin};
      for (int i = 0; i < 40; ++i) {
        const MoverResult moved = move(course, walker.shape, at, {0.0, 0.1});
        ASSERT_NEAR(moved.position.y, at.y + 0.1, 1e-6) << x << " at " << at.y;
        ASSERT_NEAR(moved.position.x, at.x, 1e-6);
        at = moved.position;
      }
      MoverResult landed{};
      for (int i = 0; i < 60; ++i) {
        landed = move(course, walker.shape, at, {0.0, -0.1});
        at = landed.position;
      }
      EXPECT_TRUE(landed.grounded);
      if (std::fabs(x) < 3.0) {
        EXPECT_NEAR(at.y, 2.5 + walker.half_height + k_skin, 1e-2) << x;
      }
    }
    // From below in one long move, and sideways while it stands in the platform.
    EXPECT_NEAR(move(course, walker.shape, {0.0, 1.0}, {0.0, 5.0}).position.y, 6.0, 1e-9);
    const MoverResult beside = move(course, walker.shape, {0.0, 2.5}, {1.0, 0.05});
    EXPECT_NEAR(beside.position.x, 1.0, 1e-6);
    // A two-sided one holds it.
    Course closed;
    closed.add_chain({-3.0, 2.5, 3.0, 2.5}, ChainSides::both);
    EXPECT_NEAR(move(closed, walker.shape, {0.0, 1.0}, {0.0, 5.0}).position.y, 2.5 - walker.half_height - k_skin, 1e-3);
  }
}

TEST(PlaneMover, StopsAtABlockBesideThePlatformThatItStandsIn) {
  // The platform continues the top of the block, which is no seam for a body that jumps through.
  const std::vector<double> platforms[] = {{-3.0, 0.0, 0.0, 0.0}, {-3.0, 0.0, -0.5, 0.0, -0.02, 0.0, 0.0, 0.0}};
  for (const std::vector<double>& platform : platforms) {
    for (const bool is_one : {false, true}) {
      Course course;
      const Shape block = plane_rectangle(4.0, 4.0).shape;
      if (is_one) {
        course.composites.push_back(plane::build_chain(platform, false, ChainSides::front).value);
        const plane::CompoundPart parts[] = {{make_composite(*course.composites.back()), {}},
                                             {block, {{2.0, -2.0}, 0.0}}};
        course.composites.push_back(plane::build_compound(parts).value);
        course.add(make_composite(*course.composites.back()), {});
      } else {
        course.add_chain(platform, ChainSides::front);
        course.add(block, {2.0, -2.0});
      }
      for (const Walker& walker : walkers()) {
        for (const double y : {-0.3, -0.1, 0.0, 0.1, 0.25, 0.4}) {
          for (const double rise : {-0.05, 0.0, 0.05}) {
            const Vec2 end = move(course, walker.shape, {-1.5, y}, {3.0, rise}).position;
            ASSERT_GT(distance(block, {{2.0, -2.0}, 0.0}, walker.shape, {end, 0.0}).distance, 0.25 * k_skin) << y;
            ASSERT_GT(end.x, -walker.half_width - 3.0 * k_skin) << y;
          }
        }
      }
    }
  }
}

TEST(PlaneMover, StopsAtABlockBesideThePlatformThatItGetsOutOf) {
  // A body in a platform by about the skin leaves it while it slides over the corner of the block.
  Random random(620);
  for (int run = 0; run < scaled(3000); ++run) {
    Course course;
    course.add_chain({-4.0, 0.0, 0.0, 0.0}, ChainSides::front);
    const double top = random.chance(0.7) ? 0.0 : random.uniform(-0.3, 3.0), height = random.uniform(0.5, 4.0);
    const Shape block = plane_rectangle(4.0, height).shape;
    course.add(block, {2.0, top - 0.5 * height});
    MoverOptions options;
    if (random.chance(0.5)) options.step_height = 0.0;
    for (const Walker& walker : walkers()) {
      const Vec2 from{-2.0, walker.half_height - k_skin * random.uniform(-1.0, 1.2)};
      const Vec2 delta{random.uniform(1.0, 4.0), random.uniform(-0.05, 0.05)};
      const Vec2 end = move(course, walker.shape, from, delta, options).position;
      ASSERT_GT(distance(block, {{2.0, top - 0.5 * height}, 0.0}, walker.shape, {end, 0.0}).distance, 0.0)
          << run << " top " << top << " from " << from.y - walker.half_height;
    }
  }
}

TEST(PlaneMover, IsCarriedByWhatMovesIntoIt) {
  // A platform that rises pushes the body up; one that sinks is followed by its fall.
  Course course;
  const ColliderId lift = course.add(plane_rectangle(4.0, 1.0).shape, {0.0, -0.5});
  const Walker walker = walkers()[0];
  Vec2 at{0.0, walker.half_height + k_skin};
  for (int i = 1; i <= 50; ++i) {
    const double y = 0.05 * (i <= 25 ? i : 50 - i);
    ASSERT_EQ(course.world->set_pose(lift, {{0.0, y - 0.5}, 0.0}), Status::ok);
    const MoverResult moved = move(course, walker.shape, at, {0.0, -0.06});
    ASSERT_TRUE(moved.grounded) << i;
    ASSERT_NEAR(moved.position.y, y + walker.half_height + k_skin, 0.02) << i;
    at = moved.position;
  }
}

TEST(PlaneMover, NeverEndsInWhatIsSolid) {
  // Random courses of boxes, polygons and chains: wherever it starts free, it ends free, and it does not tunnel.
  Random random(60);
  int blocked = 0;
  const int count = scaled(1500);
  for (int i = 0; i < count; ++i) {
    Course course;
    for (int k = 0; k < 12; ++k) {
      const Vec2 at{random.uniform(-5.0, 5.0), random.uniform(-5.0, 5.0)};
      if (random.chance(0.3)) {
        course.composites.push_back(build({{random_star(random, 8, 1.5)}}).value);
        course.add(make_composite(*course.composites.back()), at, random.uniform(-3.0, 3.0));
      } else if (random.chance(0.3)) {
        course.add_chain({at.x, at.y, at.x + 1.0, at.y + random.uniform(-1.0, 1.0), at.x + 2.0, at.y},
                         ChainSides::both);
      } else {
        course.add(plane_rectangle(random.uniform(0.3, 2.0), random.uniform(0.3, 2.0)).shape, at,
                   random.uniform(-3.0, 3.0));
      }
    }
    const Walker walker = walkers()[static_cast<std::size_t>(random.below(3))];
    Vec2 at{random.uniform(-5.0, 5.0), random.uniform(-5.0, 5.0)};
    if (course.gap_at(walker.shape, at) < k_skin) continue;
    for (int step = 0; step < 10; ++step) {
      const double way = random.chance(0.3) ? 6.0 : 0.3;
      const Vec2 delta{random.uniform(-way, way), random.uniform(-way, way)};
      const MoverResult moved = move(course, walker.shape, at, delta);
      ASSERT_GT(course.gap_at(walker.shape, moved.position), 0.25 * k_skin) << i << " step " << step;
      blocked += moved.hit_count > 0 ? 1 : 0;
      at = moved.position;
    }
  }
  EXPECT_GT(blocked, count / 4);
}

TEST(PlaneMover, StaysAboveGroundThatBendsUpwards) {
  Random random(618);
  constexpr int k_pieces = 80;
  double worst = 1.0;
  for (const Walker& walker : walkers()) {
    for (int run = 0; run < scaled(30); ++run) {
      // A parabola of straight pieces: above it is the intersection of half-planes.
      const double bend = std::pow(10.0, random.uniform(-4.0, -1.7));
      std::vector<double> points;
      for (int i = 0; i <= k_pieces; ++i) {
        const double x = 0.5 * i - 20.0;
        points.insert(points.end(), {x, bend * x * x});
      }
      Course course;
      course.add_chain(points, random.chance(0.5) ? ChainSides::front : ChainSides::both);
      Vec2 at = move(course, walker.shape, {-18.5, points[1] + 2.0}, {0.0, -4.0}).position;
      const double step = std::pow(10.0, random.uniform(-1.3, 1.3));
      for (int i = 0; i < 60 && at.x < 17.0; ++i) {
        const double length = std::min(step, 18.0 - at.x), before = at.x;
        at = move(course, walker.shape, at, {length, random.chance(0.5) ? -0.05 : 0.0}).position;
        for (std::size_t k = 0; k < k_pieces; ++k) {
          const Vec2 from{points[2 * k], points[2 * k + 1]};
          const Vec2 along{0.5, points[2 * k + 3] - from.y};
          const double slope = std::hypot(along.x, along.y);
          const Vec2 up{-along.y / slope, along.x / slope};
          const double gap = up.x * (at.x - from.x) + up.y * (at.y - from.y) - walker.reach_along(up);
          worst = std::min(worst, gap);
          ASSERT_GT(gap, 0.25 * k_skin) << run << " " << i << " step " << step;
        }
        if (step < 2.0) {
          ASSERT_NEAR(at.x - before, length, k_skin) << run << " " << i << " step " << step;
        }
      }
    }
  }
  printf("seed 618: gaps of %g m and more\n", worst);
}

/// A wall whose face is at x = 0, a floor at y = 0, and a platform that a body of width 0.6 overlaps by 0.06.
void add_squeeze(Course& course, double angle) {
  course.add(plane::make_rectangle(100.0, 2.0).value, {0.0, -1.0});
  course.add(plane::make_rectangle(1.0, 10.0).value, {-0.5, 5.0});
  course.add(plane::make_rectangle(1.0, 3.0).value, {1.05, 1.5}, angle);
}

TEST(PlaneMover, IsNeitherShotAlongWallsNorThroughTheFloorByAPlatform) {
  const Shape bodies[] = {plane::make_rectangle(0.6, 1.2).value, plane::make_capsule(0.3, 0.6).value,
                          plane::make_ellipse(0.3, 0.6).value};
  for (const double angle : {0.0, 1e-7, -1e-7, 1e-5, -1e-5, 1e-4, -1e-4, 1e-3, -1e-3}) {
    for (const Shape& body : bodies) {
      for (const double fall : {0.01, 5.0}) {
        Course course;
        add_squeeze(course, angle);
        Vec2 at{0.31, 0.61};
        for (int i = 0; i < 20; ++i) {
          at = move(course, body, at, {0.0, -fall}).position;
          ASSERT_NEAR(at.y, 0.61, 0.006) << angle << ' ' << i;
          ASSERT_NEAR(at.x, 0.275, 0.003) << angle << ' ' << i;
        }
      }
    }
  }
}

/// The way of a convex body out of convex colliders: free, or no farther than six depths.
TEST(PlaneMover, IsLedOutByAShortWayOrLeftThere) {
  Random random(619);
  int free = 0, stuck = 0;
  const Shape bodies[] = {plane::make_rectangle(0.6, 1.2).value, plane::make_capsule(0.3, 0.6).value,
                          plane::make_circle(0.4).value};
  for (int i = 0; i < scaled(2000); ++i) {
    Course course;
    const Shape& body = bodies[random.below(3)];
    const int count = 1 + random.below(3);
    for (int placed = 0; placed < count;) {
      const Shape shape = random.chance(0.5)
                              ? plane::make_rectangle(random.uniform(0.3, 2.0), random.uniform(0.3, 2.0)).value
                              : plane::make_circle(random.uniform(0.2, 1.5)).value;
      const Vec2 at{random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)};
      const double angle = random.uniform(-3.0, 3.0);
      const double gap = distance(shape, {at, angle}, body, {}).distance;
      if (!(gap < 0.0 && gap > -0.15)) continue;
      course.add(shape, at, angle);
      ++placed;
    }
    const double start = course.gap_at(body, {}), deepest = k_skin - start;
    const Vec2 at = move(course, body, {}, {}).position;
    const double gap = course.gap_at(body, at), way = std::hypot(at.x, at.y);
    ASSERT_LE(way, 6.0 * deepest * (1.0 + 1e-9)) << i;
    ASSERT_GE(gap, std::min(start, 0.5 * k_skin) - 1e-9) << i;
    if (count == 1) {
      ASSERT_NEAR(way, deepest, 1e-6) << i;
    }
    (gap >= 0.5 * k_skin - 1e-9 ? free : stuck) += 1;
  }
  // In the plane two colliders that face each other leave few ways.
  // Runs with few cases vary.
  EXPECT_LT(stuck, 8 + free / 6);
  printf("seed 619: %d free, %d stuck\n", free, stuck);
}

// A slope too steep to walk on stands flush on a block, and both end at a cliff: what fell onto its foot stood on the
// top of the block, which the slope covers.
TEST(PlaneMover, DoesNotStandOnTheCoveredTopOfABlock) {
  Random random(994);
  for (int run = 0; run < scaled(200); ++run) {
    const double rise = std::tan(random.uniform(0.9, 1.4));
    const PlaneSolid block = plane_polygon({{0, 0}, {2, 0}, {2, 1}, {0, 1}}),
                     slope = plane_polygon({{0, 1}, {2, 1}, {1, 1 + rise}, {0, 1 + rise}}),
                     all = plane_polygon({{0, 0}, {2, 0}, {2, 1}, {1, 1 + rise}, {0, 1 + rise}});
    Course one, two;
    one.add(all.shape, {});
    two.add(block.shape, {});
    two.add(slope.shape, {});
    const double radius = random.uniform(0.2, 0.5);
    const PlaneSolid body = random.chance(0.5) ? plane_circle(radius) : plane_capsule(radius, 1.0);
    Vec2 position{2.0 + random.uniform(0.0, 0.5), 4.0};
    for (int i = 0; i < 40; ++i) {
      const MoverResult wanted = move(one, body.shape, position, {0.0, -0.2});
      const MoverResult found = move(two, body.shape, position, {0.0, -0.2});
      ASSERT_EQ(found.grounded, wanted.grounded) << run << " move " << i;
      ASSERT_NEAR(found.position.x, wanted.position.x, 1e-6) << run << " move " << i;
      ASSERT_NEAR(found.position.y, wanted.position.y, 1e-6) << run << " move " << i;
      position = wanted.position;
    }
  }
}

TEST(PlaneMover, RefusesBadOptions) {
  Course course;
  const Shape ball = plane_circle(1.0).shape;
  const auto status = [&](const MoverOptions& options) {
    return course.world->move_and_slide(ball, {}, {1.0, 0.0}, options).status;
  };
  MoverOptions options;
  EXPECT_EQ(status(options), Status::ok);
  options.skin = 0.0;
  EXPECT_EQ(status(options), Status::invalid_argument);
  options = {};
  options.up = {0.0, 0.0};
  EXPECT_EQ(status(options), Status::invalid_argument);
  options = {};
  options.max_slope = 2.0;
  EXPECT_EQ(status(options), Status::invalid_argument);
  options = {};
  options.step_height = -1.0;
  EXPECT_EQ(status(options), Status::invalid_argument);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
