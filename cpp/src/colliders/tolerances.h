#pragma once

/// Tolerances of the rows of colliders, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Distance from the world's local origin to the middle of its colliders, in collider sizes, beyond which the origin
/// moves: there a 32-bit coordinate has a step of a ten-thousandth of the size.
inline constexpr double k_origin_sizes = 1024.0;

}  // namespace hyperplane
