#include "ccd/gap_bound.h"

#include "core/constants.h"

namespace hyperplane {

double safe_step(GapBound& bound, double gap, double end) {
  double low = 0.0, at_low = gap;
  double high = end, at_high = bound(end);
  if (at_high > 0.0) return end;
  for (int round = 0; round < k_safe_step_rounds; ++round) {
    // L is concave: the chord's zero lies before that of L, and the chord through two safe points meets zero behind it.
    const double chord = low + at_low * (high - low) / (at_low - at_high);
    const double at_chord = bound(chord);
    if (!(at_chord > 0.0)) return chord;  // straight, but for rounding
    const double slope = (at_chord - at_low) / (chord - low);
    const double beyond = slope < 0.0 ? chord - at_chord / slope : high;
    low = chord;
    at_low = at_chord;
    if (beyond < high) {
      const double at_beyond = bound(beyond);
      if (at_beyond > 0.0) return beyond;
      high = beyond;
      at_high = at_beyond;
    }
  }
  return low;
}

}  // namespace hyperplane
