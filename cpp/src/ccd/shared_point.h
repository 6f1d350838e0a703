#pragma once

#include "ccd/moving_body.h"

namespace hyperplane {

/// A point of both bodies, which overlap at time 0, relative to the origin of their motions.
///
/// The witness points of the depth are far from each other where the overlap is deep, and the middle between them may
/// lie outside of either. GJK has a better one: it ends with points a_i of A and b_i of B and weights for which the sum
/// of w_i (b_i - a_i) is zero, so that the sum of w_i a_i, which is in A, equals that of w_i b_i, which is in B.
///
/// @param preferred the middle of the witness points; it comes back where it lies in both.
Vec3 shared_point(const MovingBody& a, const MovingBody& b, const Vec3& preferred);

}  // namespace hyperplane
