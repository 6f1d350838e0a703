#include "support/impact_tally.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "ccd/time_of_impact.h"
#include "math/vec3.h"
#include "support/motion_oracle.h"

namespace hyperplane::test {

bool ImpactTally::judge(const MovingPair& pair) {
  const Impact impact =
      time_of_impact({pair.a.shape, pair.sweep_a, &pair.mount_a}, {pair.b.shape, pair.sweep_b, &pair.mount_b});
  ++count;
  hits += impact.hit;
  unconverged += !impact.converged;
  iterations += impact.iterations;
  most = std::max(most, impact.iterations);
  MotionOracle oracle(pair);
  const double rounding = 1e-15 * (length(pair.sweep_a.from.position) + length(pair.sweep_b.to.position));
  const bool overlaps_at_start = impact.hit && impact.time == 0.0;
  if (!overlaps_at_start) {
    const double depth = (-oracle.least_gap(impact.hit ? impact.time : 1.0, 300) - rounding) / pair.size;
    misses += depth > k_impact_promise;
    worst_depth = std::max(worst_depth, depth);
  }
  if (!impact.hit) return false;
  const double gap = oracle.gap(impact.time), off = oracle.distance_from_both(impact.time, impact.point);
  const double worst = (std::max(gap, off) - rounding) / pair.size;
  false_hits += worst > k_impact_promise;
  worst_gap = std::max(worst_gap, worst);
  return true;
}

void ImpactTally::expect_right(const char* name) const {
  std::printf(
      "%s: %d pairs, %.0f %% hit, %d unconverged, %d missed, %d false hits (gap up to %.1e, depth %.1e), %.1f "
      "iterations, %d at most\n",
      name, count, 100.0 * hits / count, unconverged, misses, false_hits, worst_gap, worst_depth, iterations / count,
      most);
  std::fflush(stdout);
  EXPECT_EQ(unconverged, 0);
  EXPECT_EQ(misses, 0);
  EXPECT_EQ(false_hits, 0);
  EXPECT_LT(most, 1000);
}

std::uint64_t seed_or(std::uint64_t usual) {
  const char* const text = std::getenv("HYPERPLANE_TEST_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : usual;
}

}  // namespace hyperplane::test
