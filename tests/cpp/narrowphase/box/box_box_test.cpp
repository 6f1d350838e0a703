#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <hyperplane/pair.h>

#include "math/quat.h"
#include "support/box_oracle.h"
#include "support/box_pairs.h"
#include "support/test_size.h"

/// Two boxes against the oracle, within the promised accuracy (s is the larger diameter): verdicts correct beyond
/// 1e-6 s, distances and depths within 1e-6 s, witness points on their shapes, the translation neither too short nor
/// too long.

namespace hyperplane::test {
namespace {

/// The worst value so far, in units of s.
struct WorstError {
  double verdict = 0.0, distance = 0.0, witness = 0.0, span = 0.0, rest = 0.0, contact = 0.0, swap = 0.0;
};

void raise(double& worst, double value) {
  // NaN counts as worst.
  if (!(value <= worst)) worst = std::isnan(value) ? 1e300 : value;
}

struct Checked {
  WorstError worst;
  bool overlapping = false;
};

Checked check(const BoxPairCase& pair) {
  Checked result;
  WorstError& worst = result.worst;
  const Shape a = box_of(pair.size_a), b = box_of(pair.size_b);
  const double s = pair.diameter();
  const double truth = oracle_distance(make_oracle_pair(pair.size_a, pair.a, pair.size_b, pair.b));
  result.overlapping = truth <= 0.0;

  const bool verdict = intersects(a, pair.a, b, pair.b);
  const Penetration pen = penetration(a, pair.a, b, pair.b);
  const ContactManifold manifold = collide(a, pair.a, b, pair.b);
  const Distance distance = hyperplane::distance(a, pair.a, b, pair.b);

  if (verdict != (truth <= 0.0)) raise(worst.verdict, std::fabs(truth) / s);
  // All four agree with each other, exactly.
  if (pen.intersects != verdict || (manifold.point_count > 0) != verdict || (distance.distance <= 0.0) != verdict) {
    raise(worst.verdict, 1e300);
  }

  raise(worst.distance, std::fabs(distance.distance - truth) / s);
  raise(worst.witness, oracle_distance_to_surface(pair.size_a, pair.a, distance.point_a) / s);
  raise(worst.witness, oracle_distance_to_surface(pair.size_b, pair.b, distance.point_b) / s);
  raise(worst.span, length(distance.point_b - distance.point_a - distance.normal * distance.distance) / s);
  raise(worst.span, std::fabs(length(distance.normal) - 1.0));

  const Distance back = hyperplane::distance(b, pair.b, a, pair.a);
  raise(worst.swap, std::fabs(back.distance - distance.distance) / s);

  if (!verdict) return result;
  raise(worst.distance, std::fabs(pen.depth + truth) / s);
  if (pen.depth != manifold.depth || pen.normal != manifold.normal || pen.normal != distance.normal ||
      pen.depth != -distance.distance) {
    raise(worst.span, 1e300);
  }
  Pose moved = pair.b;
  moved.position += pen.normal * pen.depth;
  raise(worst.rest, std::fabs(oracle_distance(make_oracle_pair(pair.size_a, pair.a, pair.size_b, moved))) / s);

  if (manifold.point_count > 4) raise(worst.contact, 1e300);
  double deepest = 0.0;
  for (int i = 0; i < manifold.point_count; ++i) {
    const ContactPoint& point = manifold.points[i];
    deepest = std::max(deepest, point.depth);
    raise(worst.contact, oracle_distance_to_box(pair.size_a, pair.a, point.on_a) / s);
    raise(worst.contact, oracle_distance_to_box(pair.size_b, pair.b, point.on_b) / s);
    raise(worst.contact, length(point.on_a - point.on_b - manifold.normal * point.depth) / s);
    if (point.depth < 0.0 || point.depth > manifold.points[0].depth) raise(worst.contact, 1e300);
  }
  raise(worst.contact, std::fabs(deepest - manifold.depth) / s);
  return result;
}

class BoxBoxAgainstOracle : public testing::TestWithParam<int> {};

TEST_P(BoxBoxAgainstOracle, IsWithinThePromise) {
  const BoxPairKind kind = static_cast<BoxPairKind>(GetParam());
  const std::uint64_t seed = 20240 + static_cast<std::uint64_t>(GetParam());
  Random random(seed);
  const int count = scaled(120000);
  int overlapping = 0, failures = 0;
  WorstError worst;
  for (int i = 0; i < count && failures < 5; ++i) {
    const BoxPairCase pair = make_box_pair(random, kind);
    const Checked checked = check(pair);
    overlapping += checked.overlapping ? 1 : 0;
    const WorstError& w = checked.worst;
    const bool good = w.verdict <= 1e-6 && w.distance <= 1e-6 && w.witness <= 1e-6 && w.span <= 1e-6 &&
                      w.rest <= 1e-6 && w.contact <= 1e-6 && w.swap <= 1e-6;
    if (!good) {
      ++failures;
      ADD_FAILURE() << "pair " << i << " of seed " << seed << ": verdict " << w.verdict << " distance " << w.distance
                    << " witness " << w.witness << " span " << w.span << " rest " << w.rest << " contact " << w.contact
                    << " swap " << w.swap << "\n  " << pair.replay();
    }
    raise(worst.verdict, w.verdict);
    raise(worst.distance, w.distance);
    raise(worst.witness, w.witness);
    raise(worst.span, w.span);
    raise(worst.rest, w.rest);
    raise(worst.contact, w.contact);
    raise(worst.swap, w.swap);
  }
  const double share = static_cast<double>(overlapping) / count;
  std::printf(
      "seed %llu, %d pairs, %.0f %% overlap; worst: verdict %.1e, distance %.1e, witness %.1e, span %.1e, "
      "rest %.1e, contact %.1e, swap %.1e\n",
      static_cast<unsigned long long>(seed), count, 100.0 * share, worst.verdict, worst.distance, worst.witness,
      worst.span, worst.rest, worst.contact, worst.swap);
  EXPECT_GE(share, 0.3);
  EXPECT_LE(share, 0.7);
}

INSTANTIATE_TEST_SUITE_P(Kinds, BoxBoxAgainstOracle, testing::Range(0, k_box_pair_kind_count),
                         [](const testing::TestParamInfo<int>& kind) {
                           return name_of(static_cast<BoxPairKind>(kind.param));
                         });

}  // namespace
}  // namespace hyperplane::test
