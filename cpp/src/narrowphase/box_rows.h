#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/pair.h>

/// Pairs of boxes whose poses stand in rows of arrays, as a world keeps them: four at a time through the 32-bit filter
/// (box_filter.h), what it leaves open through the 64-bit code. The answers have the bits of `intersects` and `collide`
/// for a box of that size at that pose.

namespace hyperplane {

/// What is known of a box by its row. The rotations are quaternions of any length but zero.
struct BoxRows {
  const double* positions;   // x, y, z of each row
  const float* rotations;    // x, y, z, w
  const double* half_sizes;  // x, y, z
};

struct BoxContact {
  /// Which of the pairs.
  std::uint32_t pair;
  ContactManifold manifold;
};

/// @param pairs rows of A and B, in turn.
/// @param contacts room for one a pair; the pairs that touch are written to its front, in their order.
/// @return how many touch.
std::size_t collide_box_rows(const BoxRows& rows, std::span<const std::uint32_t> pairs, std::span<BoxContact> contacts);

/// @param touching room for one a pair; the numbers of the pairs that touch are written to its front, in order.
/// @return how many touch.
std::size_t intersect_box_rows(const BoxRows& rows, std::span<const std::uint32_t> pairs,
                               std::span<std::uint32_t> touching);

}  // namespace hyperplane
