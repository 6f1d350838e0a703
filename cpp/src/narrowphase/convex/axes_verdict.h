#pragma once

#include <cstdint>

#include "narrowphase/convex/minimize_depth.h"

namespace hyperplane {

/// What the separating axes of a pair tell; `unsure` within the tolerance of touches, and where they may not be all.
enum class AxesVerdict : std::uint8_t { apart, overlapping, unsure };

struct PairAxes {
  AxesVerdict verdict = AxesVerdict::unsure;
  /// If they overlap: the least overlap; from A to B.
  DirectionalDepth least{{}, __builtin_huge_val()};
};

}  // namespace hyperplane
