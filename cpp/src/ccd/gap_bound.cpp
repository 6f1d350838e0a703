#include "ccd/gap_bound.h"

#include "core/constants.h"

namespace hyperplane {
namespace {

/// Positive root of value + slope h - curvature h^2 / 2. @param value positive. @param curvature not negative.
double falls_to_zero(const GapBound::Sample& at, double curvature) {
  const double root = std::sqrt(at.slope * at.slope + 2.0 * curvature * at.value);
  // Two forms of the same root; use the form without cancellation.
  if (at.slope <= 0.0) return 2.0 * at.value / (root - at.slope);
  return curvature > 0.0 ? (at.slope + root) / curvature : __builtin_huge_val();
}

}  // namespace

double safe_step(GapBound& bound, const GapBound::Sample& start, double end) {
  double low = 0.0;
  GapBound::Sample at_low = start;
  double high = end, at_high = -__builtin_huge_val();
  for (int round = 0; round < k_safe_step_rounds; ++round) {
    // L lies below the parabola through a safe point, so that its zero is not behind the parabola's.
    const double behind = min(low + falls_to_zero(at_low, bound.curvature()), high);
    const double at_behind = bound(behind).value;
    if (at_behind >= 0.0) return behind;
    high = behind;
    at_high = at_behind;
    // And L lies above its chord.
    const double before = low + at_low.value * (high - low) / (at_low.value - at_high);
    if (round + 1 == k_safe_step_rounds || !(before > low)) return before;
    at_low = bound(before);
    low = before;
    if (!(at_low.value > 0.0)) return low;  // straight, but for rounding
  }
  return low;
}

}  // namespace hyperplane
