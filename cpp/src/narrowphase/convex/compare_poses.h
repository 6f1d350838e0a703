#pragma once

#include <hyperplane/pair.h>

namespace hyperplane {

/// An order of the two shapes of a pair that does not depend on which of them is called A: results computed in it have
/// the same bits for (A, B) and (B, A). Shapes are ordered by type, then by size, then by pose. Each comparison returns
/// < 0 if `a` comes first, 0 if both are equal.

/// Lexicographic order.
inline int compare_numbers(const double* a, const double* b, int count) {
  for (int i = 0; i < count; ++i) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

/// @param a, b three sizes each.
inline int compare_sizes(const double* a, const double* b) { return compare_numbers(a, b, 3); }

/// Positions are compared along an oblique direction, so that jitter does not keep reordering stacks and rows.
/// Exchanging A and B only changes the sign of the differences and products.
inline int compare_poses(const Pose& a, const Pose& b) {
  constexpr Vec3 k_oblique{0.4472, 0.7236, 0.5257};
  const Vec3& p = a.position;
  const Vec3& q = b.position;
  const double along = k_oblique.x * (q.x - p.x) + k_oblique.y * (q.y - p.y) + k_oblique.z * (q.z - p.z);
  if (along != 0.0) return along > 0.0 ? -1 : 1;
  const double numbers_a[] = {p.x, p.y, p.z, a.rotation.x, a.rotation.y, a.rotation.z, a.rotation.w};
  const double numbers_b[] = {q.x, q.y, q.z, b.rotation.x, b.rotation.y, b.rotation.z, b.rotation.w};
  return compare_numbers(numbers_a, numbers_b, 7);
}

}  // namespace hyperplane
