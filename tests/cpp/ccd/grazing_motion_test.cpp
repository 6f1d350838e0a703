#include <gtest/gtest.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>
#include <hyperplane/world.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "math/quat.h"
#include "math/trigonometry.h"
#include "support/convex_shapes.h"
#include "support/random.h"
#include "support/test_size.h"

/// Bodies that roll, spin and slide past each other at a small gap: motions along which a search by conservative
/// advancement creeps. Each family builds pairs whose gap is known to be small all the way or at many times.
///
/// The oracle samples the signed distance along the way, at poses by the functions of the standard library. It demands
/// that no sample before the time given is deeper than the promise, that the shapes are as near as promised at that
/// time, and that the search ends by itself.

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

constexpr double k_promise = 1e-6;

Quat turn_about(const Vec3& axis, double angle) {
  const double sine = std::sin(0.5 * angle);
  return {axis.x * sine, axis.y * sine, axis.z * sine, std::cos(0.5 * angle)};
}

Pose oracle_pose(const Sweep& sweep, double time) {
  const Quat from = normalized(sweep.from.rotation);
  Quat turn = normalized(sweep.to.rotation) * conjugate(from);
  if (turn.w < 0.0) turn = -turn;
  const Vec3 vector{turn.x, turn.y, turn.z};
  const double sine = length(vector), angle = 2.0 * std::atan2(sine, turn.w);
  const Vec3 axis = sine > 0.0 ? vector * (1.0 / sine) : Vec3{1.0, 0.0, 0.0};
  return {sweep.from.position * (1.0 - time) + sweep.to.position * time, turn_about(axis, angle * time) * from};
}

struct GrazingPair {
  test::TestShape a, b;
  Sweep sweep_a, sweep_b;
  /// Diameter of the larger shape, m.
  double size = 0.0;

  double gap(double time) const {
    return distance(a.shape, oracle_pose(sweep_a, time), b.shape, oracle_pose(sweep_b, time)).distance;
  }
  /// Moves the whole scene.
  void place(const Pose& at) {
    for (Sweep* sweep : {&sweep_a, &sweep_b}) {
      for (Pose* pose : {&sweep->from, &sweep->to}) {
        *pose = {at.position + rotate(at.rotation, pose->position), at.rotation * pose->rotation};
      }
    }
  }
};

double diameter(const test::TestShape& shape) {
  const Aabb box = bounds(shape.shape, {});
  return length(box.max - box.min);
}

test::TestShape box(double x, double y, double z) { return {make_box(x, y, z).value, {}, {}}; }

/// Along Y, of radius r. @param middle where its middle is in its frame.
test::TestShape prism(int sides, double radius, double height, double top_radius, const Vec3& middle = {}) {
  std::vector<double> points;
  for (int j = 0; j < sides; ++j) {
    const double angle = 2.0 * k_pi * j / sides;
    for (const double y : {-0.5, 0.5}) {
      const double r = y < 0.0 ? radius : top_radius;
      points.insert(points.end(),
                    {middle.x + r * std::cos(angle), middle.y + height * y, middle.z + r * std::sin(angle)});
    }
  }
  return test::make_test_hull(points);
}

/// 10^-5.5 to 10^-2, even in the logarithm.
double small_gap(Random& random) { return std::pow(10.0, random.uniform(-5.5, -2.0)); }

/// A body whose axis Y is horizontal, along Z of the scene, rolls or spins over the top of a box.
GrazingPair roll(Random& random, test::TestShape wheel, double radius) {
  GrazingPair pair;
  pair.a = std::move(wheel);
  const double length = radius * random.uniform(20.0, 40.0), thickness = radius * random.uniform(0.1, 2.0);
  pair.b = box(length, thickness, length);
  pair.size = std::max(diameter(pair.a), diameter(pair.b));
  const double gap = small_gap(random) * radius, angle = random.uniform(-k_pi, k_pi);
  const double slip = random.chance(0.3) ? 0.0 : random.chance(0.5) ? 1.0 : random.uniform(-2.0, 2.0);
  const Quat start = turn_about({0, 0, 1}, random.uniform(-k_pi, k_pi)) * turn_about({1, 0, 0}, 0.5 * k_pi);
  const double height = 0.5 * thickness + radius + gap;
  const double sink = random.chance(0.3) ? gap * random.uniform(0.0, 3.0) : 0.0;
  pair.sweep_a = {{{0.0, height, 0.0}, start},
                  {{-angle * radius * slip, height - sink, 0.0}, turn_about({0, 0, 1}, angle) * start}};
  pair.place({{}, random.rotation()});
  return pair;
}

GrazingPair wheel(Random& random) {
  const double radius = random.log_uniform(-4, 4);
  const double top = random.chance(0.5) ? radius : radius * random.uniform(0.2, 1.0);
  return roll(random, prism(3 + random.below(62), radius, radius * random.uniform(0.05, 4.0), top), radius);
}

GrazingPair round_wheel(Random& random) {
  const double radius = random.log_uniform(-4, 4), height = radius * random.uniform(0.1, 4.0);
  test::TestShape shape;
  switch (random.below(4)) {
    case 0:
      shape.shape = make_cylinder(radius, height).value;
      break;
    case 1:
      shape.shape = make_cone(radius, height).value;
      break;
    case 2:
      shape.shape = make_capsule(radius, height).value;
      break;
    default:
      shape.shape =
          make_ellipsoid(radius, 0.5 * height, random.chance(0.5) ? radius : radius * random.uniform(0.5, 1.0)).value;
  }
  return roll(random, std::move(shape), radius);
}

/// Two bodies that spin about parallel axes, side by side.
GrazingPair gears(Random& random) {
  GrazingPair pair;
  const double ra = random.log_uniform(-3, 3), rb = ra * std::pow(10.0, random.uniform(-1.0, 1.0));
  pair.a = prism(3 + random.below(62), ra, ra * random.uniform(0.05, 4.0), ra);
  pair.b = prism(3 + random.below(62), rb, rb * random.uniform(0.05, 4.0), rb);
  pair.size = std::max(diameter(pair.a), diameter(pair.b));
  const double apart = ra + rb + small_gap(random) * std::max(ra, rb);
  const auto spin = [&](const Vec3& at) {
    const Quat start = turn_about({0, 1, 0}, random.uniform(-k_pi, k_pi));
    return Sweep{{at, start}, {at, turn_about({0, 1, 0}, random.uniform(-k_pi, k_pi)) * start}};
  };
  pair.sweep_a = spin({});
  pair.sweep_b = spin({apart, 0.0, 0.0});
  pair.place({{}, random.rotation()});
  return pair;
}

/// A body that slides over a box and turns about the vertical.
GrazingPair slide(Random& random) {
  GrazingPair pair;
  const double side = random.log_uniform(-4, 4);
  pair.a = random.chance(0.5) ? box(side, side * random.uniform(0.01, 1.0), side)
                              : prism(3 + random.below(30), 0.5 * side, side * random.uniform(0.01, 1.0), 0.5 * side);
  pair.b = box(side * random.uniform(1.0, 20.0), side * random.uniform(0.01, 1.0), side * random.uniform(1.0, 20.0));
  pair.size = std::max(diameter(pair.a), diameter(pair.b));
  const Aabb on = bounds(pair.a.shape, {}), below = bounds(pair.b.shape, {});
  const double height = below.max.y - on.min.y + small_gap(random) * side;
  const Vec3 from{random.uniform(-1, 1) * below.max.x, height, random.uniform(-1, 1) * below.max.z};
  const Vec3 to{random.uniform(-1, 1) * below.max.x, height, random.uniform(-1, 1) * below.max.z};
  const Quat start = turn_about({0, 1, 0}, random.uniform(-k_pi, k_pi));
  pair.sweep_a = {{from, start}, {to, turn_about({0, 1, 0}, random.uniform(-k_pi, k_pi)) * start}};
  pair.place({{}, random.rotation()});
  return pair;
}

/// A random motion of two shapes, shifted so that their least distance is a small gap, or a small overlap.
GrazingPair shifted(Random& random, test::ShapeForm form, double ratio, double pivot) {
  GrazingPair pair;
  const int types = static_cast<int>(std::size(test::k_shape_types));
  const auto make = [&](double size) {
    if (pivot > 0.0) {
      const Vec3 middle = random.direction() * (pivot * size);
      return prism(3 + random.below(20), 0.5 * size, size * random.uniform(0.2, 1.0), 0.5 * size, middle);
    }
    return make_test_shape(random, test::k_shape_types[random.below(types)], form, size);
  };
  const double unit = random.log_uniform(-9, 9);
  pair.a = make(unit);
  pair.b = make(unit * ratio);
  pair.size = std::max(diameter(pair.a), diameter(pair.b));
  for (;;) {
    const double reach = unit * std::max(1.0, ratio) * 0.6;
    const auto sweep = [&] {
      const Quat from = random.rotation();
      const Vec3 at = random.in_cube(reach);
      const Quat to = random.chance(0.1) ? from : random.rotation();
      return Sweep{{at, from}, {random.chance(0.2) ? at : random.in_cube(reach), to}};
    };
    pair.sweep_a = sweep();
    pair.sweep_b = sweep();
    // Overlapping in the middle of the step; then B is moved away until the least distance is the gap wanted.
    const Vec3 towards = random.direction();
    const double far = 4.0 * (1.0 + pivot) * unit * (1.0 + ratio);
    const auto middle_of = [](const test::TestShape& shape, const Sweep& sweep) {
      const Aabb box = bounds(shape.shape, oracle_pose(sweep, 0.5));
      return (box.min + box.max) * 0.5;
    };
    const Vec3 together = middle_of(pair.a, pair.sweep_a) - middle_of(pair.b, pair.sweep_b);
    pair.sweep_b.from.position = pair.sweep_b.from.position + together;
    pair.sweep_b.to.position = pair.sweep_b.to.position + together;
    const Vec3 start = pair.sweep_b.from.position, end = pair.sweep_b.to.position;
    const auto least = [&](double along) {
      pair.sweep_b.from.position = start + towards * along;
      pair.sweep_b.to.position = end + towards * along;
      double least_gap = __builtin_inf();
      for (int i = 0; i <= 60; ++i) least_gap = std::min(least_gap, pair.gap(i / 60.0));
      return least_gap;
    };
    const double wanted = small_gap(random) * pair.size * (random.chance(0.8) ? 1.0 : -1.0);
    double low = 0.0, high = far;
    if (least(low) > wanted || least(high) < wanted) continue;
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (low + high);
      (least(middle) > wanted ? high : low) = middle;
    }
    least(high);
    if (pair.gap(0.0) <= 2.0 * k_promise * pair.size) continue;
    return pair;
  }
}

/// A flat plate that spins before a wall, about an axis near its edge or its middle.
GrazingPair plate(Random& random) {
  GrazingPair pair;
  const double side = random.log_uniform(-3, 3);
  pair.a = box(side, side * std::pow(10.0, random.uniform(-3.0, -1.0)), side * random.uniform(0.1, 1.0));
  pair.b = box(side * 4.0, side * random.uniform(0.01, 1.0), side * 4.0);
  pair.size = std::max(diameter(pair.a), diameter(pair.b));
  const Aabb on = bounds(pair.a.shape, {}), wall = bounds(pair.b.shape, {});
  // The farthest that the plate comes down while it turns by an axis in the plane of the wall.
  const double reach = std::hypot(on.max.x, on.max.y), height = wall.max.y + reach + small_gap(random) * side;
  const Quat start = turn_about({0, 0, 1}, random.uniform(-k_pi, k_pi));
  const Vec3 from{0.0, height, 0.0}, to{random.uniform(-1.0, 1.0) * side, height, random.uniform(-1.0, 1.0) * side};
  const Vec3 axis = normalized(Vec3{0, 0, 1} + random.in_cube(random.chance(0.5) ? 0.0 : 0.1));
  pair.sweep_a = {{from, start}, {to, turn_about(axis, random.uniform(-k_pi, k_pi)) * start}};
  pair.place({{}, random.rotation()});
  return pair;
}

/// A body that screws itself along a wall.
GrazingPair corkscrew(Random& random) {
  GrazingPair pair;
  const double radius = random.log_uniform(-3, 3), length = radius * random.uniform(2.0, 20.0);
  pair.a = prism(3 + random.below(20), radius, length, radius * random.uniform(0.1, 1.0));
  pair.b = random.chance(0.5) ? box(20 * radius, radius, 20 * radius)
                              : test::TestShape{make_cylinder(radius * random.uniform(0.1, 3.0), length).value, {}, {}};
  pair.size = std::max(diameter(pair.a), diameter(pair.b));
  const double away = radius + bounds(pair.b.shape, {}).max.y + small_gap(random) * radius;
  const bool is_box = pair.b.shape.type == ShapeType::box;
  const Quat lying = turn_about({1, 0, 0}, 0.5 * k_pi);
  const Quat start = turn_about({0, 0, 1}, random.uniform(-k_pi, k_pi)) * lying;
  const double y = is_box ? away : radius + pair.b.shape.parameters[0] + small_gap(random) * radius;
  pair.sweep_a = {{{0, y, -length}, start},
                  {{0, y, length}, turn_about({0, 0, 1}, random.uniform(-k_pi, k_pi)) * start}};
  const Quat lies = is_box ? Quat{} : turn_about({0, 1, 0}, random.uniform(0.0, k_pi)) * lying;
  pair.sweep_b = {{{}, lies}, {{}, lies}};
  pair.place({{}, random.rotation()});
  return pair;
}

struct Tally {
  int count = 0, hits = 0, unconverged = 0, misses = 0, false_hits = 0, most = 0;
  double iterations = 0.0, worst_gap = 0.0, worst_depth = 0.0;
};

void judge(const GrazingPair& pair, int samples, Tally& tally) {
  const Impact impact = time_of_impact(pair.a.shape, pair.sweep_a, pair.b.shape, pair.sweep_b);
  ++tally.count;
  tally.hits += impact.hit;
  tally.unconverged += !impact.converged;
  tally.iterations += impact.iterations;
  tally.most = std::max(tally.most, impact.iterations);
  if (impact.hit && impact.time == 0.0) return;
  const double end = impact.hit ? impact.time : 1.0;
  const double rounding = 1e-15 * (length(pair.sweep_a.from.position) + length(pair.sweep_b.to.position));
  double least = __builtin_inf(), at = 0.0;
  for (int i = 0; i <= samples; ++i) {
    const double gap = pair.gap(end * i / samples);
    if (gap < least) {
      least = gap;
      at = end * i / samples;
    }
  }
  double width = end / samples;
  for (int round = 0; round < 12; ++round, width *= 0.3) {
    for (const double time : {at - width, at - 0.5 * width, at + 0.5 * width, at + width}) {
      if (time < 0.0 || time > end) continue;
      const double gap = pair.gap(time);
      if (gap < least) {
        least = gap;
        at = time;
      }
    }
  }
  const double depth = (-least - rounding) / pair.size;
  tally.misses += depth > k_promise;
  tally.worst_depth = std::max(tally.worst_depth, depth);
  if (!impact.hit) return;
  const double gap = (pair.gap(impact.time) - rounding) / pair.size;
  tally.false_hits += gap > k_promise;
  tally.worst_gap = std::max(tally.worst_gap, gap);
}

struct Family {
  const char* name;
  GrazingPair (*make)(Random& random);
  int count;
  double least_hits, most_hits;
};

class GrazingMotion : public testing::TestWithParam<Family> {};

TEST_P(GrazingMotion, IsDecidedWithoutMissOrFalseHit) {
  const Family& family = GetParam();
  const char* seed_text = std::getenv("HYPERPLANE_TEST_SEED");
  const std::uint64_t seed = seed_text != nullptr ? std::strtoull(seed_text, nullptr, 10) : 5;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  Tally tally;
  for (int i = 0; i < scaled(family.count); ++i) judge(family.make(random), 200, tally);
  std::printf(
      "%s: %d pairs, %.0f %% hit, %d unconverged, %d missed, %d false hits (gap up to %.1e, depth %.1e), %.1f "
      "iterations, %d at most\n",
      family.name, tally.count, 100.0 * tally.hits / tally.count, tally.unconverged, tally.misses, tally.false_hits,
      tally.worst_gap, tally.worst_depth, tally.iterations / tally.count, tally.most);
  std::fflush(stdout);
  EXPECT_EQ(tally.unconverged, 0);
  EXPECT_EQ(tally.misses, 0);
  EXPECT_EQ(tally.false_hits, 0);
  EXPECT_LT(tally.most, 1000);
  // One pair of slack, for builds with assertions that try five.
  EXPECT_GE(tally.hits + 1, family.least_hits * tally.count);
  EXPECT_LE(tally.hits - 1, family.most_hits * tally.count);
}

GrazingPair far_away(Random& random) {
  GrazingPair pair = random.chance(0.5) ? wheel(random) : slide(random);
  pair.place({random.direction() * 1e6, {}});
  return pair;
}
GrazingPair plain_graze(Random& random) { return shifted(random, test::ShapeForm::plain, 1.0, 0.0); }
GrazingPair flat_graze(Random& random) { return shifted(random, test::ShapeForm::flat, 1.0, 0.0); }
GrazingPair unequal_graze(Random& random) {
  return shifted(random, test::ShapeForm::plain, std::pow(10.0, random.uniform(-3.0, 3.0)), 0.0);
}
GrazingPair pivot_graze(Random& random) {
  return shifted(random, test::ShapeForm::plain, 1.0, std::pow(10.0, random.uniform(0.0, 2.0)));
}

constexpr Family k_families[] = {
    {"wheels", wheel, 300, 0.05, 0.6},
    {"round_wheels", round_wheel, 300, 0.05, 0.6},
    {"gears", gears, 300, 0.0, 0.5},
    {"slides", slide, 300, 0.0, 0.5},
    {"plates", plate, 300, 0.1, 0.6},
    {"corkscrews", corkscrew, 300, 0.0, 0.8},
    {"far_away", far_away, 300, 0.0, 0.6},
    {"shifted", plain_graze, 150, 0.1, 0.8},
    {"flat", flat_graze, 150, 0.1, 0.9},
    {"unequal", unequal_graze, 150, 0.1, 0.9},
    {"far_pivots", pivot_graze, 100, 0.1, 0.97},
};

INSTANTIATE_TEST_SUITE_P(Families, GrazingMotion, testing::ValuesIn(k_families),
                         [](const auto& info) { return std::string(info.param.name); });

/// A wheel over a floor, at a gap, and a wall across its way.
TEST(GrazingMotion, DoesNotHideTheWallBehindIt) {
  const std::uint64_t seed = 9;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  int walls = 0;
  for (int i = 0; i < scaled(300); ++i) {
    const double radius = random.uniform(0.1, 2.0), gap = small_gap(random) * radius;
    const double angle = random.uniform(0.5, k_pi);
    const test::TestShape body = prism(3 + random.below(62), radius, radius, radius);
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
    ASSERT_TRUE(cast.impact.hit && cast.impact.converged) << i;
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

/// Shapes that overlap at the start, up to the middle of each other.
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
      const double size = std::max(diameter(a), diameter(b));
      const Distance start = distance(a.shape, pose_a, b.shape, pose_b);
      if (start.distance > -1e-5 * size) continue;
      ++overlaps;
      const Pose to_a{random.in_cube(10.0), turning ? random.rotation() : pose_a.rotation};
      const Impact impact = time_of_impact(a.shape, {pose_a, to_a}, b.shape, {pose_b, pose_b});
      SCOPED_TRACE(std::string(test::name_of(a.shape.type)) + ", " + test::name_of(b.shape.type) + ", " +
                   std::to_string(i));
      ASSERT_TRUE(impact.hit && impact.converged);
      ASSERT_EQ(impact.time, 0.0);
      ASSERT_LE(a.oracle(pose_a).signed_distance(impact.point), k_promise * size);
      ASSERT_LE(b.oracle(pose_b).signed_distance(impact.point), k_promise * size);
      ASSERT_NEAR(length(impact.normal), 1.0, 1e-9);
      // The normal is that of the depth: moved along it by the depth, the shapes only touch.
      const Pose apart{pose_b.position - impact.normal * start.distance, pose_b.rotation};
      ASSERT_NEAR(distance(a.shape, pose_a, b.shape, apart).distance, 0.0, 2e-5 * size);
    }
  }
  EXPECT_GT(overlaps, 0.3 * 2 * scaled(3000));
}

}  // namespace
}  // namespace hyperplane
