#include "narrowphase/convex/ellipsoid_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "math/pose.h"
#include "math/transform.h"
#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/spiral_direction.h"
#include "support/test_size.h"

/// Depths of ellipsoids beside the depth along many directions, each followed downhill: whatever a direction's depth
/// is, the least one is no more.

namespace hyperplane::test {
namespace {

struct EllipsoidPair {
  Vec3 radii_a, radii_b, offset;
  Quat turn_a, turn_b;

  /// The depth along a direction, by the formula for supports.
  double depth_along(const Vec3& n) const {
    const auto reach = [&](const Vec3& radii, const Quat& turn) {
      const Vec3 own = rotate(conjugate(turn), n);
      return std::sqrt(radii.x * radii.x * own.x * own.x + radii.y * radii.y * own.y * own.y +
                       radii.z * radii.z * own.z * own.z);
    };
    return reach(radii_a, turn_a) + reach(radii_b, turn_b) - dot(n, offset);
  }

  /// By steps along six ways around a direction, shorter and shorter.
  double descend(Vec3 n) const {
    double best = depth_along(n);
    for (double step = 0.05; step > 1e-8; step *= 0.5) {
      for (bool moved = true; moved;) {
        moved = false;
        for (int k = 0; k < 6; ++k) {
          const Vec3 next = normalized(n + unit_axis(k / 2) * (k % 2 == 0 ? step : -step));
          const double depth = depth_along(next);
          if (!(depth < best - 1e-15)) continue;
          best = depth;
          n = next;
          moved = true;
        }
      }
    }
    return best;
  }

  double least_depth() const {
    constexpr int k_directions = 600;
    // The best few of directions that cover the sphere evenly (a golden spiral).
    double least = HUGE_VAL;
    std::vector<std::pair<double, Vec3>> starts;
    for (int i = 0; i < k_directions; ++i) {
      const Vec3 n = spiral_direction(i, k_directions);
      starts.emplace_back(depth_along(n), n);
    }
    std::sort(starts.begin(), starts.end(), [](const auto& l, const auto& r) { return l.first < r.first; });
    for (int i = 0; i < 12; ++i) least = std::min(least, descend(starts[static_cast<std::size_t>(i)].second));
    return least;
  }
};

TEST(EllipsoidDepth, IsNoMoreThanAlongAnyDirection) {
  Random random(77);
  int overlapping = 0, proven = 0;
  double worst = 0.0;
  const int count = scaled(1500);
  for (int i = 0; i < count; ++i) {
    const double flattest = std::array<double, 4>{0.9, 0.3, 0.05, 0.002}[static_cast<std::size_t>(random.below(4))];
    const auto radii = [&] {
      return Vec3{random.uniform(flattest, 1.0), random.uniform(flattest, 1.0), random.uniform(flattest, 1.0)};
    };
    EllipsoidPair pair{radii(), radii(), {}, random.rotation(), random.rotation()};
    if (random.chance(0.3)) pair.turn_b = pair.turn_a;
    const double apart = std::array<double, 4>{0.0, 1e-3, 0.3, 1.5}[static_cast<std::size_t>(random.below(4))];
    pair.offset = {random.uniform(-apart, apart), random.uniform(-apart, apart), random.uniform(-apart, apart)};
    const Shape a = make_ellipsoid(pair.radii_a.x, pair.radii_a.y, pair.radii_a.z).value;
    const Shape b = make_ellipsoid(pair.radii_b.x, pair.radii_b.y, pair.radii_b.z).value;
    const Penetration found = penetration(a, {{}, pair.turn_a}, b, {pair.offset, pair.turn_b});
    if (!found.intersects) continue;
    ++overlapping;
    const double least = pair.least_depth(), along = pair.depth_along(found.normal);
    EXPECT_NEAR(along, found.depth, 1e-9) << i;
    EXPECT_LE(found.depth, least + 1e-7) << i;
    worst = std::max(worst, found.depth - least);
    ConvexPair cores =
        make_convex_pair(a, b, to_transform(relative_pose({{}, pair.turn_a}, {pair.offset, pair.turn_b})));
    proven += ellipsoid_depth(cores).is_proven ? 1 : 0;
  }
  printf("seed 77: %d of %d overlap, %d proven, at most %.1e too deep\n", overlapping, count, proven, worst);
  EXPECT_GT(overlapping, count / 2);
  EXPECT_GT(proven, overlapping * 8 / 10);
}

}  // namespace
}  // namespace hyperplane::test
