#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include <hyperplane/sweep.h>

#include "ccd/time_of_impact.h"
#include "math/quat.h"
#include "math/trigonometry.h"
#include "support/grazing_pairs.h"
#include "support/impact_tally.h"
#include "support/motion_oracle.h"
#include "support/test_size.h"

/// Times of impact of shapes at a pose in a moving frame, which may move on arcs. Judged by the oracle of
/// support/motion_oracle.h, which follows the frame and places the shape. See also grazing_motion_test.cpp (small gaps)
/// and flat_motion_test.cpp (shapes without volume).

namespace hyperplane {
namespace {

using test::any_mount;
using test::diameter_of;
using test::ImpactTally;
using test::MovingPair;
using test::Random;
using test::scaled;
using test::seed_or;
using test::turn_about;

Impact impact_of(const MovingPair& pair, double latest = 1.0) {
  return time_of_impact({pair.a.shape, pair.sweep_a, &pair.mount_a}, {pair.b.shape, pair.sweep_b, &pair.mount_b},
                        latest);
}

bool equal_bits(const Impact& one, const Impact& other) {
  const auto same = [](const Vec3& a, const Vec3& b) { return std::memcmp(&a, &b, sizeof a) == 0; };
  return one.hit == other.hit && one.converged == other.converged && one.iterations == other.iterations &&
         std::memcmp(&one.time, &other.time, sizeof one.time) == 0 && same(one.point, other.point) &&
         same(one.normal, other.normal);
}

/// Frames that turn by up to half a turn, or not at all.
Sweep any_sweep(Random& random, double reach, bool turning) {
  const Quat from = random.rotation();
  const Quat to = turning ? turn_about(random.direction(), random.uniform(-0.999, 0.999) * k_pi) * from : from;
  return {{random.in_cube(reach), from}, {random.in_cube(reach), to}};
}

test::ShapePair any_types(Random& random) {
  const auto any = [&] { return test::k_shape_types[random.below(static_cast<int>(std::size(test::k_shape_types)))]; };
  const ShapeType a = any();
  return {a, any()};
}

/// Shifts B so that the origins of the shapes pass each other at about `unit` at a time.
void meet_around(Random& random, MovingPair& pair, double meet, double unit) {
  const Vec3 apart = test::oracle_pose(pair.sweep_a, meet, pair.mount_a).position -
                     test::oracle_pose(pair.sweep_b, meet, pair.mount_b).position +
                     random.direction() * (random.uniform(0.0, 1.4) * unit);
  pair.sweep_b.from.position += apart;
  pair.sweep_b.to.position += apart;
}

/// Shapes that touch or nearly touch; some at the start.
MovingPair meeting_pair(Random& random, const test::ShapePair& types, double unit, bool mounted = true) {
  MovingPair pair;
  pair.a = make_test_shape(random, types.a, test::ShapeForm::rounded, unit);
  pair.b = make_test_shape(random, types.b, test::ShapeForm::plain, unit * random.uniform(0.3, 1.0));
  pair.size = std::max(diameter_of(pair.a), diameter_of(pair.b));
  if (mounted) {
    pair.mount_a = any_mount(random, unit);
    pair.mount_b = any_mount(random, unit);
  }
  pair.sweep_a = any_sweep(random, 3.0 * unit, random.chance(0.8));
  pair.sweep_b = any_sweep(random, 3.0 * unit, random.chance(0.8));
  meet_around(random, pair, random.chance(0.1) ? 0.0 : random.uniform(0.3, 1.0), unit);
  return pair;
}

void translate(MovingPair& pair, const Vec3& by) {
  for (Sweep* const sweep : {&pair.sweep_a, &pair.sweep_b}) {
    sweep->from.position += by;
    sweep->to.position += by;
  }
}

/// With some slack for builds with assertions, which try fewer pairs.
void expect_balanced(int hits, int count) {
  EXPECT_GT(hits + 3, 0.3 * count);
  EXPECT_LT(hits - 6, 0.7 * count);
}

TEST(MountedShape, TouchesAtTheTimeOfTheFirstTouch) {
  const std::uint64_t seed = seed_or(21);
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  ImpactTally tally;
  for (const test::ShapePair& types : test::ordered_shape_pairs()) {
    for (int i = 0; i < scaled(40); ++i) {
      const MovingPair pair = meeting_pair(random, types, std::pow(10.0, random.uniform(-3.0, 3.0)));
      tally.judge(pair);
      ASSERT_EQ(tally.misses + tally.false_hits + tally.unconverged, 0) << test::name_of(types) << ", " << i;
    }
  }
  tally.expect_right("mounted shapes");
  expect_balanced(tally.hits, tally.count);
}

TEST(MountedShape, IsJudgedAsWellFarFromTheOrigin) {
  const std::uint64_t seed = seed_or(22);
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  ImpactTally tally;
  for (int i = 0; i < scaled(1000); ++i) {
    MovingPair pair = meeting_pair(random, any_types(random), random.uniform(0.1, 10.0));
    translate(pair, random.direction() * 1e6);
    tally.judge(pair);
  }
  tally.expect_right("mounted shapes far away");
  expect_balanced(tally.hits, tally.count);
}

TEST(MountedShape, WithoutAMountHasTheBitsOfAPlainShape) {
  const std::uint64_t seed = seed_or(23);
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  int hits = 0;
  const int count = scaled(4000);
  for (int i = 0; i < count; ++i) {
    const MovingPair pair = meeting_pair(random, any_types(random), 1.0, false);
    const Impact plain = time_of_impact(pair.a.shape, pair.sweep_a, pair.b.shape, pair.sweep_b);
    hits += plain.hit;
    ASSERT_TRUE(equal_bits(plain, time_of_impact({pair.a.shape, pair.sweep_a}, {pair.b.shape, pair.sweep_b}))) << i;
    ASSERT_TRUE(equal_bits(plain, impact_of(pair))) << i;
  }
  expect_balanced(hits, count);
}

TEST(MountedShape, HitsNoLaterThanTheLatestTimeWithTheSameBits) {
  const std::uint64_t seed = seed_or(24);
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  int hits = 0, at_start = 0, closed_forms = 0;
  const int count = scaled(4000);
  for (int i = 0; i < count; ++i) {
    MovingPair pair = meeting_pair(random, any_types(random), 1.0);
    if (i % 8 == 0) {
      // Has a closed form.
      pair.a.shape = test::unit_box();
      pair.b.shape = test::ball(0.5);
      pair.sweep_a.to.rotation = pair.sweep_a.from.rotation;
      pair.mount_b = {};
      meet_around(random, pair, random.uniform(0.3, 1.0), 1.0);
    }
    const Impact impact = impact_of(pair);
    ASSERT_FALSE(!impact.hit && impact_of(pair, random.uniform()).hit) << i;
    if (!impact.hit) continue;
    ++hits;
    closed_forms += impact.iterations == 0;
    ASSERT_TRUE(equal_bits(impact, impact_of(pair, impact.time))) << i;
    ASSERT_TRUE(equal_bits(impact, impact_of(pair, random.uniform(impact.time, 1.0)))) << i;
    if (impact.time == 0.0) {
      ++at_start;
      continue;
    }
    ASSERT_FALSE(impact_of(pair, std::nextafter(impact.time, 0.0)).hit) << i;
    ASSERT_FALSE(impact_of(pair, impact.time * random.uniform()).hit) << i;
  }
  expect_balanced(hits, count);
  EXPECT_GT(at_start, 0.01 * count);
  EXPECT_GT(closed_forms, 0);
}

TEST(MountedShape, ThatDoesNotTurnIsAPlainShapeElsewhere) {
  const std::uint64_t seed = seed_or(25);
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  int hits = 0, closed_forms = 0;
  const int count = scaled(4000);
  for (int i = 0; i < count; ++i) {
    MovingPair pair = meeting_pair(random, any_types(random), 1.0);
    pair.sweep_a.to.rotation = pair.sweep_a.from.rotation;
    pair.sweep_b.to.rotation = pair.sweep_b.from.rotation;
    meet_around(random, pair, random.uniform(), 1.0);
    const auto shifted = [](const Sweep& sweep, const Pose& mount) {
      return Sweep{test::oracle_pose(sweep, 0.0, mount), test::oracle_pose(sweep, 1.0, mount)};
    };
    Sweep sweep_a = shifted(pair.sweep_a, pair.mount_a), sweep_b = shifted(pair.sweep_b, pair.mount_b);
    sweep_a.to.rotation = sweep_a.from.rotation;
    sweep_b.to.rotation = sweep_b.from.rotation;
    const Impact mounted = impact_of(pair), plain = time_of_impact(pair.a.shape, sweep_a, pair.b.shape, sweep_b);
    hits += plain.hit;
    closed_forms += mounted.iterations == 0 && mounted.hit;
    const std::string text = pair.a.replay() + ", " + pair.b.replay() + ", " + std::to_string(i);
    ASSERT_EQ(mounted.hit, plain.hit) << text;
    if (!plain.hit) continue;
    const Vec3 velocity = (sweep_b.to.position - sweep_b.from.position) - (sweep_a.to.position - sweep_a.from.position);
    ASSERT_NEAR((mounted.time - plain.time) * length(velocity), 0.0, 1e-4 * pair.size) << text;
  }
  expect_balanced(hits, count);
  EXPECT_GT(closed_forms, 0);
}

/// Rounding must not turn one part of a frame the other way round than another.
TEST(MountedShape, GoesTheWayRoundOfItsFrameByHalfATurn) {
  Random random(26);
  const Shape ball = test::ball(0.1);
  for (int i = 0; i < scaled(2000); ++i) {
    const Vec3 axis = unit_axis(random.below(3)) * random.sign(), arm = cross(axis, random.direction());
    const Quat from = random.chance(0.3) ? Quat{} : random.rotation();
    const Sweep sweep{{{}, from}, {{}, Quat{axis.x, axis.y, axis.z, 0.0} * from}};
    const Pose halfway = pose_at(sweep, 0.5);
    const Pose mount{rotate(conjugate(from), arm * (2.0 / length(arm))), random.rotation()};
    const Pose there{halfway.position + rotate(halfway.rotation, mount.position), {}};
    const Sweep still{there, there};
    const Impact impact = time_of_impact({ball, sweep, &mount}, {ball, still});
    ASSERT_TRUE(impact.hit) << i;
    // |chord| = 0.2 = 2 * 2 sin(angle / 2), before the half turn's middle.
    ASSERT_NEAR(impact.time, 0.5 - 2.0 * std::asin(0.05) / k_pi, 1e-6) << i;
  }
}

TEST(MountedShape, OfRevolutionDoesNotMoveWhenItsFrameSpinsAboutItsAxis) {
  Random random(27);
  const Shape shapes[] = {make_cylinder(0.5, 1.0).value, make_capsule(0.5, 1.0).value, make_cone(0.5, 1.0).value,
                          make_ellipsoid(0.5, 0.7, 0.5).value};
  const Shape wall = make_box(20, 1, 20).value;
  for (int i = 0; i < scaled(1000); ++i) {
    // The axis of the shape lies along the wall at a distance of its radius and a gap.
    const double gap = test::small_gap(random), along = random.uniform(-5.0, 5.0);
    const Vec3 axis = normalized(Vec3{random.uniform(-1.0, 1.0), 0.0, random.uniform(-1.0, 1.0)});
    const Vec3 hinge = normalized(cross({0.0, 1.0, 0.0}, axis));
    const Quat laid = turn_about(hinge, 0.5 * k_pi);
    const Quat frame = random.rotation();
    const Pose mount{rotate(conjugate(frame), axis * along), conjugate(frame) * laid};
    const Vec3 at{0.0, 0.5 + 0.5 + gap, 0.0};
    const Sweep spin{{at, frame}, {at, turn_about(axis, random.uniform(-0.99, 0.99) * k_pi) * frame}};
    const Sweep still{};
    const Shape& shape = shapes[random.below(4)];
    const Impact apart = time_of_impact({shape, spin, &mount}, {wall, still});
    ASSERT_FALSE(apart.hit) << i;
    ASSERT_LE(apart.iterations, 3) << i;
    // Beside the axis of the frame it moves.
    const Pose beside{mount.position + rotate(conjugate(frame), cross(axis, {0.0, 1.0, 0.0})), mount.rotation};
    const Sweep half{{at, frame}, {at, turn_about(axis, k_pi * 0.999) * frame}};
    const Sweep back{{at, frame}, {at, turn_about(axis, -k_pi * 0.999) * frame}};
    ASSERT_TRUE(time_of_impact({shape, half, &beside}, {wall, still}).hit !=
                time_of_impact({shape, back, &beside}, {wall, still}).hit)
        << i;
  }
}

/// Parts far out turn fast; their rounding grows with the arm, not with the size.
TEST(MountedShape, AtTheEndOfALongArmIsTheFirstTouch) {
  const std::uint64_t seed = seed_or(28);
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  ImpactTally tally;
  for (int i = 0; i < scaled(1000); ++i) {
    MovingPair pair = meeting_pair(random, any_types(random), 1.0, false);
    const double arm = std::pow(10.0, random.uniform(1.0, 4.0));
    const auto swing = [&](Sweep& sweep, Pose& mount) {
      mount = {random.direction() * arm, random.rotation()};
      // Slowly enough for the samples of the oracle.
      const Quat turn = turn_about(random.direction(), std::min(20.0 / arm, 3.0) * random.uniform());
      sweep.to.rotation = turn * sweep.from.rotation;
    };
    swing(pair.sweep_a, pair.mount_a);
    if (random.chance(0.5)) swing(pair.sweep_b, pair.mount_b);
    meet_around(random, pair, random.uniform(0.3, 0.9), 1.0);
    tally.judge(pair);
  }
  tally.expect_right("long arms");
  expect_balanced(tally.hits, tally.count);
}

}  // namespace
}  // namespace hyperplane
