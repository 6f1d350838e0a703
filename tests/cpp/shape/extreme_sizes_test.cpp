#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <hyperplane/shape_query.h>

#include "hull/hull.h"
#include "math/quat.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Rays, closest points and support points of shapes whose sides differ by up to 1e18, from origins up to 1e12 m away
/// and along directions of any length: never NaN, and right within 1e-6 of the shape's size and the rounding of the
/// coordinates.

namespace hyperplane::test {
namespace {

/// Log-uniform from 1e-9 to 1e9.
double any_length(Random& random) {
  return std::clamp(random.log_uniform(-30, 30), k_min_shape_size, k_max_shape_size);
}

/// @return whether there is such a shape: not every flat cloud has a hull, and not every three points span a triangle.
bool make_extreme_shape(Random& random, ShapeType type, TestShape& out) {
  const double p = any_length(random), q = any_length(random), r = any_length(random);
  if (type == ShapeType::triangle) {
    const Vec3 sizes{p, q, r};
    for (int i = 0; i < 3; ++i) {
      const Vec3 corner = random.in_cube(0.5);
      out.points.insert(out.points.end(), {sizes.x * corner.x, sizes.y * corner.y, sizes.z * corner.z});
    }
    std::vector<double>& c = out.points;
    // Around the origin, where half of the rays lead.
    for (std::size_t i = 0; i < 3; ++i) c[6 + i] = -c[i] - c[3 + i];
    const Result<Shape> made = make_triangle({c[0], c[1], c[2]}, {c[3], c[4], c[5]}, {c[6], c[7], c[8]});
    out.shape = made.value;
    return made.ok();
  }
  if (type != ShapeType::convex_hull) {
    out.shape = make_shape(type, p, q, r, type == ShapeType::round_box ? any_length(random) : 0.0).value;
    return true;
  }
  std::vector<double> points;
  const double thin = random.log_uniform(-20, 1);
  for (int i = 0; i < 12; ++i) {
    const Vec3 v = random.in_cube(p);
    points.insert(points.end(), {v.x, i % 2 == 0 ? v.y : thin * v.y, thin * v.z});
  }
  Result<HullPtr> hull = build_hull(points);
  if (!hull.ok()) return false;
  out.hull = std::move(hull.value);
  out.shape = make_convex_hull(*out.hull);
  for (const Vec3& v : out.hull->vertices()) out.points.insert(out.points.end(), {v.x, v.y, v.z});
  return true;
}

Pose extreme_pose(Random& random) {
  const double away = random.chance(0.5) ? 0.0 : random.log_uniform(0, 39);
  return {random.in_cube(away), random.chance(0.4) ? Quat{} : random.rotation()};
}

/// Along axes of the shape, almost along them, or any.
Vec3 extreme_direction(Random& random, const Pose& pose) {
  const Vec3 any = random.direction(), axis = rotate(pose.rotation, unit_axis(random.below(3))) * random.sign();
  const int kind = random.below(3);
  return kind == 0 ? any : kind == 1 ? axis : normalized(axis + any * std::ldexp(1.0, -random.below(60)));
}

bool is_unit(const Vec3& v) { return std::fabs(length(v) - 1.0) <= 1e-9; }

std::string replay(const Pose& pose, const Vec3& origin, const Vec3& direction, double range) {
  const Vec3& p = pose.position;
  const Quat& q = pose.rotation;
  char text[500];
  std::snprintf(text, sizeof text,
                " pose {%a, %a, %a} {%a, %a, %a, %a} origin {%a, %a, %a} direction {%a, %a, %a} range %a", p.x, p.y,
                p.z, q.x, q.y, q.z, q.w, origin.x, origin.y, origin.z, direction.x, direction.y, direction.z, range);
  return text;
}

class ExtremeSizes : public testing::TestWithParam<ShapeType> {
 protected:
  static constexpr std::uint64_t k_seed = 515;
};

INSTANTIATE_TEST_SUITE_P(Shapes, ExtremeSizes, testing::ValuesIn(k_shape_types),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST_P(ExtremeSizes, RaysAreFiniteAndRight) {
  SCOPED_TRACE("seed " + std::to_string(k_seed));
  Random random(k_seed + static_cast<std::uint64_t>(GetParam()));
  int hits = 0, misses = 0;
  const int rounds = scaled(GetParam() == ShapeType::ellipsoid ? 2000 : 8000);
  for (int i = 0; i < rounds; ++i) {
    TestShape test;
    if (!make_extreme_shape(random, GetParam(), test)) continue;
    SCOPED_TRACE(test.replay());
    const Pose pose = extreme_pose(random);
    const OracleShape oracle = test.oracle(pose, pose.position);
    const double s = oracle.diameter();
    const Vec3 towards = extreme_direction(random, pose);
    const Vec3 support_point = support(test.shape, pose, random.direction());
    // Through the middle, through a point of the surface, or past the shape.
    const int kind = random.below(4);
    const Vec3 target = kind == 0   ? pose.position
                        : kind == 1 ? support_point
                                    : pose.position + random.in_cube(kind == 2 ? 0.3 * s : 1.5 * s);
    const double away = random.log_uniform(-30, 40);
    const auto within = [](double x) { return std::clamp(x, -k_max_coordinate, k_max_coordinate); };
    const Vec3 far = target - towards * away;
    const Vec3 origin{within(far.x), within(far.y), within(far.z)};
    const double lengths[] = {1.0, 1e-300, 1e300, 4e-320};
    const Vec3 direction = towards * lengths[random.below(4)];
    // The direction as passed: the smallest lengths have few digits.
    const Vec3 along = direction_of(direction);
    const double ranges[] = {HUGE_VAL, HUGE_VAL, 0.0, 1e300, away};
    const double range = ranges[random.below(5)];
    SCOPED_TRACE(replay(pose, origin, direction, range));
    const RayHit hit = raycast(test.shape, pose, origin, direction, range);

    const Vec3 start = origin - pose.position;
    const double reach = length(start) + s;
    const double tolerance = 1e-6 * s + 1e-14 * (reach + length(origin) + length(pose.position));
    if (hit.hit) {
      ++hits;
      ASSERT_TRUE(hit.distance >= 0.0 && hit.distance <= range && std::isfinite(hit.distance)) << hit.distance;
      ASSERT_TRUE(is_finite(hit.point));
      ASSERT_TRUE(is_unit(hit.normal)) << hit.normal.x << ' ' << hit.normal.y << ' ' << hit.normal.z;
      ASSERT_LE(length(start + along * hit.distance - (hit.point - pose.position)), tolerance);
      if (hit.distance == 0.0) {
        ASSERT_LE(oracle.signed_distance(start), tolerance);
      } else {
        ASSERT_LE(std::fabs(oracle.signed_distance(hit.point - pose.position)), tolerance);
        ASSERT_LE(dot(hit.normal, along), 1e-6);
        for (const double share : {0.5, 0.99, 1.0 - 1e-6}) {
          ASSERT_GE(oracle.signed_distance(start + along * (share * hit.distance)), -tolerance);
        }
      }
      continue;
    }
    ++misses;
    double low = 0.0, high = std::min(range, 2.0 * reach);
    for (int step = 0; step < 120; ++step) {
      const double third = low + 0.381966 * (high - low), other = low + 0.618034 * (high - low);
      if (oracle.signed_distance(start + along * third) <= oracle.signed_distance(start + along * other)) {
        high = other;
      } else {
        low = third;
      }
    }
    ASSERT_GE(oracle.signed_distance(start + along * low), -tolerance) << "missed";
  }
  EXPECT_GT(hits, rounds / 10);
  EXPECT_GT(misses, rounds / 10);
}

TEST_P(ExtremeSizes, ClosestAndSupportPointsAreFiniteAndRight) {
  SCOPED_TRACE("seed " + std::to_string(k_seed));
  Random random(k_seed + 100 + static_cast<std::uint64_t>(GetParam()));
  const int rounds = scaled(GetParam() == ShapeType::ellipsoid ? 3000 : 12000);
  for (int i = 0; i < rounds; ++i) {
    TestShape test;
    if (!make_extreme_shape(random, GetParam(), test)) continue;
    SCOPED_TRACE(test.replay());
    const Pose pose = extreme_pose(random);
    const OracleShape oracle = test.oracle(pose, pose.position);
    const double s = oracle.diameter();
    const Vec3 towards = extreme_direction(random, pose);
    const double rounding = 1e-6 * s + 1e-14 * length(pose.position);

    const double lengths[] = {1.0, 1e-300, 1e300, 4e-320};
    const Vec3 direction = towards * lengths[random.below(4)];
    const Vec3 farthest = support(test.shape, pose, direction);
    ASSERT_TRUE(is_finite(farthest));
    ASSERT_NEAR(dot(direction_of(direction), farthest - pose.position), oracle.height(direction_of(direction)),
                rounding);
    ASSERT_LE(oracle.signed_distance(farthest - pose.position), rounding);

    // In the middle, on the surface and right beside it, on an axis, anywhere.
    const int kind = random.below(4);
    Vec3 point = pose.position;
    if (kind == 1) point = farthest + random.direction() * (random.chance(0.5) ? 0.0 : random.log_uniform(-40, 0));
    if (kind == 2) point = pose.position + towards * random.log_uniform(-40, 30);
    if (kind == 3) point = pose.position + random.in_cube(s);
    const ClosestPoint closest = closest_point(test.shape, pose, point);
    const double tolerance = rounding + 1e-14 * length(point - pose.position);
    ASSERT_TRUE(std::isfinite(closest.distance) && is_finite(closest.point));
    ASSERT_TRUE(is_unit(closest.normal)) << closest.normal.x << ' ' << closest.normal.y << ' ' << closest.normal.z;
    ASSERT_LE(std::fabs(oracle.signed_distance(closest.point - pose.position)), tolerance);
    ASSERT_LE(length(closest.point + closest.normal * closest.distance - point), tolerance);
    const double expected = oracle.signed_distance(point - pose.position);
    // Outside a hull the oracle gives only a lower bound.
    if (GetParam() == ShapeType::convex_hull && expected > 0.0) {
      ASSERT_GE(closest.distance, expected - tolerance);
    } else {
      ASSERT_NEAR(closest.distance, expected, tolerance);
    }
  }
}

TEST(ExtremeSizesByName, ARayAlongAThinCapsuleHasAPointAndANormal) {
  const Shape capsule = make_capsule(5e-8, 7e8).value;
  for (const Vec3& direction : {Vec3{0, -1, 0}, Vec3{0, -1, 1e-9}, Vec3{1, 0, 0}, Vec3{1e-17, -1, 0}}) {
    const RayHit hit = raycast(capsule, {}, direction * -1e9, direction, HUGE_VAL);
    ASSERT_TRUE(hit.hit);
    EXPECT_TRUE(is_finite(hit.point));
    EXPECT_TRUE(is_unit(hit.normal));
  }
}

TEST(ExtremeSizesByName, ARayHitsTheMiddleOfAFlatEllipsoid) {
  const Shape disc = make_ellipsoid(1e-9, 1e9, 1e9).value;
  const RayHit hit = raycast(disc, {}, {-1e10, 0, 0}, {1, 0, 0}, HUGE_VAL);
  ASSERT_TRUE(hit.hit);
  EXPECT_NEAR(hit.distance, 1e10, 1e-5);
  EXPECT_NEAR(hit.normal.x, -1.0, 1e-12);
}

}  // namespace
}  // namespace hyperplane::test
