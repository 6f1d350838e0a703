#pragma once

#include "ccd/moving_body.h"

namespace hyperplane {

/// A common point of two bodies that overlap at time 0, relative to the origin of their motions.
///
/// In a deep overlap the witness points of the depth are far apart, and their midpoint may lie outside either body. GJK
/// ends with points a_i of A, b_i of B and weights w_i for which the sum of w_i (b_i - a_i) is zero: the sum of
/// w_i a_i, a point of A, equals the sum of w_i b_i, a point of B.
///
/// @param preferred midpoint of the witness points, returned if it lies in both.
Vec3 shared_point(const MovingBody& a, const MovingBody& b, const Vec3& preferred);

}  // namespace hyperplane
