#include <hyperplane/plane.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "plane/math/orientation.h"
#include "plane/math/rotation.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane::test::in_plane {
namespace {

using plane::Vec2;

TEST(PlaneRotation, AgreesWithTheLibrary) {
  Random random(1);
  for (int i = 0; i < scaled(200000); ++i) {
    const double angle = random.sign() * random.log_uniform(-60, 20);
    if (std::fabs(angle) > plane::k_max_angle) continue;
    const plane::Rotation at = plane::rotation_of(angle);
    ASSERT_NEAR(at.cosine, std::cos(angle), 5e-16) << angle;
    ASSERT_NEAR(at.sine, std::sin(angle), 5e-16) << angle;
  }
  for (int quarter = -40; quarter <= 40; ++quarter) {
    const double angle = k_pi / 2 * quarter;
    ASSERT_NEAR(plane::rotation_of(angle).sine, std::sin(angle), 1e-16);
    ASSERT_NEAR(plane::rotation_of(angle).cosine, std::cos(angle), 1e-16);
  }
}

/// 128-bit integers have no rounding.
int exact_orientation(const int (&n)[6]) {
  const long long value =
      static_cast<long long>(n[0] - n[4]) * (n[3] - n[5]) - static_cast<long long>(n[1] - n[5]) * (n[2] - n[4]);
  return value > 0 ? 1 : (value < 0 ? -1 : 0);
}

TEST(PlaneOrientation, IsExact) {
  Random random(2);
  int straight = 0;
  for (int i = 0; i < scaled(200000); ++i) {
    // On a line through integers, moved by one now and then, and scaled so that differences round.
    int n[6];
    const int x = random.below(1000), y = random.below(1000), dx = random.below(99) - 49, dy = random.below(99) - 49;
    for (int k = 0; k < 3; ++k) {
      const int at = random.below(1 << 14);
      n[2 * k] = x + at * dx + (random.below(6) == 0 ? 1 : 0);
      n[2 * k + 1] = y + at * dy;
    }
    const double unit = 0x1p-30;
    const double big = 1.0;  // 1 + n / 2^30 needs all the bits of products
    const auto point = [&](int k) { return Vec2{big + unit * n[2 * k], big + unit * n[2 * k + 1]}; };
    const int wanted = exact_orientation(n);
    straight += wanted == 0 ? 1 : 0;
    ASSERT_EQ(plane::orientation(point(0), point(1), point(2)), wanted) << i;
    ASSERT_EQ(plane::orientation(point(1), point(0), point(2)), -wanted) << i;
  }
  EXPECT_GT(straight, 0);
}

TEST(PlaneShape, RefusesWrongSizes) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  for (const double wrong : {nan, infinite, -1.0, -infinite, 1e-10, 2e9}) {
    EXPECT_EQ(plane::make_circle(wrong).status, Status::invalid_argument);
    EXPECT_EQ(plane::make_rectangle(wrong, 1.0).status, Status::invalid_argument);
    EXPECT_EQ(plane::make_rectangle(1.0, wrong).status, Status::invalid_argument);
    EXPECT_EQ(plane::make_capsule(wrong, 1.0).status, Status::invalid_argument);
    EXPECT_EQ(plane::make_capsule(1.0, wrong).status, Status::invalid_argument);
    EXPECT_EQ(plane::make_ellipse(wrong, 1.0).status, Status::invalid_argument);
    EXPECT_EQ(plane::make_ellipse(1.0, wrong).status, Status::invalid_argument);
  }
  EXPECT_EQ(plane::make_segment({nan, 0.0}, {}).status, Status::invalid_argument);
  EXPECT_EQ(plane::make_segment({}, {0.0, 1e10}).status, Status::invalid_argument);
  EXPECT_EQ(plane::make_segment({}, {0.0, 1e-310}).status, Status::invalid_argument);
  EXPECT_TRUE(plane::make_segment({-1e9, -1e9}, {1e9, 1e9}).ok());
  EXPECT_EQ(plane::make_segment({1.0, 2.0}, {1.0, 2.0}).value.vertex_count, 1);
  EXPECT_FALSE(plane::check_pose({{nan, 0.0}, 0.0}).ok());
  EXPECT_FALSE(plane::check_pose({{0.0, 2e12}, 0.0}).ok());
  EXPECT_FALSE(plane::check_pose({{}, infinite}).ok());
  EXPECT_FALSE(plane::check_pose({{}, 2e6}).ok());
  EXPECT_TRUE(plane::check_pose({{1e12, -1e12}, -1e6}).ok());
}

TEST(PlaneShape, BuildsHullsExactly) {
  // A grid: all points but four lie on edges or inside.
  std::vector<double> grid;
  for (int x = 0; x < 9; ++x) {
    for (int y = 0; y < 9; ++y) {
      grid.push_back(0.1 * x);
      grid.push_back(3.0 * y);
    }
  }
  const auto built = plane::build_polygon(grid);
  ASSERT_TRUE(built.ok());
  const plane::Shape shape = plane::make_convex_polygon(*built.value).value;
  ASSERT_EQ(shape.vertex_count, 4);
  double area = 0.0;
  for (int i = 0; i < 4; ++i) {
    const Vec2 p = plane::core_vertex(shape, i), q = plane::core_vertex(shape, (i + 1) % 4);
    area += (p.x * q.y - p.y * q.x) / 2;
  }
  EXPECT_NEAR(area, 0.8 * 24.0, 1e-12);

  Random random(3);
  for (int i = 0; i < scaled(3000); ++i) {
    std::vector<double> points;
    const int count = 3 + random.below(40);
    for (int k = 0; k < count; ++k) {
      // Few different places, so that points coincide and lie on lines.
      points.push_back(random.below(12) * 0.1);
      points.push_back(random.below(12) * 0.1);
    }
    const auto hull = plane::build_polygon(points);
    if (!hull.ok()) {
      EXPECT_EQ(hull.status, Status::degenerate_shape);
      continue;
    }
    const plane::Shape polygon = plane::make_convex_polygon(*hull.value).value;
    for (int k = 0; k < polygon.vertex_count; ++k) {
      const Vec2 p = plane::core_vertex(polygon, k), q = plane::core_vertex(polygon, (k + 1) % polygon.vertex_count);
      for (int m = 0; m < count; ++m) {
        const Vec2 other{points[2 * static_cast<std::size_t>(m)], points[2 * static_cast<std::size_t>(m) + 1]};
        ASSERT_GT((q.x - p.x) * (other.y - p.y) - (q.y - p.y) * (other.x - p.x), -1e-14);
      }
    }
  }
}

TEST(PlaneShape, RefusesPointsWithoutArea) {
  const std::vector<double> line{0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0}, same{1.0, 2.0, 1.0, 2.0, 1.0, 2.0},
      two{0.0, 0.0, 1.0, 0.0}, needle{0.0, 0.0, 1.0, 0.0, 0.5, 1e-12}, odd{0.0, 0.0, 1.0},
      nan{0.0, 0.0, 1.0, 0.0, std::numeric_limits<double>::quiet_NaN(), 1.0}, far{0.0, 0.0, 2e9, 0.0, 0.0, 1.0};
  EXPECT_EQ(plane::build_polygon(line).status, Status::degenerate_shape);
  EXPECT_EQ(plane::build_polygon(same).status, Status::degenerate_shape);
  EXPECT_EQ(plane::build_polygon(two).status, Status::degenerate_shape);
  EXPECT_EQ(plane::build_polygon(needle).status, Status::degenerate_shape);
  EXPECT_EQ(plane::build_polygon({}).status, Status::degenerate_shape);
  EXPECT_EQ(plane::build_polygon(odd).status, Status::invalid_argument);
  EXPECT_EQ(plane::build_polygon(nan).status, Status::invalid_argument);
  EXPECT_EQ(plane::build_polygon(far).status, Status::invalid_argument);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
