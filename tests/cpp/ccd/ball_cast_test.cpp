#include "ccd/ball_cast.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "math/vec3.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::Random;

double oracle_distance_to_segment(const Vec3& point, const Vec3& from, const Vec3& to) {
  const Vec3 side = to - from, away = point - from;
  const double t = std::clamp(dot(away, side) / dot(side, side), 0.0, 1.0);
  return length(away - side * t);
}

double oracle_distance_to_triangle(const Vec3& point, const Vec3 (&c)[3]) {
  const Vec3 normal = normalized(cross(c[1] - c[0], c[2] - c[0]));
  bool is_over = true;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const Vec3 &from = c[i], &to = c[(i + 1) % 3];
    is_over = is_over && dot(cross(normal, to - from), point - from) >= 0.0;
    least = std::min(least, oracle_distance_to_segment(point, from, to));
  }
  return is_over ? std::fabs(dot(normal, point - c[0])) : least;
}

TEST(BallCast, FindsWhenABallFirstTouchesATriangle) {
  constexpr std::uint64_t k_seed = 5101;
  Random random(k_seed);
  const int count = test::scaled(20000);
  int hits = 0, inside = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const double thin = random.chance(0.3) ? random.uniform(1e-3, 1.0) : 1.0;
    Vec3 c[3];
    for (Vec3& corner : c) corner = random.in_cube(1.0);
    c[2] = c[0] + (c[1] - c[0]) * random.uniform(-0.5, 1.5) + (c[2] - c[0]) * thin;
    const Triangle triangle(c[0], c[1], c[2]);
    const double radius = random.chance(0.2) ? 1e-6 : random.uniform(0.01, 1.5);
    const Vec3 centre = random.in_cube(3.0), velocity = random.in_cube(2.0) - centre * random.uniform(0.0, 2.0);
    const double latest = random.chance(0.3) ? random.uniform(0.0, 1.0) : 1.0;
    const double time = time_to_triangle(centre, velocity, radius, triangle, latest);
    const auto gap_at = [&](double t) { return oracle_distance_to_triangle(centre + velocity * t, c) - radius; };
    if (gap_at(0.0) < -1e-9) {
      EXPECT_EQ(time, 0.0);
      ++inside;
      continue;
    }
    const bool hit = time <= latest;
    if (hit && time > 0.0) EXPECT_NEAR(gap_at(time), 0.0, 1e-9);
    hits += hit;
    const double until = hit ? time : latest;
    for (int i = 0; i <= 200; ++i) ASSERT_GE(gap_at(until * i / 200.0), -1e-9) << i;
  }
  EXPECT_GT(hits, count / 10);
  EXPECT_GT(inside, count / 40);
}

}  // namespace
}  // namespace hyperplane
