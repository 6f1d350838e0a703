#pragma once

/// Tolerances of orientation in the plane, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Relative error of a determinant of three points: 3 + 16 u, in units of u = 2^-53 (Shewchuk's ccwerrboundA).
inline constexpr double k_plane_orientation_error = 3.3306690738754716e-16;

}  // namespace hyperplane
