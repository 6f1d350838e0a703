#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "bvh/ray_descent.h"
#include "math/vec3.h"
#include "plane/shape/tolerances.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

template <class Number>
long double wide(Number number) {
  return static_cast<long double>(number);
}

/// A box that moves along a path, rounded by balls, and a box at rest. In long double, by code of its own.
struct RoundedSweep {
  std::array<long double, 3> low, high, along, rest_low, rest_high;
  long double radius;

  long double distance(long double time) const {
    long double squared = 0.0L;
    for (std::size_t k = 0; k < 3; ++k) {
      const long double below = rest_low[k] - (high[k] + time * along[k]);
      const long double above = low[k] + time * along[k] - rest_high[k];
      const long double apart = std::max({below, above, 0.0L});
      squared += apart * apart;
    }
    return std::sqrt(squared);
  }
  /// First time up to `end` at which they touch; negative if they do not. The distance is convex in time.
  long double touch(long double end) const {
    if (distance(0.0L) <= radius) return 0.0L;
    long double from = 0.0L, to = end;
    for (int i = 0; i < 300; ++i) {
      const long double third = (to - from) / 3.0L, left = from + third, right = to - third;
      (distance(left) <= distance(right) ? to : from) = distance(left) <= distance(right) ? right : left;
    }
    if (distance(to) > radius) return -1.0L;
    from = 0.0L;
    for (int i = 0; i < 200; ++i) {
      const long double middle = 0.5L * (from + to);
      (distance(middle) <= radius ? to : from) = middle;
    }
    return to;
  }
};

TEST(RayDescent, RoundedBoundsReachAChildNoEarlierThanItIsEntered) {
  constexpr std::uint64_t k_seed = 7601;
  Random random(k_seed);
  int touched = 0, plain_misses = 0, rounded_misses = 0, early = 0;
  for (int n = 0; n < scaled(20000); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const double scale = random.log_uniform(-8, 8), radius = scale * random.log_uniform(-6, 2);
    const Vec3 core = random.chance(0.5) ? Vec3{} : abs(random.in_cube(scale));
    const Vec3 origin = random.in_cube(6.0 * scale);
    Vec3 along = random.direction();
    if (random.chance(0.2)) along = {random.sign(), 0.0, 0.0};
    ray_descent::Path path{origin, along, {}, {}};
    path.low = -core - Vec3{radius, radius, radius};
    path.high = core + Vec3{radius, radius, radius};
    const ray_descent::LaneRay plain(path);
    path.rounding = radius;
    const ray_descent::RoundedLaneRay rounded(path);

    LaneNode node{};
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      const Vec3 middle = random.in_cube(4.0 * scale), half = abs(random.in_cube(scale));
      set_lane_bounds(node, lane, to_float_bounds({middle - half, middle + half}, {}));
    }
    const auto end = static_cast<float>(scale * random.uniform(1.0, 12.0));
    float plain_entries[4], entries[4];
    const std::uint32_t plain_hits = plain.meets(node, end, plain_entries), hits = rounded.meets(node, end, entries);
    EXPECT_EQ(hits & ~plain_hits, 0u);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      RoundedSweep sweep{};
      for (std::size_t k = 0; k < 3; ++k) {
        const int axis = static_cast<int>(k);
        const auto at = wide(component(origin, axis)), half = wide(component(core, axis));
        sweep.low[k] = at - half;
        sweep.high[k] = at + half;
        sweep.along[k] = wide(component(along, axis));
        sweep.rest_low[k] = wide(node.bounds[k][lane]);
        sweep.rest_high[k] = wide(node.bounds[3 + k][lane]);
      }
      sweep.radius = wide(radius);
      const long double time = sweep.touch(wide(end));
      const bool is_hit = (hits >> lane & 1u) != 0;
      if (time < 0.0L) {
        plain_misses += static_cast<int>(plain_hits >> lane & 1u);
        rounded_misses += is_hit ? 1 : 0;
        continue;
      }
      ++touched;
      ASSERT_TRUE(is_hit) << "lane " << lane << " is touched at " << static_cast<double>(time);
      ASSERT_LE(wide(entries[lane]), time * (1.0L + 1e-6L));
      if (wide(entries[lane]) < time - 0.05L * wide(scale)) ++early;
    }
  }
  EXPECT_GE(touched, scaled(4000));
  // Of the children that are not touched, but whose bounds meet the bounds, most are ruled out; and times are close.
  EXPECT_LE(rounded_misses * 4, plain_misses);
  EXPECT_LE(early * 20, touched);
}

// A path in the plane of nodes that reach far on z: leaving that axis out changes no bit. One child is empty.
TEST(RayDescent, TwoDimensionsGiveTheBitsOfThree) {
  constexpr std::uint64_t k_seed = 7602;
  Random random(k_seed);
  int hit = 0, missed = 0;
  for (int n = 0; n < scaled(20000); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const double scale = random.log_uniform(-8, 8);
    const auto flat = [&](double size) {
      const Vec3 point = random.in_cube(size);
      return Vec3{point.x, point.y, 0.0};
    };
    Vec3 along = flat(1.0);
    along = random.chance(0.2) ? Vec3{random.sign(), 0.0, 0.0} : along * (1.0 / length(along));
    const Vec3 core = random.chance(0.5) ? Vec3{} : abs(flat(scale));
    const ray_descent::Path path{flat(6.0 * scale), along, -core, core};

    LaneNode node{};
    for (std::uint32_t lane = 0; lane < 3; ++lane) {
      const Vec3 middle = flat(4.0 * scale), half = abs(flat(scale));
      FloatBounds bounds = to_float_bounds({middle - half, middle + half}, {});
      bounds.min[2] = -k_plane_tree_thickness;
      bounds.max[2] = k_plane_tree_thickness;
      set_lane_bounds(node, lane, bounds);
    }
    set_lane_bounds(node, 3, k_empty_bounds);
    const auto end = static_cast<float>(scale * random.uniform(1.0, 12.0));
    float expected[4], entries[4];
    const std::uint32_t hits = ray_descent::LaneRay(path).meets(node, end, expected);
    ASSERT_EQ(ray_descent::LaneRayIn<2>(path).meets(node, end, entries), hits);
    for (std::size_t lane = 0; lane < 4; ++lane) ASSERT_EQ(entries[lane], expected[lane]);
    ASSERT_EQ(hits >> 3, 0u);
    (hits != 0 ? hit : missed) += 1;
  }
  EXPECT_GE(hit, scaled(3000));
  EXPECT_GE(missed, scaled(4000));
}

}  // namespace
}  // namespace hyperplane
