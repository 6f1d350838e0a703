#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include <hyperplane/batch.h>
#include <hyperplane/geometry.h>
#include <hyperplane/mover.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>

#include "../fault.h"

/// Arguments and results that do not fit into a call's numbers: one block of memory of fixed layout at a fixed address.
/// JavaScript learns where its members are by border.cpp and border_numbers.h.

namespace hyperplane::bindings {

/// Pairs of a batch in one call. Their poses take 28 KB: they are still in the first-level cache when the core reads
/// what JavaScript has written.
inline constexpr std::uint32_t k_block_pairs = 256;

/// Rays in one call, in the place of the block's poses: 24 KB.
inline constexpr std::uint32_t k_block_rays = 512;

struct Records {
  Fault fault;
  Report report;
  std::uint32_t padding[2] = {};
  /// Poses of A and B, or of one shape. Sweeps: A from, A to, B from, B to.
  Pose poses[4];
  /// Points and directions, in the order of the call's parameters.
  Vec3 vectors[2];
  /// Results, one of each kind.
  ContactManifold contact;
  Distance distance;
  RayHit ray;
  ClosestPoint closest;
  /// Of calls whose results are only numbers.
  Vec3 results[8];
  /// Batches: shape numbers and poses in, results out.
  std::uint32_t block_shapes[2 * k_block_pairs] = {};
  Pose block_poses[2 * k_block_pairs];
  BatchAnswer block_answers[k_block_pairs];
  std::uint8_t block_verdicts[k_block_pairs] = {};
  Impact impact;
  MoverResult mover;
};

static_assert(std::is_standard_layout_v<Records> && std::is_trivially_copyable_v<Records>);
static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Pose) == 7 * sizeof(double), "JavaScript writes 7 numbers");
static_assert(offsetof(Pose, rotation) == 3 * sizeof(double));
static_assert(sizeof(ContactPoint) == 8 * sizeof(double) && offsetof(ContactPoint, id) == 7 * sizeof(double));
static_assert(offsetof(MoverHit, point) == sizeof(double) && offsetof(MoverHit, normal) == 4 * sizeof(double));
static_assert(sizeof(Distance) == 12 * sizeof(double));
static_assert(std::size_t{6} * k_block_rays * sizeof(double) <= sizeof(Records::block_poses));
static_assert(std::size_t{2} * k_block_rays * sizeof(double) <= sizeof(Records::block_answers));
static_assert(sizeof(BatchAnswer) == 4 * sizeof(double), "four numbers a pair");

// Bytes rather than a Records, whose non-zero default values would add 30 KB to the .wasm file. Every record is written
// before it is read.
extern unsigned char record_bytes[sizeof(Records)];

/// The block of records.
inline Records& records() { return *std::launder(reinterpret_cast<Records*>(record_bytes)); }

}  // namespace hyperplane::bindings
