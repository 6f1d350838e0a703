#pragma once

/// Tolerances of characters.

namespace hyperplane {

/// m/s: rounding of a momentum that follows the ground. What rises faster than the ground leaves it.
inline constexpr double k_least_leap = 1e-6;

/// Share of a ride by which the motion of what moves along may differ from it: nearer to it than to rest.
inline constexpr double k_moves_along = 0.5;

/// How far the squared length of an up direction may be from 1.
inline constexpr double k_up_slack = 1e-6;

}  // namespace hyperplane
