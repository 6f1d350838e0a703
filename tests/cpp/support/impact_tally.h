#pragma once

#include <cstdint>

#include "support/moving_pair.h"

/// Times of impact of many pairs, judged by the oracle of support/motion_oracle.h.

namespace hyperplane::test {

/// Permitted gap or overlap, as a share of the larger shape's diameter.
inline constexpr double k_impact_promise = 1e-6;

struct ImpactTally {
  int count = 0, hits = 0, unconverged = 0, misses = 0, false_hits = 0, most = 0;
  double iterations = 0.0, worst_gap = 0.0, worst_depth = 0.0;

  /// @return whether the shapes hit.
  bool judge(const MovingPair& pair);
  /// Prints the tally; expects that all pairs converged, without miss or false hit.
  void expect_right(const char* name) const;
};

/// HYPERPLANE_TEST_SEED, if set.
std::uint64_t seed_or(std::uint64_t usual);

}  // namespace hyperplane::test
