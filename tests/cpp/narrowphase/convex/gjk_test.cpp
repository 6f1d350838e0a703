#include "narrowphase/convex/gjk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "narrowphase/convex/cloud_pair.h"
#include "support/test_size.h"

/// GJK on hulls of random points against the distances of all their features, tried one by one.

namespace hyperplane::test {
namespace {

/// Tolerance, m, for shapes 2 to 4 m wide.
constexpr double k_gjk_tolerance = 1e-8;

TEST(Gjk, FindsTheDistanceOfTwoClouds) {
  constexpr std::uint64_t k_seed = 320;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(6000);
  int apart = 0, most_iterations = 0;
  double worst = 0.0, worst_witness = 0.0;
  for (int i = 0; i < count; ++i) {
    CloudPair pair = make_cloud_pair(random, random.uniform(0.0, 2.2));
    const double gap = widest_gap(pair.a, pair.b);
    if (std::fabs(gap) < 1e-6) continue;
    const GjkResult result = gjk(pair.difference);
    ASSERT_EQ(result.status, gap > 0.0 ? GjkStatus::separated : GjkStatus::touching) << i << ", gap " << gap;
    most_iterations = std::max(most_iterations, result.iterations);
    if (gap < 0.0) continue;

    ++apart;
    const double truth = distance_of_clouds(pair.a, pair.b);
    worst = std::max({worst, std::fabs(result.upper - truth), std::fabs(length(result.v) - truth), result.lower - truth,
                      truth - result.upper});
    const Vec3 on_a = result.simplex.point_on_a(), on_b = on_a + result.v;
    worst_witness = std::max({worst_witness, distance_beyond_planes(pair.a, to_cloud(on_a)),
                              distance_beyond_planes(pair.b, to_cloud(on_b))});
  }
  std::printf("seed %llu: %d of %d pairs apart, %d iterations at most; worst: distance %.1e, witness %.1e\n",
              static_cast<unsigned long long>(k_seed), apart, count, most_iterations, worst, worst_witness);
  EXPECT_LE(worst, k_gjk_tolerance);
  EXPECT_LE(worst_witness, k_gjk_tolerance);
  EXPECT_GE(apart, 3 * count / 10);
  EXPECT_LE(apart, 7 * count / 10);
  EXPECT_LE(most_iterations, 30);
}

/// Each limit ends the iteration with bounds that still hold.
TEST(Gjk, KeepsItsLimits) {
  constexpr std::uint64_t k_seed = 321;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(3000);
  int beyond = 0, within = 0;
  for (int i = 0; i < count; ++i) {
    CloudPair pair = make_cloud_pair(random, random.uniform(2.0, 6.0));
    if (widest_gap(pair.a, pair.b) < 1e-3) continue;
    const double truth = distance_of_clouds(pair.a, pair.b);
    const GjkResult far = gjk(pair.difference, {.beyond = 0.5 * truth});
    ASSERT_EQ(far.status, GjkStatus::beyond) << i;
    ASSERT_GT(far.lower, 0.5 * truth) << i;
    const GjkResult near = gjk(pair.difference, {.within = 1.5 * truth});
    ASSERT_EQ(near.status, GjkStatus::within) << i;
    ASSERT_LE(near.upper, 1.5 * truth) << i;
    for (const GjkResult& result : {far, near}) {
      ASSERT_LE(result.lower, truth + k_gjk_tolerance) << i;
      ASSERT_GE(result.upper, truth - k_gjk_tolerance) << i;
    }
    // Limits that the distance does not reach change nothing.
    ASSERT_EQ(gjk(pair.difference, {.beyond = 1.01 * truth + 1e-6, .within = 0.99 * truth - 1e-6}).status,
              GjkStatus::separated)
        << i;
    beyond += far.iterations < gjk(pair.difference).iterations ? 1 : 0;
    within += near.iterations < gjk(pair.difference).iterations ? 1 : 0;
  }
  EXPECT_GT(beyond, count / 10);
  EXPECT_GT(within, count / 10);
}

/// A cache of another pose costs time and never changes the answer by more than rounding; one of the same pose saves
/// time.
TEST(Gjk, StartsWarmFromAnyCache) {
  constexpr std::uint64_t k_seed = 322;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(3000);
  int apart = 0, warm_iterations = 0, cold_iterations = 0;
  for (int i = 0; i < count; ++i) {
    CloudPair pair = make_cloud_pair(random, random.uniform(2.0, 5.0));
    GjkCache cache;
    const GjkResult cold = gjk(pair.difference, {}, cache);
    const GjkResult again = gjk(pair.difference, {}, cache);
    if (cold.status != GjkStatus::separated) continue;
    ++apart;
    cold_iterations += cold.iterations;
    warm_iterations += again.iterations;
    ASSERT_EQ(again.status, GjkStatus::separated) << i;
    ASSERT_NEAR(again.upper, cold.upper, k_gjk_tolerance) << i;

    pair.difference.b_in_a = {to_matrix(random.rotation()), random.direction() * 6.0};
    const GjkResult fresh = gjk(pair.difference), stale = gjk(pair.difference, {}, cache);
    ASSERT_EQ(fresh.status, stale.status) << i;
    ASSERT_NEAR(fresh.upper, stale.upper, k_gjk_tolerance) << i;
  }
  EXPECT_GT(apart, count / 4);
  EXPECT_LT(2 * warm_iterations, cold_iterations);
}

/// The observer sees bounds that only tighten, and an upper bound equal to the length of v.
TEST(Gjk, TellsItsObserverBoundsThatOnlyTighten) {
  struct Watch {
    double lower = 0.0, upper = __builtin_huge_val();
    int iterations = 0;
    bool ok = true;

    void iteration(const Simplex& simplex, const Vec3& v, const SupportPoint&, double low, double high) {
      ++iterations;
      ok = ok && low >= lower && high < upper && std::fabs(length(to_cloud(v)) - high) <= 1e-15 * high &&
           simplex.size >= 1 && simplex.size <= 3;
      lower = low;
      upper = high;
    }
  };
  constexpr std::uint64_t k_seed = 323;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  int iterations = 0;
  for (int i = 0; i < scaled(2000); ++i) {
    CloudPair pair = make_cloud_pair(random, random.uniform(0.0, 5.0));
    Watch watch;
    const GjkResult result = gjk(pair.difference, {}, {}, watch);
    ASSERT_TRUE(watch.ok) << i;
    ASSERT_EQ(watch.iterations, result.iterations) << i;
    iterations += watch.iterations;
  }
  EXPECT_GT(iterations, 2 * scaled(2000));
}

TEST(Gjk, FindsTouchingFeaturesTouching) {
  const auto cube = [](double x) {
    CloudCore core;
    for (int i = 0; i < 8; ++i) {
      core.points.push_back({x + (i & 1 ? 1.0 : -1.0), i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
    }
    return core;
  };
  MinkowskiDifference<CloudCore, CloudCore> touching{cube(0.0), cube(0.0), {{}, {2.0, 0.5, 0.25}}, 4.0};
  touching.b_in_a.rotation = to_matrix({0.0, 0.0, 0.0, 1.0});
  EXPECT_EQ(gjk(touching).status, GjkStatus::touching);
  touching.b_in_a.translation.x = 2.125;
  EXPECT_EQ(gjk(touching).status, GjkStatus::separated);
  EXPECT_EQ(gjk(touching).upper, 0.125);
  // Concentric cores have no direction between their middles.
  touching.b_in_a.translation = {};
  EXPECT_EQ(gjk(touching).status, GjkStatus::touching);
}

}  // namespace
}  // namespace hyperplane::test
