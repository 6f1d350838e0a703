#include <gtest/gtest.h>
#include <hyperplane/pair.h>
#include <hyperplane/sweep.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "math/quat.h"
#include "math/trigonometry.h"
#include "support/random.h"
#include "support/test_size.h"

/// The oracle steps through time by the bound distance <= speed * time, in capped steps, and bisects when the sign of
/// the distance changes. It shares the distance with the code under test, which other tests check against an oracle,
/// but neither the motion nor the search.

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

/// Slerp by the library's functions.
Pose oracle_pose(const Sweep& sweep, double time) {
  const Quat from = normalized(sweep.from.rotation);
  Quat to = normalized(sweep.to.rotation);
  double cosine = dot(from, to);
  if (cosine < 0.0) {
    to = -to;
    cosine = -cosine;
  }
  const double angle = std::acos(std::min(1.0, cosine));
  double weight_from = 1.0 - time, weight_to = time;
  if (angle > 1e-9) {
    weight_from = std::sin((1.0 - time) * angle) / std::sin(angle);
    weight_to = std::sin(time * angle) / std::sin(angle);
  }
  const Quat rotation{weight_from * from.x + weight_to * to.x, weight_from * from.y + weight_to * to.y,
                      weight_from * from.z + weight_to * to.z, weight_from * from.w + weight_to * to.w};
  return {sweep.from.position * (1.0 - time) + sweep.to.position * time, rotation};
}

struct OracleAnswer {
  std::optional<double> time;
  /// The least distance seen, m.
  double nearest = INFINITY;
};

/// @param size of the larger shape, m, from its frame's origin.
OracleAnswer oracle(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b, double size) {
  const auto gap = [&](double time) {
    return distance(a, oracle_pose(sweep_a, time), b, oracle_pose(sweep_b, time)).distance;
  };
  const Vec3 relative = (sweep_b.to.position - sweep_b.from.position) - (sweep_a.to.position - sweep_a.from.position);
  const double speed = length(relative) + 2.0 * k_pi * size;
  OracleAnswer answer;
  for (double time = 0.0;;) {
    const double now = gap(time);
    answer.nearest = std::min(answer.nearest, now);
    if (now <= 0.0) {
      answer.time = time;
      return answer;
    }
    if (time >= 1.0) return answer;
    const double next = std::min(1.0, time + std::max(now / speed, 1e-5));
    if (gap(next) <= 0.0) {
      double low = time, high = next;
      for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (gap(middle) <= 0.0 ? high : low) = middle;
      }
      answer.time = high;
      answer.nearest = 0.0;
      return answer;
    }
    time = next;
  }
}

struct NamedShape {
  std::string name;
  Shape shape;
  /// Largest distance of a point from the frame's origin, m.
  double size;
};

std::vector<NamedShape> shapes() {
  static const Result<HullPtr> wedge = build_hull(std::vector<double>{
      -0.5, -0.4, -0.6, 0.5, -0.4, -0.6, -0.5, -0.4, 0.6, 0.5, -0.4, 0.6, -0.5, 0.4, -0.6, -0.5, 0.4, 0.6});
  static const Result<HullPtr> beside =
      build_hull(std::vector<double>{0.9, -0.4, -0.2, 1.5, -0.4, -0.2, 1.2, 0.6, -0.2, 1.2, 0.0, 0.5});
  return {
      {"sphere", make_sphere(0.5).value, 0.5},
      {"box", make_box(0.8, 0.6, 1.2).value, 0.79},
      {"rod", make_box(0.05, 3.0, 0.05).value, 1.51},
      {"capsule", make_capsule(0.2, 1.0).value, 0.7},
      {"cylinder", make_cylinder(0.4, 1.0).value, 0.65},
      {"cone", make_cone(0.5, 1.0).value, 0.71},
      {"ellipsoid", make_ellipsoid(0.3, 0.5, 0.8).value, 0.8},
      {"convex_hull", make_convex_hull(*wedge.value), 0.88},
      {"hull_beside_its_origin", make_convex_hull(*beside.value), 1.7},
  };
}

Sweep random_sweep(Random& random, double reach, bool turning) {
  const Quat from = random.rotation();
  return {{random.in_cube(reach), from}, {random.in_cube(reach), turning ? random.rotation() : from}};
}

/// Two sweeps that start apart: an overlap at the start is a hit without a search.
std::pair<Sweep, Sweep> random_sweeps(Random& random, const Shape& a, const Shape& b, bool turning) {
  while (true) {
    const Sweep sweep_a = random_sweep(random, 1.3, turning), sweep_b = random_sweep(random, 1.3, turning);
    if (!intersects(a, sweep_a.from, b, sweep_b.from)) return {sweep_a, sweep_b};
  }
}

class TimeOfImpact : public testing::TestWithParam<bool> {};

TEST_P(TimeOfImpact, AgreesWithDenseSamplingForEveryPairOfShapes) {
  const bool turning = GetParam();
  constexpr std::uint64_t k_seed = 20240611;
  const int sweeps = scaled(40);
  Random random(k_seed);
  SCOPED_TRACE("seed " + std::to_string(k_seed));
  const std::vector<NamedShape> all = shapes();
  int hits = 0, total = 0, most_iterations = 0;
  double iterations = 0.0;
  for (const NamedShape& a : all) {
    for (const NamedShape& b : all) {
      for (int i = 0; i < sweeps; ++i) {
        const auto [sweep_a, sweep_b] = random_sweeps(random, a.shape, b.shape, turning);
        const double size = std::max(a.size, b.size);
        const Impact impact = time_of_impact(a.shape, sweep_a, b.shape, sweep_b);
        const OracleAnswer expected = oracle(a.shape, sweep_a, b.shape, sweep_b, size);
        SCOPED_TRACE(a.name + " and " + b.name + ", sweep " + std::to_string(i));
        ++total;
        hits += expected.time.has_value();
        iterations += impact.iterations;
        most_iterations = std::max(most_iterations, impact.iterations);
        ASSERT_TRUE(impact.converged);
        if (!impact.hit) {
          ASSERT_FALSE(expected.time.has_value()) << "missed the touch at " << *expected.time;
          continue;
        }
        if (!expected.time) {
          ASSERT_LT(expected.nearest, 1e-5 * size) << "a touch at " << impact.time << " that is none";
          continue;
        }
        // A grazing touch may be found a little before the oracle's first overlap; the shapes are within tolerance
        // then.
        if (std::fabs(impact.time - *expected.time) > 1e-5) {
          const double there =
              distance(a.shape, oracle_pose(sweep_a, impact.time), b.shape, oracle_pose(sweep_b, impact.time)).distance;
          ASSERT_LT(impact.time, *expected.time);
          ASSERT_LT(there, 2e-8 * size);
        }
      }
    }
  }
  std::printf("%d of %d sweeps hit, %.2f iterations each, %d at most\n", hits, total, iterations / total,
              most_iterations);
  EXPECT_GT(hits, 0.3 * total);
  EXPECT_LT(hits, 0.7 * total);
  // A few in a million come very close in several places: 66 in the long run.
  EXPECT_LT(most_iterations, 100);
  // About 5, with a standard deviation of 3 a sweep.
  EXPECT_LT(iterations, 5.1 * total + 12.0 * std::sqrt(total));
}

INSTANTIATE_TEST_SUITE_P(Motions, TimeOfImpact, testing::Values(false, true),
                         [](const auto& info) { return info.param ? "Turning" : "Straight"; });

TEST(TimeOfImpactSpheres, MatchTheQuadratic) {
  Random random(7);
  int hits = 0;
  constexpr int k_sweeps = 20000;
  for (int i = 0; i < k_sweeps; ++i) {
    const double radius_a = random.uniform(0.1, 1.0), radius_b = random.uniform(0.1, 1.0);
    const Sweep sweep_a = random_sweep(random, 1.8, true), sweep_b = random_sweep(random, 1.8, true);
    const Vec3 start = sweep_b.from.position - sweep_a.from.position;
    const Vec3 motion = sweep_b.to.position - sweep_a.to.position - start;
    const double r = radius_a + radius_b;
    const double aa = dot(motion, motion), bb = dot(start, motion), cc = dot(start, start) - r * r;
    const double discriminant = bb * bb - aa * cc;
    std::optional<double> expected;
    if (cc <= 0.0) {
      expected = 0.0;
    } else if (discriminant >= 0.0 && bb < 0.0) {
      const double time = cc / (-bb + std::sqrt(discriminant));
      if (time <= 1.0) expected = time;
    }
    const Impact impact = time_of_impact(make_sphere(radius_a).value, sweep_a, make_sphere(radius_b).value, sweep_b);
    if (std::fabs(discriminant) < 1e-6 * r * r * aa) continue;  // grazes within the tolerance
    ASSERT_EQ(impact.hit, expected.has_value()) << i;
    if (!impact.hit) continue;
    ++hits;
    ASSERT_NEAR(impact.time, *expected, 1e-6) << i;
  }
  EXPECT_GT(hits, k_sweeps * 3 / 10);
  EXPECT_LT(hits, k_sweeps * 7 / 10);
}

/// The face of a large box is a plane: a ball at a gap g that approaches at speed v touches at time g / v, whatever the
/// position of the plane, the motion along it and the rotation of the ball.
TEST(TimeOfImpactSphereAndPlane, MatchTheLinearForm) {
  Random random(8);
  constexpr int k_sweeps = 20000;
  constexpr double k_width = 100.0;
  int hits = 0;
  double worst = 0.0;
  for (int i = 0; i < k_sweeps; ++i) {
    const Vec3 around = i % 4 == 0 ? Vec3{1e6, -1e6, 1e6} : Vec3{};
    const double radius = random.uniform(0.05, 1.0), thickness = random.uniform(0.01, 1.0);
    const Shape ball = make_sphere(radius).value, wall = make_box(k_width, thickness, k_width).value;
    const Quat turn = random.rotation();
    const Vec3 normal = rotate(turn, {0.0, 1.0, 0.0});
    const auto along = [&](const Vec3& v) { return v - normal * dot(normal, v); };
    const double gap = random.uniform(0.0, 1.5), closing = random.uniform(-1.0, 4.0),
                 advance = random.uniform(-1.0, 1.0);
    const Vec3 start = around + normal * (0.5 * thickness + radius + gap) + along(random.in_cube(5.0));
    const Vec3 end = start + normal * (advance - closing) + along(random.in_cube(5.0));
    const Sweep wall_sweep{{around, turn}, {around + normal * advance + along(random.in_cube(2.0)), turn}};
    const Sweep ball_sweep{{start, random.rotation()}, {end, random.rotation()}};
    const double rounding = 1e-15 * length(around);
    const bool expected = closing > 0.0 && gap <= closing;
    if (std::fabs(gap - closing) < 1e-5 || std::fabs(closing) < 1e-5 || gap < 1e-5) continue;
    hits += expected;
    for (const bool swapped : {false, true}) {
      const Impact impact = swapped ? time_of_impact(ball, ball_sweep, wall, wall_sweep)
                                    : time_of_impact(wall, wall_sweep, ball, ball_sweep);
      ASSERT_EQ(impact.hit, expected) << i;
      ASSERT_TRUE(impact.converged) << i;
      if (!impact.hit) continue;
      // Compare gaps at that time: times depend on the speed.
      const double off = std::fabs(gap - impact.time * closing);
      worst = std::max(worst, off);
      ASSERT_LT(off, 1e-10 * k_width + rounding) << i;
      ASSERT_NEAR(dot(impact.normal, normal), swapped ? -1.0 : 1.0, 1e-12) << i;
      const Vec3 centre = start + (end - start) * impact.time;
      ASSERT_NEAR(length(impact.point - (centre - normal * radius)), 0.0, 1e-6 + rounding) << i;
    }
  }
  EXPECT_GT(hits, 0.3 * k_sweeps);
  EXPECT_LT(hits, 0.7 * k_sweeps);
  std::printf("%d of %d sweeps hit, at most %.1e m off the plane\n", hits, k_sweeps, worst);
}

TEST(TimeOfImpact, NothingTunnelsThroughAWallAThousandthOfItsSize) {
  const Shape wall = make_box(1e-3, 10.0, 10.0).value;
  Random random(11);
  for (const NamedShape& body : shapes()) {
    for (int i = 0; i < 200; ++i) {
      const double reach = 1000.0 * body.size;
      const Vec3 through = {0.0, random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0)};
      const Sweep sweep{{through - Vec3{reach * random.uniform(0.1, 0.9), 0.0, 0.0}, random.rotation()},
                        {through + Vec3{reach * random.uniform(0.1, 0.9), 0.0, 0.0}, random.rotation()}};
      const Sweep still{};
      const Impact impact = time_of_impact(wall, still, body.shape, sweep);
      ASSERT_TRUE(impact.hit && impact.converged) << body.name;
      const double gap = distance(wall, {}, body.shape, oracle_pose(sweep, impact.time)).distance;
      EXPECT_NEAR(gap, 0.0, 1e-6);
      EXPECT_NEAR(impact.normal.x, -1.0, 1e-6);
    }
  }
}

TEST(TimeOfImpact, ALongRodThatSpinsFastConverges) {
  const Shape rod = make_box(0.02, 10.0, 0.02).value, ball = make_sphere(0.1).value;
  const Quat half_turn = normalized(Quat{0.0, 0.0, 1.0, 1e-3});
  const Sweep spinning{{}, {{}, half_turn}}, waiting{{{3.0, 0.0, 0.0}, {}}, {{3.0, 0.0, 0.0}, {}}};
  const Impact impact = time_of_impact(rod, spinning, ball, waiting);
  ASSERT_TRUE(impact.hit && impact.converged);
  EXPECT_LT(impact.iterations, 30);
  const double gap = distance(rod, oracle_pose(spinning, impact.time), ball, waiting.from).distance;
  EXPECT_NEAR(gap, 0.0, 1e-6);
}

TEST(TimeOfImpact, OverlappingAtTheStartIsTimeZeroWithThePenetrationsNormal) {
  const Shape box = make_box(1, 1, 1).value;
  const Sweep a{}, b{{{0.9, 0.0, 0.0}, {}}, {{5.0, 0.0, 0.0}, {}}};
  const Impact impact = time_of_impact(box, a, box, b);
  ASSERT_TRUE(impact.hit);
  EXPECT_EQ(impact.time, 0.0);
  EXPECT_NEAR(impact.normal.x, 1.0, 1e-12);
}

TEST(TimeOfImpact, TouchingAndMovingApartIsNoImpact) {
  const Shape box = make_box(1, 1, 1).value;
  const Sweep still{};
  const auto moving = [](Vec3 from, Vec3 to) { return Sweep{{from, {}}, {to, {}}}; };
  EXPECT_FALSE(time_of_impact(box, still, box, moving({1, 0, 0}, {3, 0, 0})).hit);
  EXPECT_FALSE(time_of_impact(box, still, box, moving({1, 0, 0}, {1.001, 0, 0})).hit);
  EXPECT_FALSE(time_of_impact(box, still, box, moving({1, 1, 1}, {1, 1, 2})).hit) << "corner to corner";
  EXPECT_TRUE(time_of_impact(box, still, box, moving({1, 0, 0}, {0.5, 0, 0})).hit);
  EXPECT_TRUE(time_of_impact(box, still, box, moving({1, 0, 0}, {1, 0.5, 0})).hit) << "slides along, touching";
  EXPECT_TRUE(time_of_impact(box, still, box, {}).hit) << "rests";
}

TEST(TimeOfImpact, PassingByAHairsBreadthIsNoImpact) {
  const Shape ball = make_sphere(0.5).value;
  const Sweep still{}, passing{{{-5.0, 1.0 + 1e-5, 0.0}, {}}, {{5.0, 1.0 + 1e-5, 0.0}, {}}};
  EXPECT_FALSE(time_of_impact(ball, still, ball, passing).hit);
}

TEST(TimeOfImpact, FarFromTheOriginAsGoodAsAtIt) {
  const Shape box = make_box(1, 1, 1).value;
  const Vec3 far{1e6, -2e6, 3e6};
  const Sweep a{{far, {}}, {far, {}}};
  const Sweep b{{far + Vec3{3, 0, 0}, {}}, {far - Vec3{3, 0, 0}, {}}};
  const Impact impact = time_of_impact(box, a, box, b);
  ASSERT_TRUE(impact.hit);
  EXPECT_NEAR(impact.time, 1.0 / 3.0, 1e-7);
}

TEST(PoseAt, TakesTheShorterWayRoundAndEndsWhereItShould) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const Sweep sweep{{random.in_cube(2), random.rotation()}, {random.in_cube(2), random.rotation()}};
    for (const double time : {0.0, 0.25, 0.5, 1.0}) {
      const Pose pose = pose_at(sweep, time), expected = oracle_pose(sweep, time);
      EXPECT_NEAR(std::fabs(dot(normalized(pose.rotation), normalized(expected.rotation))), 1.0, 1e-12);
      EXPECT_NEAR(length(pose.position - expected.position), 0.0, 1e-12);
    }
  }
}

}  // namespace
}  // namespace hyperplane
