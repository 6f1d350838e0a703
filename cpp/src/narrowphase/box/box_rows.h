#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/pair.h>

/// Pairs of boxes whose poses are stored in rows of arrays, as in a world. They pass the 32-bit filter four at a time
/// (box_filter.h); the 64-bit code decides the open pairs. The answers have the bits of `intersects` and `collide` for
/// a box of that size at that pose.

namespace hyperplane {

/// A box in a row. It fills one cache line, so that the two boxes of a pair, at unrelated addresses, cost two.
struct alignas(64) BoxRow {
  double position[3];   // x, y, z
  float rotation[4];    // x, y, z, w: a quaternion of any length but zero
  double half_size[3];  // x, y, z
};

/// @param p x, y, z. @param q x, y, z, w.
inline Pose to_pose(const double* p, const float* q) {
  return {{p[0], p[1], p[2]},
          {static_cast<double>(q[0]), static_cast<double>(q[1]), static_cast<double>(q[2]), static_cast<double>(q[3])}};
}

inline Pose pose_of(const BoxRow& row) { return to_pose(row.position, row.rotation); }

struct BoxContact {
  /// Indices of the pairs.
  std::uint32_t pair;
  ContactManifold manifold;
};

/// @param pairs rows of A and B, in turn.
/// @param contacts room for one per pair; the pairs that touch are written to its front, in their order.
/// @return the number of pairs that touch.
std::size_t collide_box_rows(const BoxRow* rows, std::span<const std::uint32_t> pairs, std::span<BoxContact> contacts);

/// @param touching room for one per pair; the indices of the pairs that touch are written to its front, in order.
/// @return the number of pairs that touch.
std::size_t intersect_box_rows(const BoxRow* rows, std::span<const std::uint32_t> pairs,
                               std::span<std::uint32_t> touching);

}  // namespace hyperplane
