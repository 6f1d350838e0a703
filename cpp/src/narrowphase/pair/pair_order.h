#pragma once

#include <hyperplane/pair.h>

namespace hyperplane {

/// An order of the two shapes of a pair that does not depend on which of them is called A: what is computed in it has
/// the same bits for (A, B) and (B, A). By type, then by size, then by pose.

/// < 0: a comes first. 0: nothing tells the poses apart.
///
/// The direction along which positions are compared is askew, so that stacks and rows do not change their order with
/// every jitter. Differences and products change nothing but their sign when A and B are exchanged.
inline int compare_poses(const Pose& a, const Pose& b) {
  constexpr Vec3 k_askew{0.4472, 0.7236, 0.5257};
  const Vec3& p = a.position;
  const Vec3& q = b.position;
  const double along = k_askew.x * (q.x - p.x) + k_askew.y * (q.y - p.y) + k_askew.z * (q.z - p.z);
  if (along != 0.0) return along > 0.0 ? -1 : 1;
  const double numbers_a[] = {p.x, p.y, p.z, a.rotation.x, a.rotation.y, a.rotation.z, a.rotation.w};
  const double numbers_b[] = {q.x, q.y, q.z, b.rotation.x, b.rotation.y, b.rotation.z, b.rotation.w};
  for (int i = 0; i < 7; ++i) {
    if (numbers_a[i] != numbers_b[i]) return numbers_a[i] < numbers_b[i] ? -1 : 1;
  }
  return 0;
}

/// Lexicographic order of three sizes; as compare_poses.
inline int compare_sizes(const double* a, const double* b) {
  for (int i = 0; i < 3; ++i) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

}  // namespace hyperplane
