#include <hyperplane/world.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Shape casts in a world, against time_of_impact of every collider.

namespace hyperplane {
namespace {

using test::ball;
using test::Random;
using test::unit_box;

/// Worlds keep quaternions in 32 bits.
Quat rounded(const Quat& q) {
  const auto round = [](double x) { return static_cast<double>(static_cast<float>(x)); };
  return {round(q.x), round(q.y), round(q.z), round(q.w)};
}

struct Place {
  WorldPtr world = make_world().value;
  std::vector<test::TestShape> shapes;
  std::vector<std::uint32_t> rows;

  void fill(Random& random, int count, double side, const Vec3& around, std::span<const ShapeType> types) {
    for (int i = 0; i < count; ++i) {
      const ShapeType type = types[static_cast<std::size_t>(random.below(static_cast<int>(types.size())))];
      shapes.push_back(make_test_shape(random, type, test::ShapeForm::plain, random.uniform(0.5, 1.5)));
      ColliderOptions options{shapes.back().shape, {around + random.in_cube(side), rounded(random.rotation())}};
      options.is_static = random.chance(0.5);
      options.layer = 1u << random.below(3);
      rows.push_back(world->add(options).value.row);
    }
  }

  /// @param accepts layers.
  WorldImpact cast_at_each_collider(const Shape& shape, const Sweep& sweep, std::uint32_t mask,
                                    double max_distance) const {
    WorldImpact best;
    for (const std::uint32_t row : rows) {
      const ColliderOptions collider = world->describe(row);
      if ((collider.layer & mask) == 0) continue;
      const Impact impact = time_of_impact(shape, sweep, collider.shape, {collider.pose, collider.pose});
      if (!impact.hit || impact.time * length(sweep.to.position - sweep.from.position) > max_distance) continue;
      if (!best.hit || impact.time < best.time) best = {impact, row};
    }
    return best;
  }
};

void expect_same_as_everybody(bool turns, const Vec3& around, std::uint64_t seed,
                              std::span<const ShapeType> types = test::k_shape_types) {
  Random random(seed);
  Place place;
  place.fill(random, 700, 8.0, around, types);
  int hits = 0;
  const int count = test::scaled(2000);
  for (int i = 0; i < count; ++i) {
    const ShapeType type = types[static_cast<std::size_t>(random.below(static_cast<int>(types.size())))];
    const test::TestShape shape = make_test_shape(random, type, test::ShapeForm::rounded, random.uniform(0.3, 1.2));
    const Quat start = random.rotation();
    const Sweep sweep{{around + random.in_cube(10.0), start},
                      {around + random.in_cube(10.0), turns ? random.rotation() : start}};
    const std::uint32_t mask = random.chance(0.5) ? 0xffffffff : 1u << random.below(3);
    QueryOptions options{.mask = mask};
    if (random.chance(0.4)) options.max_distance = random.uniform(0.0, 6.0);
    const WorldImpact found = place.world->cast_shape(shape.shape, sweep, options);
    const WorldImpact expected = place.cast_at_each_collider(shape.shape, sweep, mask, options.max_distance);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(i));
    if (found.hit != expected.hit) {
      // At the end of the sweep or of the distance, and where the shapes graze.
      const WorldImpact& either = found.hit ? found : expected;
      const ColliderOptions of = place.world->describe(either.row);
      const Pose at = pose_at(sweep, either.time);
      ASSERT_GT(distance(shape.shape, at, of.shape, of.pose).distance, -1e-6);
      continue;
    }
    if (!found.hit) continue;
    ++hits;
    ASSERT_EQ(found.time, expected.time);
    ASSERT_EQ(found.row, expected.row);
    ASSERT_EQ(found.normal, expected.normal);
    ASSERT_EQ(found.point, expected.point);
  }
  EXPECT_GT(hits, 0.3 * count);
  EXPECT_LT(hits, 0.7 * count);
  std::printf("seed %llu: %d of %d hit\n", static_cast<unsigned long long>(seed), hits, count);
}

TEST(ShapeCast, FindsWhatAskingEverybodyFinds) { expect_same_as_everybody(false, {}, 21); }
TEST(ShapeCast, FindsItForTurningShapes) { expect_same_as_everybody(true, {}, 22); }
TEST(ShapeCast, FindsItFarFromTheOrigin) {
  expect_same_as_everybody(false, {1e6, -1e6, 1e6}, 23);
  expect_same_as_everybody(true, {-1e6, 1e6, 1e6}, 24);
}

/// The closed forms, which stop looking beyond the first impact so far, with starts that overlap.
TEST(ShapeCast, FindsItForBallsAndBoxes) {
  constexpr ShapeType k_types[] = {ShapeType::sphere, ShapeType::box};
  expect_same_as_everybody(false, {}, 25, k_types);
  expect_same_as_everybody(false, {1e6, 1e6, -1e6}, 26, k_types);
}

TEST(ShapeCast, FindsAllInOrderOfTime) {
  Random random(27);
  for (const bool turns : {false, true}) {
    Place place;
    place.fill(random, 150, 5.0, {}, test::k_shape_types);
    int hits = 0;
    for (int i = 0; i < test::scaled(300); ++i) {
      const Quat start = random.rotation();
      const Sweep sweep{{random.in_cube(6.0), start}, {random.in_cube(6.0), turns ? random.rotation() : start}};
      QueryOptions options{.mask = random.chance(0.5) ? 0xffffffff : 1u << random.below(3)};
      if (random.chance(0.4)) options.max_distance = random.uniform(0.0, 6.0);
      const Shape shape = ball(random.uniform(0.3, 1.0));
      const auto found = place.world->cast_shape_all(shape, sweep, options);
      ASSERT_TRUE(found.ok());
      std::size_t count = 0;
      for (const std::uint32_t row : place.rows) {
        const ColliderOptions collider = place.world->describe(row);
        if ((collider.layer & options.mask) == 0) continue;
        const Impact impact = time_of_impact(shape, sweep, collider.shape, {collider.pose, collider.pose});
        if (!impact.hit || impact.time * length(sweep.to.position - sweep.from.position) > options.max_distance)
          continue;
        ++count;
        const auto same =
            std::find_if(found.value.begin(), found.value.end(), [&](const auto& f) { return f.row == row; });
        ASSERT_NE(same, found.value.end());
        ASSERT_EQ(same->time, impact.time);
        ASSERT_EQ(same->point, impact.point);
      }
      ASSERT_EQ(found.value.size(), count);
      hits += count > 1 ? 1 : 0;
      for (std::size_t k = 1; k < count; ++k) {
        const WorldImpact &before = found.value[k - 1], &here = found.value[k];
        ASSERT_TRUE(before.time < here.time || (before.time == here.time && before.row < here.row));
      }
      const WorldImpact first = place.world->cast_shape(shape, sweep, options);
      ASSERT_EQ(first.hit, count > 0);
      if (first.hit) ASSERT_EQ(first.row, place.world->cast_shape_all(shape, sweep, options).value[0].row);
    }
    EXPECT_GT(hits, 0.2 * test::scaled(300));
  }
}

Sweep along_x(double from, double to) { return {{{from, 0, 0}, {}}, {{to, 0, 0}, {}}}; }

TEST(ShapeCast, SeesEveryChangeAtOnce) {
  const WorldPtr world = make_world().value;
  EXPECT_FALSE(world->cast_shape(ball(0.5), along_x(0, 10)).hit) << "an empty world";
  const ColliderId far = world->add({unit_box(), {{8, 0, 0}, {}}}).value;
  EXPECT_EQ(world->cast_shape(ball(0.5), along_x(0, 10)).time, 0.7);
  const ColliderId near = world->add({unit_box(), {{5, 0, 0}, {}}}).value;
  EXPECT_EQ(world->cast_shape(ball(0.5), along_x(0, 10)).row, near.row);
  EXPECT_EQ(world->cast_shape(ball(0.5), along_x(0, 10)).time, 0.4);
  ASSERT_EQ(world->set_pose(near, {{5, 3, 0}, {}}), Status::ok);
  EXPECT_EQ(world->cast_shape(ball(0.5), along_x(0, 10)).row, far.row);
  ASSERT_EQ(world->remove(far), Status::ok);
  EXPECT_FALSE(world->cast_shape(ball(0.5), along_x(0, 10)).hit);
  world->positions()[3 * near.row + 1] = 0.0;
  EXPECT_FALSE(world->cast_shape(ball(0.5), along_x(0, 10)).hit) << "written in bulk";
  ASSERT_TRUE(world->refit().ok());
  EXPECT_TRUE(world->cast_shape(ball(0.5), along_x(0, 10)).hit);
}

TEST(ShapeCast, TakesTheLowestRowOfEqualTimes) {
  const WorldPtr world = make_world().value;
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(world->add({unit_box(), {{5, 0, 0}, {}}}).ok());
  EXPECT_EQ(world->cast_shape(unit_box(), along_x(0, 10)).row, 0u);
  EXPECT_EQ(world->cast_shape(unit_box(), along_x(5, 10)).row, 0u) << "all overlap at the start";
  QueryOptions options;
  options.accepts = [](const void*, std::uint32_t row) { return row >= 7; };
  EXPECT_EQ(world->cast_shape(unit_box(), along_x(0, 10), options).row, 7u);
}

TEST(ShapeCast, EndsAtTheDistance) {
  const WorldPtr world = make_world().value;
  ASSERT_TRUE(world->add({unit_box(), {{5, 0, 0}, {}}}).ok());
  EXPECT_TRUE(world->cast_shape(ball(0.5), along_x(0, 8), {.max_distance = 4.0}).hit);
  EXPECT_FALSE(world->cast_shape(ball(0.5), along_x(0, 8), {.max_distance = 3.999}).hit);
  EXPECT_TRUE(world->cast_shape(unit_box(), along_x(5, 8), {.max_distance = 0.0}).hit) << "an overlap";
}

TEST(ShapeCast, SeesWhatAShapeThatOnlyTurnsSweeps) {
  const WorldPtr world = make_world().value;
  const ColliderId post = world->add({ball(0.1), {{0, 2, 0}, {}}}).value;
  const Shape bar = make_box(4, 0.1, 0.1).value;
  const double r = std::sqrt(0.5);
  const Sweep quarter{{{}, {}}, {{}, {0, 0, r, r}}};
  const WorldImpact found = world->cast_shape(bar, quarter, {.max_distance = 0.0});
  ASSERT_TRUE(found.hit);
  EXPECT_EQ(found.row, post.row);
  EXPECT_GT(found.time, 0.9);
  EXPECT_FALSE(world->cast_shape(bar, {{{}, {}}, {{}, {}}}).hit) << "neither moves nor turns";
}

}  // namespace
}  // namespace hyperplane
