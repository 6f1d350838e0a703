#pragma once

#include <cstdint>

namespace hyperplane {

/// What the separating axes of a pair tell; `unsure` within the tolerance of touches, and where they may not be all.
enum class AxesVerdict : std::uint8_t { apart, overlapping, unsure };

}  // namespace hyperplane
