#include <gtest/gtest.h>
#include <hyperplane/pair.h>
#include <hyperplane/sweep.h>
#include <hyperplane/world.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "math/quat.h"
#include "math/trigonometry.h"
#include "support/grazing_pairs.h"
#include "support/impact_tally.h"
#include "support/test_size.h"

/// Bodies that roll, spin and slide past each other at a small gap (support/grazing_pairs.h). The oracle
/// (support/motion_oracle.h) proves that the shapes are apart at samples before the time given, and that they touch
/// then: no direction leaves a gap, and the point of the impact lies in both.

namespace hyperplane {
namespace {

using test::diameter_of;
using test::ImpactTally;
using test::k_impact_promise;
using test::make_test_prism;
using test::MovingPair;
using test::Random;
using test::scaled;
using test::seed_or;
using test::small_gap;
using test::turn_about;

class GrazingMotion : public testing::TestWithParam<test::GrazingFamily> {};

TEST_P(GrazingMotion, IsDecidedWithoutMissOrFalseHit) {
  const test::GrazingFamily& family = GetParam();
  const std::uint64_t seed = seed_or(5);
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  ImpactTally tally;
  for (int i = 0; i < scaled(family.count); ++i) tally.judge(family.make(random));
  tally.expect_right(family.name);
  // Some slack for builds with assertions, which try ten pairs.
  EXPECT_GE(tally.hits + 3, 0.2 * tally.count);
  EXPECT_LE(tally.hits - 3, 0.8 * tally.count);
}

INSTANTIATE_TEST_SUITE_P(Families, GrazingMotion, testing::ValuesIn(test::grazing_families()),
                         [](const auto& info) { return std::string(info.param.name); });

/// The next step continues the motion where this one ends.
Sweep next_step(const Sweep& sweep) {
  const Quat turn = sweep.to.rotation * conjugate(sweep.from.rotation);
  return {sweep.to, {sweep.to.position * 2.0 - sweep.from.position, turn * sweep.to.rotation}};
}

/// Up to six half turns of both bodies against each other, one a step.
TEST(GrazingMotion, OfSeveralRevolutionsIsDecidedInEveryStep) {
  const std::uint64_t seed = seed_or(6);
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  ImpactTally tally;
  int hits = 0, second_steps = 0;
  const int count = scaled(200);
  for (int i = 0; i < count; ++i) {
    MovingPair pair = test::make_revolutions(random);
    bool is_hit = tally.judge(pair);
    if (!is_hit) ++second_steps;
    for (int step = 1; step < 6 && !is_hit; ++step) {
      pair.sweep_a = next_step(pair.sweep_a);
      pair.sweep_b = next_step(pair.sweep_b);
      is_hit = tally.judge(pair);
    }
    hits += is_hit;
  }
  tally.expect_right("several revolutions");
  EXPECT_GE(second_steps + 3, 0.2 * count);
  EXPECT_GE(hits + 3, 0.2 * count);
  EXPECT_LE(hits - 3, 0.8 * count);
}

/// A wheel at a gap above a floor, and a wall in its way.
TEST(GrazingMotion, DoesNotHideTheWallBehindIt) {
  const std::uint64_t seed = 9;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  int walls = 0;
  for (int i = 0; i < scaled(300); ++i) {
    const double radius = random.uniform(0.1, 2.0), gap = small_gap(random) * radius;
    const double angle = random.uniform(0.5, k_pi);
    const test::TestShape body = make_test_prism(3 + random.below(62), radius, radius, radius);
    const Quat start = turn_about({0, 0, 1}, random.uniform(-k_pi, k_pi)) * turn_about({1, 0, 0}, 0.5 * k_pi);
    const Vec3 from{0.0, 0.5 + radius + gap, 0.0}, to = from + Vec3{angle * radius + 3.0 * radius, 0.0, 0.0};
    const Sweep sweep{{from, start}, {to, turn_about({0, 0, 1}, -angle) * start}};
    const double wall_at = random.uniform(1.5, 3.0) * radius;
    WorldPtr world = make_world().value;
    ASSERT_TRUE(world->add({.shape = make_box(100.0, 1.0, 100.0).value, .pose = {}, .is_static = true}).ok());
    ASSERT_TRUE(world
                    ->add({.shape = make_box(1.0, 100.0, 100.0).value,
                           .pose = {{wall_at + 0.5, 50.5 + gap, 0.0}, {}},
                           .is_static = true})
                    .ok());
    const WorldImpact cast = world->cast_shape(body.shape, sweep);
    ASSERT_TRUE(cast.hit && cast.converged) << i;
    // The floor is touched by no vertex: all are on a circle above it.
    ASSERT_EQ(cast.row, 1u) << i << ", gap " << gap;
    ++walls;

    WorldPtr moving = make_world().value;
    ASSERT_TRUE(moving->add({.shape = make_box(100.0, 1.0, 100.0).value, .pose = {}, .is_static = true}).ok());
    ASSERT_TRUE(moving
                    ->add({.shape = make_box(1.0, 100.0, 100.0).value,
                           .pose = {{wall_at + 0.5, 50.5 + gap, 0.0}, {}},
                           .is_static = true})
                    .ok());
    ASSERT_TRUE(moving->add({.shape = body.shape, .pose = sweep.from, .is_continuous = true}).ok());
    ASSERT_TRUE(moving->update().ok());
    moving->positions()[6] = sweep.to.position.x;
    for (const auto& [slot, value] : {std::pair{8, sweep.to.rotation.x},
                                      {9, sweep.to.rotation.y},
                                      {10, sweep.to.rotation.z},
                                      {11, sweep.to.rotation.w}}) {
      moving->quaternions()[static_cast<std::size_t>(slot)] = static_cast<float>(value);
    }
    ASSERT_TRUE(moving->update().ok());
    ASSERT_EQ(moving->impacts().size(), 1u) << i;
    EXPECT_EQ(moving->impacts()[0].b, 1u) << i;
  }
  EXPECT_EQ(walls, scaled(300));
}

/// Shapes that overlap at the start, up to coinciding centres.
TEST(TimeOfImpact, PointOfAnOverlapAtTheStartLiesInBothShapes) {
  const std::uint64_t seed = 10;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  int overlaps = 0;
  for (const bool turning : {false, true}) {
    for (int i = 0; i < scaled(3000); ++i) {
      const int types = static_cast<int>(std::size(test::k_shape_types));
      const auto form = random.chance(0.3) ? test::ShapeForm::flat : test::ShapeForm::plain;
      const test::TestShape a = make_test_shape(random, test::k_shape_types[random.below(types)], form, 1.0);
      const test::TestShape b = make_test_shape(random, test::k_shape_types[random.below(types)],
                                                test::ShapeForm::plain, random.uniform(0.05, 1.5));
      const Pose pose_a{random.in_cube(10.0), random.rotation()};
      const Pose pose_b{pose_a.position + random.in_cube(0.4), random.rotation()};
      const double size = std::max(diameter_of(a), diameter_of(b));
      const Distance start = distance(a.shape, pose_a, b.shape, pose_b);
      if (start.distance > -1e-5 * size) continue;
      ++overlaps;
      const Pose to_a{random.in_cube(10.0), turning ? random.rotation() : pose_a.rotation};
      const Impact impact = time_of_impact(a.shape, {pose_a, to_a}, b.shape, {pose_b, pose_b});
      SCOPED_TRACE(std::string(test::name_of(a.shape.type)) + ", " + test::name_of(b.shape.type) + ", " +
                   std::to_string(i));
      ASSERT_TRUE(impact.hit && impact.converged);
      ASSERT_EQ(impact.time, 0.0);
      ASSERT_LE(a.oracle(pose_a).signed_distance(impact.point), k_impact_promise * size);
      ASSERT_LE(b.oracle(pose_b).signed_distance(impact.point), k_impact_promise * size);
      ASSERT_NEAR(length(impact.normal), 1.0, 1e-9);
      // The normal is that of the penetration: moved along it by the depth, the shapes only touch.
      const Pose apart{pose_b.position - impact.normal * start.distance, pose_b.rotation};
      ASSERT_NEAR(distance(a.shape, pose_a, b.shape, apart).distance, 0.0, 2e-5 * size);
    }
  }
  EXPECT_GT(overlaps, 0.3 * 2 * scaled(3000));
}

}  // namespace
}  // namespace hyperplane
