#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "composite/tolerances.h"
#include "composite/triangle_lanes.h"
#include "math/vec3.h"
#include "shape/triangle.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

/// Distances in long double, by code of its own.
using LongPoint = std::array<long double, 3>;

LongPoint long_point(const Vec3& v) {
  return {static_cast<long double>(v.x), static_cast<long double>(v.y), static_cast<long double>(v.z)};
}
LongPoint plus(const LongPoint& a, const LongPoint& b, long double scale) {
  return {a[0] + b[0] * scale, a[1] + b[1] * scale, a[2] + b[2] * scale};
}
long double inner(const LongPoint& a, const LongPoint& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
long double size(const LongPoint& a) { return std::sqrt(inner(a, a)); }

long double true_distance(const std::array<Vec3, 3>& corners, const LongPoint& point) {
  LongPoint c[3];
  for (std::size_t i = 0; i < 3; ++i) c[i] = plus(long_point(corners[i]), point, -1.0L);
  long double least = std::numeric_limits<long double>::infinity();
  for (std::size_t i = 0; i < 3; ++i) {
    const LongPoint side = plus(c[(i + 1) % 3], c[i], -1.0L);
    const long double share = std::clamp(-inner(c[i], side) / inner(side, side), 0.0L, 1.0L);
    least = std::min(least, size(plus(c[i], side, share)));
  }
  // The foot on the plane by its shares of two sides.
  const LongPoint u = plus(c[1], c[0], -1.0L), v = plus(c[2], c[0], -1.0L);
  const long double uu = inner(u, u), uv = inner(u, v), vv = inner(v, v), area = uu * vv - uv * uv;
  const long double pu = -inner(c[0], u), pv = -inner(c[0], v);
  const long double s = (vv * pu - uv * pv) / area, t = (uu * pv - uv * pu) / area;
  if (area > 0.0L && s >= 0.0L && t >= 0.0L && s + t <= 1.0L) {
    least = std::min(least, size(plus(plus(c[0], u, s), v, t)));
  }
  return least;
}

struct LaneCase {
  std::array<Vec3, 3> corners;
  Vec3 point;
};

/// Triangles of all sizes, needles among them, and points of all distances, also on edges and corners.
LaneCase random_lane_case(Random& random) {
  const double scale = random.chance(0.8) ? random.log_uniform(-4, 4) : random.log_uniform(-30, 30);
  const Vec3 at = random.in_cube(random.chance(0.5) ? scale : 1e6);
  LaneCase made;
  for (Vec3& corner : made.corners) corner = at + random.in_cube(scale);
  if (random.chance(0.2)) {
    const double thin = random.log_uniform(-20, 0);
    made.corners[2] = made.corners[0] + (made.corners[1] - made.corners[0]) * random.uniform(-0.5, 1.5) +
                      random.in_cube(scale) * thin;
  }
  const auto& [a, b, c] = made.corners;
  switch (random.below(6)) {
    case 0:
      made.point = a;
      break;
    case 1:
      made.point = a + (b - a) * random.uniform(-0.5, 1.5);
      break;
    case 2:
      made.point = a + (b - a) * random.uniform(-1.0, 2.0) + (c - a) * random.uniform(-1.0, 2.0);
      break;
    case 3:
      made.point = at + random.direction() * (scale * random.log_uniform(-20, 30));
      break;
    default:
      made.point = at + random.in_cube(3.0 * scale);
  }
  return made;
}

TEST(TriangleLanes, BoundsAreNeverAboveTheDistanceAndMostlyCloseToIt) {
  constexpr std::uint64_t k_seed = 9401;
  Random random(k_seed);
  int sharp = 0, close = 0;
  for (int n = 0; n < scaled(40000); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const LaneCase first = random_lane_case(random);
    std::array<LaneCase, 4> cases{first, random_lane_case(random), first, first};
    TriangleLanes lanes(first.point);
    for (std::size_t i = 0; i < 4; ++i) {
      // The other corner orders, of which one faces backwards.
      if (i > 1) std::rotate(cases[i].corners.begin(), cases[i].corners.begin() + 1, cases[i].corners.end());
      if (i > 2) std::swap(cases[i].corners[0], cases[i].corners[1]);
      const auto& [a, b, c] = cases[i].corners;
      lanes.set(static_cast<int>(i), a, b, c);
    }
    const double far = length(first.point - first.corners[0]);
    const bool moves = random.chance(0.5);
    const Vec3 way = moves ? random.direction() * (far * random.uniform(0.0, 2.0)) : Vec3{};
    float bounds[4];
    lanes.bound_distances(way, bounds);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& [a, b, c] = cases[i].corners;
      const Triangle triangle(a, b, c);
      const double touch = k_touch_margin * triangle.core_extent();
      ASSERT_GE(bounds[i], 0.0f);
      if (bounds[i] == 0.0f) continue;
      for (int step = 0; step <= 8; ++step) {
        const LongPoint there =
            plus(long_point(first.point), long_point(way), -0.125L * static_cast<long double>(step));
        ASSERT_LE(static_cast<long double>(bounds[i]) + static_cast<long double>(touch),
                  true_distance(cases[i].corners, there))
            << "lane " << i << ", step " << step;
      }
    }
    // Triangles that are no needles, at sizes at which 32 bits lose nothing, for points at rest.
    const auto& [a, b, c] = first.corners;
    const double longest = std::max({length(b - a), length(c - b), length(a - c)});
    if (moves || length(cross(b - a, c - a)) < 0.05 * longest * longest || longest < 1e-6) continue;
    const auto distance = static_cast<double>(true_distance(first.corners, long_point(first.point)));
    if (distance < 1e-6 * longest || distance > 1e3 * longest) continue;
    ++sharp;
    if (static_cast<double>(bounds[0]) >= distance * (1.0 - 1e-4) - 3e-6 * (distance + 2.0 * longest)) ++close;
  }
  EXPECT_GE(sharp, scaled(8000));
  EXPECT_GE(close, sharp - sharp / 200);
}

TEST(TriangleLanes, NumbersOutOfRangeBoundNothing) {
  const double huge = 1e9, tiny = 1e-9;
  for (const double scale : {huge, 1.0, tiny}) {
    for (const double away : {0.0, 1e-30, 1e-12, 1.0, 1e12}) {
      const std::array<Vec3, 3> corners{Vec3{0.0, 0.0, 0.0}, Vec3{scale, 0.0, 0.0}, Vec3{0.0, scale, 0.0}};
      const Vec3 point{0.25 * scale, 0.25 * scale, away};
      TriangleLanes lanes(point);
      for (int i = 0; i < 4; ++i) lanes.set(i, corners[0], corners[1], corners[2]);
      float bounds[4];
      lanes.bound_distances({0.0, 0.0, -away}, bounds);
      for (const float bound : bounds) {
        EXPECT_GE(bound, 0.0f);
        EXPECT_LE(static_cast<double>(bound), away) << scale;
      }
    }
  }
}

}  // namespace
}  // namespace hyperplane
