#pragma once

#include <hyperplane/pair.h>

#include "math/simd.h"
#include "math/vec3.h"
#include "narrowphase/pair/tolerances.h"

/// Quick tests that every ordinary pose passes, and every NaN and infinity fails. A pose that fails is not necessarily
/// invalid; check_pose then decides. One pose without a branch, and two by SIMD, with the same window.

namespace hyperplane {

inline bool is_plainly_valid(const Pose& pose) {
  const Vec3& p = pose.position;
  const Quat& q = pose.rotation;
  const double reach = std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z);
  const double sum = (std::fabs(q.x) + std::fabs(q.z)) + (std::fabs(q.y) + std::fabs(q.w));
  return (reach <= k_max_coordinate) & (k_plain_rotation_min <= sum) & (sum <= k_plain_rotation_max);
}

static_assert(sizeof(Pose) == 7 * sizeof(double));

/// @param poses two poses.
inline bool are_plainly_valid(const Pose* poses) {
  const double* const a = &poses[0].position.x;
  const double* const b = &poses[1].position.x;
  const F64x2 reaches = pair_sums(abs(load(a)), abs(load(b))) + pair_sums(abs(load_one(a + 2)), abs(load_one(b + 2)));
  const F64x2 sums = pair_sums(abs(load(a + 3)) + abs(load(a + 5)), abs(load(b + 3)) + abs(load(b + 5)));
  return all((reaches <= splat(k_max_coordinate)) & (splat(k_plain_rotation_min) <= sums) &
             (sums <= splat(k_plain_rotation_max)));
}

}  // namespace hyperplane
