#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include <hyperplane/plane.h>
#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>

#include "../fault.h"

/// The module hyperplane-2d: arguments and results that do not fit into a call's numbers, at a fixed address.

namespace hyperplane::bindings {

/// Pairs of a batch in one call.
inline constexpr std::uint32_t k_block_pairs = 256;
/// Rays in one call, in the place of the block's poses: 4 numbers each.
inline constexpr std::uint32_t k_block_rays = 256;

struct Records {
  Fault fault;
  Report report;
  /// Poses of A and B, or of one shape. Sweeps: A from, A to, B from, B to.
  plane::Pose poses[4];
  /// Points and directions, in the order of the call's parameters.
  plane::Vec2 vectors[2];
  /// Results, in the order that each call states.
  double results[16];
  /// Parts of A and B that the results are about; -1: the shape has none. One shape is A.
  std::int32_t parts[2];
  /// Batches: places of shapes among those of the batch and poses in, answers out.
  std::uint32_t block_shapes[2 * k_block_pairs];
  plane::Pose block_poses[2 * k_block_pairs];
  plane::PairAnswer block_answers[k_block_pairs];
  std::uint8_t block_verdicts[k_block_pairs];
};
static_assert(sizeof(plane::Pose) == 3 * sizeof(double), "JavaScript writes three numbers");
static_assert(std::size_t{4} * k_block_rays * sizeof(double) <= sizeof(Records::block_poses));
static_assert(std::size_t{2} * k_block_rays * sizeof(double) <= sizeof(Records::block_answers));
static_assert(sizeof(plane::PairAnswer) == 3 * sizeof(double), "three numbers a pair");

// Bytes, which are zero without default values.
extern unsigned char record_bytes[sizeof(Records)];
inline Records& records() { return *std::launder(reinterpret_cast<Records*>(record_bytes)); }

}  // namespace hyperplane::bindings
