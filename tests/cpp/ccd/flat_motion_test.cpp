#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>

#include "ccd/time_of_impact.h"
#include "hull/hull.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "support/flat_shapes.h"
#include "support/grazing_pairs.h"
#include "support/motion_oracle.h"
#include "support/test_size.h"

/// Times of impact of points, segments, rectangles and discs. The sweeps are made to meet: a point of one shape passes
/// through a point of the other at a time known beforehand. Distances at single times (tested in flat_pairs_test.cpp),
/// sampled and refined around their minima, tell whether a touch came before.

namespace hyperplane::test {
namespace {

struct FlatSweeps {
  Sweep a, b;
  /// Poses of the shapes in the frames that move.
  Pose mount_a, mount_b;
  double meet = 0.0;
};

/// Not on a rim, which rounding may miss.
Vec3 point_of(Random& random, const Shape& shape, const Pose& pose) {
  const auto corner = [&] { return support(shape, pose, random.direction()); };
  const Vec3 one = corner(), other = corner();
  Vec3 inside;
  if (shape.type == ShapeType::convex_hull) {
    for (const Vec3& vertex : shape.hull->points()) inside += vertex * (1.0 / shape.hull->vertex_count());
    inside += shape.hull->centre();
  } else if (shape.type == ShapeType::triangle) {
    const double* const p = shape.parameters;
    inside = Vec3{p[0] + p[3] + p[6], p[1] + p[4] + p[7], p[2] + p[5] + p[8]} * (1.0 / 3.0);
  }
  const Vec3 middle = pose.position + rotate(pose.rotation, inside);
  return middle + (one + (other - one) * random.uniform() - middle) * 0.999;
}

/// A point of A meets a point of B at `meet`, both bodies turning as they go; some shapes at a pose in a moving frame.
FlatSweeps meeting_sweeps(Random& random, const Shape& a, const Shape& b, double size, bool turning, bool aligned) {
  const auto turned = [&](const Quat& from) {
    return turning ? normalized(Quat{0.3 * random.uniform(-1, 1), 0.3 * random.uniform(-1, 1),
                                     0.3 * random.uniform(-1, 1), 1.0} *
                                from)
                   : from;
  };
  FlatSweeps sweeps;
  sweeps.meet = random.uniform(0.2, 0.8);
  const Quat frame = random.chance(0.5) ? Quat{} : random.rotation();
  sweeps.a.from.rotation = aligned ? frame : random.rotation();
  sweeps.b.from.rotation = aligned ? frame : random.rotation();
  sweeps.a.to.rotation = turned(sweeps.a.from.rotation);
  sweeps.b.to.rotation = turned(sweeps.b.from.rotation);
  if (random.chance(0.3)) sweeps.mount_a = any_mount(random, size);
  if (random.chance(0.3)) sweeps.mount_b = any_mount(random, size);
  const Pose at_a = oracle_pose(sweeps.a, sweeps.meet, sweeps.mount_a);
  const Pose at_b = oracle_pose(sweeps.b, sweeps.meet, sweeps.mount_b);
  const Vec3 apart = point_of(random, a, at_a) - point_of(random, b, at_b);
  const double speed = size * std::pow(10.0, random.uniform(-1.0, 2.0));
  const Vec3 along = aligned ? rotate(frame, unit_axis(random.below(3))) * random.sign() : random.direction();
  const Vec3 velocity_a = random.in_cube(size), velocity_b = velocity_a + along * speed;
  sweeps.a.from.position = Vec3{} - velocity_a * sweeps.meet;
  sweeps.a.to.position = sweeps.a.from.position + velocity_a;
  sweeps.b.from.position = apart - velocity_b * sweeps.meet;
  sweeps.b.to.position = sweeps.b.from.position + velocity_b;
  return sweeps;
}

class FlatMotion : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Kinds, FlatMotion, testing::Range(0, k_flat_kind_count));

TEST_P(FlatMotion, ImpactsAreNeitherMissedNorEarly) {
  const std::uint64_t seed = 7700 + static_cast<std::uint64_t>(GetParam());
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  int hits = 0, at_start = 0, sooner = 0, most_iterations = 0;
  double farthest = 0.0, nearest = 1e300;
  const int count = scaled(300);
  for (int i = 0; i < count; ++i) {
    const double size = std::pow(10.0, random.below(7) - 3);
    const FlatTestShape flat = make_flat_shape(random, GetParam(), size);
    TestShape other;
    if (random.chance(0.6)) {
      other.shape = make_flat_shape(random, random.below(k_flat_kind_count), size).shape;
    } else {
      const int type = random.below(k_shape_type_count);
      other = make_test_shape(random, k_shape_types[type], ShapeForm::plain, size);
    }
    const bool flipped = random.chance(0.5), turning = random.chance(0.5), aligned = random.chance(0.4);
    const Shape &a = flipped ? other.shape : flat.shape, &b = flipped ? flat.shape : other.shape;
    const FlatSweeps sweeps = meeting_sweeps(random, a, b, size, turning, aligned);
    const auto gap_at = [&](double time) {
      return distance(a, oracle_pose(sweeps.a, time, sweeps.mount_a), b, oracle_pose(sweeps.b, time, sweeps.mount_b))
          .distance;
    };
    const double way = length(sweeps.b.to.position - sweeps.b.from.position) +
                       length(sweeps.a.to.position - sweeps.a.from.position) + 2.0 * size;
    char text[600];
    const auto print = [&](const Sweep& s) {
      std::snprintf(text, sizeof text, "{{{%a, %a, %a}, {%a, %a, %a, %a}}, {{%a, %a, %a}, {%a, %a, %a, %a}}}",
                    s.from.position.x, s.from.position.y, s.from.position.z, s.from.rotation.x, s.from.rotation.y,
                    s.from.rotation.z, s.from.rotation.w, s.to.position.x, s.to.position.y, s.to.position.z,
                    s.to.rotation.x, s.to.rotation.y, s.to.rotation.z, s.to.rotation.w);
      return std::string(text);
    };
    const std::string shapes =
        (TestShape{a, other.points, nullptr}).replay() + ", " + (TestShape{b, other.points, nullptr}).replay();
    SCOPED_TRACE(shapes + "\n" + print(sweeps.a) + ",\n" + print(sweeps.b) + " meet " + std::to_string(sweeps.meet));

    const Impact impact = time_of_impact({a, sweeps.a, &sweeps.mount_a}, {b, sweeps.b, &sweeps.mount_b});
    const double met = gap_at(sweeps.meet);
    ASSERT_TRUE(impact.hit) << "gap at the meeting " << met;
    ASSERT_TRUE(impact.converged);
    ASSERT_TRUE(impact.time >= 0.0 && impact.time <= sweeps.meet + 1e-6) << impact.time;
    ASSERT_TRUE(is_finite(impact.point));
    ASSERT_NEAR(length(impact.normal), 1.0, 1e-9);
    most_iterations = std::max(most_iterations, impact.iterations);
    ++hits;
    at_start += impact.time == 0.0 ? 1 : 0;
    const double there = gap_at(impact.time) / (size + 1e-9 * way);
    farthest = std::max(farthest, there);
    ASSERT_LE(there, 1e-6);
    // Apart before: the least of many distances, refined.
    sooner += impact.time < sweeps.meet - 1e-3 ? 1 : 0;
    if (impact.time < 1e-3) continue;
    // At the point of the touch B comes against the normal: shapes without an inside have no other side to tell by.
    const auto step_of = [&](const Sweep& sweep) {
      const Pose now = oracle_pose(sweep, impact.time), before = oracle_pose(sweep, impact.time - 1e-5);
      const Vec3 local = rotate(conjugate(now.rotation), impact.point - now.position);
      return impact.point - (before.position + rotate(before.rotation, local));
    };
    const Vec3 closing = step_of(sweeps.b) - step_of(sweeps.a);
    ASSERT_LE(dot(impact.normal, closing), 1e-3 * length(closing));
    constexpr int k_samples = 60;
    const double end = impact.time - 1e-4;
    double least = 1e300, at_least = 0.0;
    for (int k = 0; k <= k_samples; ++k) {
      const double time = end * k / k_samples, gap = gap_at(time);
      if (gap < least) {
        least = gap;
        at_least = time;
      }
    }
    double low = std::max(at_least - end / k_samples, 0.0), high = std::min(at_least + end / k_samples, end);
    for (int k = 0; k < 40; ++k) {
      const double one = low + 0.381966 * (high - low), two = low + 0.618034 * (high - low);
      (gap_at(one) <= gap_at(two) ? high : low) = gap_at(one) <= gap_at(two) ? two : one;
    }
    least = std::min(least, gap_at(0.5 * (low + high)));
    ASSERT_GT(least, 1e-10 * size);
    nearest = std::min(nearest, least / size);
  }
  std::printf(
      "kind %d: %d sweeps hit, %d at the start, %d sooner than met, gap up to %.1e, at least %.1e before, at most %d "
      "iterations\n",
      GetParam(), hits, at_start, sooner, farthest, nearest, most_iterations);
  EXPECT_LT(at_start, hits * 8 / 10);
}

}  // namespace
}  // namespace hyperplane::test
