#pragma once

/// Tolerances of the public functions of pairs, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Range of the sum of the magnitudes of a quaternion's components within which it is certainly finite and not zero.
/// Outside this range the components are checked one by one.
inline constexpr double k_plain_rotation_min = 1e-300;
inline constexpr double k_plain_rotation_max = 1e300;

}  // namespace hyperplane
