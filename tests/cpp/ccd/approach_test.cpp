#include "ccd/approach.h"

#include <cmath>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::ball;
using test::Random;

Shape cube(double side) { return make_box(side, side, side).value; }

double bounding_size(const test::TestShape& shape) {
  const Aabb box = bounds(shape.shape, {});
  return length(box.max - box.min);
}

TEST(Approach, OfTwoSpheresIsTheRootOfAQuadratic) {
  Random random(11);
  int hits = 0;
  const int count = test::scaled(20000);
  for (int i = 0; i < count; ++i) {
    const double ra = random.uniform(0.1, 2.0), rb = random.uniform(0.1, 2.0);
    const Vec3 from = random.direction() * random.uniform(4.2, 8.0);
    const Vec3 motion = (random.in_cube(3.0) - from) * random.uniform(0.5, 2.0);
    const Impact impact = Approach(ball(ra), {from, random.rotation()}, motion, ball(rb), {}, 0.0).first(1.0, 0.0, 0.0);
    // |from + motion t| = ra + rb
    const double a = dot(motion, motion), b = dot(from, motion), c = dot(from, from) - (ra + rb) * (ra + rb);
    const double d = b * b - a * c;
    const double expected = d < 0.0 ? 2.0 : (-b - std::sqrt(d)) / a;
    if (std::fabs(d) < 1e-6 * a || std::fabs(expected - 1.0) < 1e-7) continue;
    ASSERT_EQ(impact.hit, d > 0.0 && expected >= 0.0 && expected <= 1.0) << i;
    if (!impact.hit) continue;
    ++hits;
    ASSERT_TRUE(impact.converged);
    ASSERT_NEAR(impact.time, expected, 1e-6);
    const Vec3 normal = normalized(-(from + motion * impact.time));
    ASSERT_NEAR(dot(normal, impact.normal), 1.0, 1e-9);
    ASSERT_NEAR(length(impact.point - normal * -rb), 0.0, 1e-6);
  }
  EXPECT_GT(hits, 0.3 * count);
  EXPECT_LT(hits, 0.7 * count);
}

TEST(Approach, OfASphereOntoAFaceIsExact) {
  const Impact impact = Approach(ball(0.5), {{0.25, 4.0, 0.0}, {}}, {0, -8, 0}, cube(2), {}, 0.0).first(1.0, 0.0, 0.0);
  ASSERT_TRUE(impact.hit);
  EXPECT_EQ(impact.time, 2.5 / 8.0);
  EXPECT_EQ(impact.normal, (Vec3{0, -1, 0}));
  EXPECT_EQ(impact.point, (Vec3{0.25, 1.0, 0.0}));
}

TEST(Approach, FindsTheFirstTouchOfEveryPairOfShapes) {
  constexpr int k_samples = 200, k_most_trials = 300;
  Random random(12);
  for (const ShapeType type_a : test::k_shape_types) {
    for (const ShapeType type_b : test::k_shape_types) {
      int hits = 0, trials = 0;
      // Triangles are smaller targets.
      const bool is_flat = type_a == ShapeType::triangle || type_b == ShapeType::triangle;
      const double aside = is_flat ? 0.5 : 0.9;
      // A pair goes on until it has both hit and missed.
      const int count = test::scaled(60);
      for (int i = 0; i < count || (i < k_most_trials && (hits == 0 || hits == trials)); ++i) {
        const auto form = random.chance(0.2) ? test::ShapeForm::flat : test::ShapeForm::plain;
        const test::TestShape a = make_test_shape(random, type_a, form, random.uniform(0.5, 2.0));
        const test::TestShape b = make_test_shape(random, type_b, test::ShapeForm::plain, random.uniform(0.5, 2.0));
        const double size = std::max(bounding_size(a), bounding_size(b));
        const Pose pose_b{random.in_cube(1e3), random.rotation()};
        const Pose pose_a{pose_b.position + random.direction() * 3.0, random.rotation()};
        const Vec3 motion = (pose_b.position + random.in_cube(aside) - pose_a.position) * random.uniform(0.4, 1.6);
        const double margin = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.1);
        Approach cast(a.shape, pose_a, motion, b.shape, pose_b, margin);
        const Impact impact = cast.first(1.0, 0.0, 0.0);
        const auto distance_at = [&](double t) {
          return distance(a.shape, {pose_a.position + motion * t, pose_a.rotation}, b.shape, pose_b);
        };
        SCOPED_TRACE(std::string(test::name_of(type_a)) + ", " + test::name_of(type_b) + ", " + std::to_string(i));
        ++trials;
        ASSERT_TRUE(impact.converged);
        const double end = impact.hit ? impact.time : 1.0;
        const double start = distance_at(0.0).distance;
        for (int s = 0; s < k_samples; ++s) {
          const double t = end * s / k_samples;
          if (impact.hit && impact.time == 0.0) break;
          if (start <= margin) {
            // Within the margin at the start without a hit: it does not approach.
            ASSERT_GT(distance_at(t).distance, start - 1e-6 * size) << t;
            continue;
          }
          ASSERT_GT(distance_at(t).distance, margin - 1e-6 * size) << t;
        }
        if (!impact.hit) continue;
        ++hits;
        const Distance touch = distance_at(impact.time);
        if (impact.time > 0.0) {
          ASSERT_NEAR(touch.distance, margin, 1e-6 * size);
        } else {
          ASSERT_LE(touch.distance, margin + 1e-6 * size);
        }
        ASSERT_NEAR(length(impact.normal), 1.0, 1e-9);
        ASSERT_GT(dot(impact.normal, motion), impact.time > 0.0 ? -1e-6 * length(motion) : -1e9);
        // A limit before the touch hides it; a later limit does not change a bit.
        ASSERT_FALSE(impact.time > 0.0 && cast.first(impact.time * 0.999, 0.0, 0.0).hit);
        const Impact again = cast.first(impact.time, 0.0, 0.0);
        ASSERT_TRUE(again.hit);
        ASSERT_EQ(again.time, impact.time);
        ASSERT_EQ(again.normal, impact.normal);
      }
      ASSERT_GT(hits, 0) << test::name_of(type_a) << ", " << test::name_of(type_b);
      ASSERT_LT(hits, trials) << test::name_of(type_a) << ", " << test::name_of(type_b);
    }
  }
}

/// A mover slides along the contacts of `at_start`: casts must use the same normals, not ones that differ within GJK's
/// bounds.
TEST(Approach, StartsFromTheBitsOfTheContactsOfItsStart) {
  Random random(17);
  int between_orders = 0;
  const int count = test::scaled(4000);
  for (int i = 0; i < count; ++i) {
    const Shape body =
        make_ellipsoid(random.uniform(0.2, 0.45), random.uniform(0.5, 1.0), random.uniform(0.2, 0.45)).value;
    const Shape stair = make_box(31, 1, 10).value;
    const Pose stair_pose{{0.0, -0.5, 5.0}, {}};
    const double margin = 0.01;
    // Beside the edge along x.
    const Vec3 out = normalized(Vec3{0.0, random.uniform(0.05, 1.0), -random.uniform(0.05, 1.0)});
    Pose pose{{}, random.rotation()};
    pose.position = out * margin - support(body, pose, -out) + Vec3{random.uniform(-3.0, 3.0), 0.0, 0.0};
    Approach approach(body, pose, -out, stair, stair_pose, margin);
    const Gap start = approach.at_start();
    ASSERT_NEAR(start.distance, margin, 1e-6) << i;
    const Impact impact = approach.first(1.0, 1e-6, 0.0);
    ASSERT_TRUE(impact.hit) << i;
    ASSERT_EQ(impact.time, 0.0) << i;
    ASSERT_EQ(impact.normal, start.normal) << i;
    if (distance(body, pose, stair, stair_pose).normal != start.normal) ++between_orders;
  }
  EXPECT_GT(between_orders, 0.01 * count);
}

TEST(Approach, DoesNotTunnelAtAThousandTimesItsSizeAStep) {
  const Shape wall = make_box(1e-3, 4, 4).value;
  for (const double speed : {1e1, 1e3, 1e5, 1e6}) {
    const Impact impact =
        Approach(ball(0.5), {{-0.37 * speed, 0.3, 0.1}, {}}, {speed, 0, 0}, wall, {}, 0.0).first(1.0, 0.0, 0.0);
    ASSERT_TRUE(impact.hit) << speed;
    EXPECT_NEAR(impact.time * speed, 0.37 * speed - 0.5 - 0.5e-3, 1e-7 * speed) << speed;
  }
}

TEST(Approach, LetsShapesWithinTheMarginPart) {
  const auto approach = [](const Vec3& from, const Vec3& motion) {
    return Approach(cube(1), {from, {}}, motion, cube(1), {}, 0.1).first(1.0, 1e-6, 1e-12);
  };
  EXPECT_FALSE(approach({1.05, 0, 0}, {1, 0, 0}).hit);
  EXPECT_FALSE(approach({1.05, 0, 0}, {0, 1, 0}).hit);
  EXPECT_FALSE(approach({0.95, 0, 0}, {1, 0, 0}).hit) << "out of an overlap";
  EXPECT_EQ(approach({1.05, 0, 0}, {-1, 0, 0}).normal, (Vec3{-1, 0, 0}));
  const Impact later = approach({2, 0, 0}, {-1, 0, 0});
  ASSERT_TRUE(later.hit);
  EXPECT_NEAR(later.time, 0.9, 2e-6);
}

}  // namespace
}  // namespace hyperplane
