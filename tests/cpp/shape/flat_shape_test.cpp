#include "shape/flat_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "math/quat.h"
#include "math/vec3.h"
#include "support/flat_shapes.h"
#include "support/test_size.h"

/// Sizes of zero: the factories, and questions about a single point, segment, rectangle or disc, beside an oracle and
/// beside the thin twin.

namespace hyperplane::test {
namespace {

TEST(FlatShape, EverySizeMayBeZeroButNotNegative) {
  constexpr double k_wrong[] = {
      -1e-300, -1.0, 1e-10, 2e9, HUGE_VAL, -HUGE_VAL, std::numeric_limits<double>::quiet_NaN()};
  for (const ShapeType type : k_shape_types) {
    if (type == ShapeType::convex_hull || type == ShapeType::triangle || type == ShapeType::tapered_capsule) continue;
    const bool has_three = has_box_core(type) || type == ShapeType::ellipsoid;
    const int count = type == ShapeType::sphere ? 1 : has_three ? 3 : 2;
    for (unsigned zeros = 0; zeros < 1u << count; ++zeros) {
      double p[3] = {};
      for (int i = 0; i < count; ++i) p[i] = (zeros >> i & 1u) != 0 ? -0.0 : 1.0;
      const Result<Shape> made = make_shape(type, p[0], p[1], p[2]);
      ASSERT_TRUE(made.ok()) << name_of(type) << ' ' << zeros;
      for (int i = 0; i < count; ++i) EXPECT_FALSE(std::signbit(made.value.parameters[i]));
      const bool is_capsule = type == ShapeType::capsule;
      EXPECT_EQ(is_flat(made.value), is_capsule ? (zeros & 1u) != 0 : zeros != 0);
    }
    for (int i = 0; i < count; ++i) {
      for (const double wrong : k_wrong) {
        double p[3] = {1.0, 0.0, 1.0};
        p[i] = wrong;
        EXPECT_EQ(make_shape(type, p[0], p[1], p[2]).status, Status::invalid_argument) << name_of(type) << ' ' << wrong;
      }
    }
  }
}

std::string to_text(const Shape& shape, const Pose& pose) {
  char text[300];
  const Vec3& p = pose.position;
  const Quat& q = pose.rotation;
  std::snprintf(text, sizeof text, " {{%a, %a, %a}, {%a, %a, %a, %a}}", p.x, p.y, p.z, q.x, q.y, q.z, q.w);
  return TestShape{shape, {}, nullptr}.replay() + text;
}

class FlatShapes : public testing::TestWithParam<int> {
 protected:
  std::uint64_t seed() const { return 8800 + static_cast<std::uint64_t>(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Kinds, FlatShapes, testing::Range(0, k_flat_kind_count));

Pose make_pose(Random& random) {
  const double away = random.chance(0.6) ? 0.0 : random.log_uniform(0, 21);
  return {random.in_cube(away), random.chance(0.4) ? Quat{} : random.rotation()};
}

TEST_P(FlatShapes, ClosestPointsSupportPointsAndBoundsAreRight) {
  SCOPED_TRACE(seed());
  Random random(seed());
  for (int i = 0; i < scaled(3000); ++i) {
    const double size = std::pow(10.0, random.below(7) - 3);
    const FlatTestShape flat = make_flat_shape(random, GetParam(), size);
    const Pose pose = make_pose(random);
    SCOPED_TRACE(to_text(flat.shape, pose));
    const FlatOracle oracle(flat.shape, pose);
    const double rounding = 1e-15 * (size + length(pose.position));

    const Vec3 direction = random.direction(), farthest = support(flat.shape, pose, direction);
    ASSERT_LE(oracle.distance(farthest), 4.0 * rounding);
    ASSERT_NEAR(dot(direction, farthest - pose.position), oracle.height(direction, pose.position), 8.0 * rounding);
    const Aabb around = bounds(flat.shape, pose);
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 n = unit_axis(axis);
      const double high = component(pose.position, axis) + oracle.height(n, pose.position);
      const double low = component(pose.position, axis) - oracle.height(-n, pose.position);
      ASSERT_LE(component(around.min, axis), low);
      ASSERT_GE(component(around.max, axis), high);
      ASSERT_LE(component(around.max, axis) - component(around.min, axis), high - low + 20.0 * rounding);
    }

    // On the shape, beside a point of it, on an axis of it, or anywhere.
    const int kind = random.below(4);
    Vec3 point = pose.position + (farthest - pose.position) * random.uniform();
    if (kind == 1) point += random.direction() * (size * random.log_uniform(-50, 0));
    if (kind == 2)
      point = pose.position + rotate(pose.rotation, unit_axis(random.below(3))) * (size * random.uniform(-1.5, 1.5));
    if (kind == 3) point = pose.position + random.in_cube(size);
    const ClosestPoint closest = closest_point(flat.shape, pose, point);
    ASSERT_GE(closest.distance, 0.0);
    ASSERT_TRUE(is_finite(closest.point));
    ASSERT_NEAR(length(closest.normal), 1.0, 1e-12);
    ASSERT_NEAR(closest.distance, oracle.distance(point), 16.0 * rounding);
    ASSERT_LE(oracle.distance(closest.point), 16.0 * rounding);
    ASSERT_LE(length(closest.point + closest.normal * closest.distance - point), 16.0 * rounding);
    // The normal supports the shape at that point.
    ASSERT_NEAR(oracle.height(closest.normal, pose.position), dot(closest.normal, closest.point - pose.position),
                16.0 * rounding + 1e-7 * size);
    const ClosestPoint thin = closest_point(flat.twin, pose, point);
    ASSERT_NEAR(closest.distance, std::max(thin.distance, 0.0), 2.0 * k_least_size + 16.0 * rounding);
  }
}

TEST_P(FlatShapes, RaysHitFromBothSidesAndInThePlane) {
  SCOPED_TRACE(seed());
  Random random(seed());
  int aimed = 0, hits = 0, misses = 0;
  for (int i = 0; i < scaled(1500); ++i) {
    const double size = std::pow(10.0, random.below(7) - 3);
    const FlatTestShape flat = make_flat_shape(random, GetParam(), size);
    const Pose pose = make_pose(random);
    const FlatOracle oracle(flat.shape, pose);
    // At a point of the shape from any side, in its plane or along an axis of it; or past it.
    // Not on the very rim, which rounding may miss.
    const auto inner_point = [&] {
      return pose.position +
             (closest_point(flat.shape, pose, pose.position + random.in_cube(size)).point - pose.position) * 0.999;
    };
    const Vec3 any = inner_point();
    const int kind = random.below(4);
    Vec3 towards = random.direction();
    if (kind == 1) towards = rotate(pose.rotation, unit_axis(random.below(3))) * random.sign();
    if (kind == 2) {
      const Vec3 other = inner_point();
      if (length(other - any) > 1e-3 * size) towards = normalized(other - any);
    }
    const double away = size * std::pow(10.0, random.uniform(-2.0, 3.0));
    const Vec3 target = kind == 3 ? pose.position + random.in_cube(size) : any;
    const Vec3 origin = target - towards * away;
    const double scale = random.chance(0.3) ? 1e-200 : 1.0;
    // Where the target ends up by the rounding of the origin and of the direction.
    const double rounding = 4e-15 * (away + size + length(pose.position));
    SCOPED_TRACE(to_text(flat.shape, pose));
    char text[300];
    std::snprintf(text, sizeof text, "kind %d, from {%a, %a, %a} along {%a, %a, %a}", kind, origin.x, origin.y,
                  origin.z, towards.x, towards.y, towards.z);
    SCOPED_TRACE(text);
    const RayHit hit = raycast(flat.shape, pose, origin, towards * scale, HUGE_VAL);
    // Nearest approach, by a search: the distance from a convex set is convex along a line.
    double low = 0.0, high = 2.0 * away + 4.0 * size;
    for (int step = 0; step < 150; ++step) {
      const double third = low + 0.381966 * (high - low), other = low + 0.618034 * (high - low);
      (oracle.distance(origin + towards * third) <= oracle.distance(origin + towards * other) ? high : low) =
          oracle.distance(origin + towards * third) <= oracle.distance(origin + towards * other) ? other : third;
    }
    const double passes = oracle.distance(origin + towards * low);
    const bool must_hit = kind != 3;
    aimed += must_hit ? 1 : 0;
    if (!hit.hit) {
      ASSERT_FALSE(must_hit) << "missed";
      ASSERT_GT(passes, 0.0);
      ++misses;
      continue;
    }
    ++hits;
    ASSERT_LE(passes, 16.0 * rounding);
    ASSERT_TRUE(hit.distance >= 0.0 && std::isfinite(hit.distance) && is_finite(hit.point));
    ASSERT_NEAR(length(hit.normal), 1.0, 1e-12);
    ASSERT_LE(oracle.distance(hit.point), 16.0 * rounding);
    ASSERT_LE(length(origin + towards * hit.distance - hit.point), 16.0 * rounding);
    ASSERT_LE(dot(hit.normal, towards), 1e-6);
    // A grazing ray may leave through the rim first.
    const double sine = std::fabs(dot(hit.normal, towards));
    if (must_hit && sine > 1e-3) ASSERT_LE(hit.distance, away + 16.0 * rounding / sine);
    // Nothing is hit before. A ray along the shape enters where rounding lets it.
    if (kind == 2) continue;
    if (hit.distance > 100.0 * rounding) {
      const double share = 1.0 - 1e-3;
      const double before = oracle.distance(origin + towards * (share * hit.distance));
      ASSERT_GE(before, 1e-3 * hit.distance * sine - 16.0 * rounding);
    }
    // Just short of it, and from the other side.
    ASSERT_FALSE(hit.distance > 0.0 && raycast(flat.shape, pose, origin, towards, hit.distance * (1.0 - 1e-12)).hit);
    const RayHit back = raycast(flat.shape, pose, target + towards * away, -towards, HUGE_VAL);
    if (must_hit) ASSERT_TRUE(back.hit);
  }
  std::printf("kind %d: %d rays aimed, %d hit, %d missed\n", GetParam(), aimed, hits, misses);
  EXPECT_GT(aimed, hits / 2);
  EXPECT_GT(misses, hits / 20);
}

}  // namespace
}  // namespace hyperplane::test
