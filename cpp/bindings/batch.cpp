#include <emscripten/bind.h>

#include <hyperplane/pair.h>

#include "call.h"

/// Blocks of pairs: shapes and poses in the records, answers as well. All is checked before anything is answered.

namespace hyperplane::bindings {
namespace {

/// The shapes of the block's pairs, A and B in turn.
const Shape* block[2 * k_block_pairs];

bool accept_block(std::uint32_t count) {
  const Records& r = records();
  if (count > k_block_pairs) {
    report_fault(Status::invalid_argument, Argument::none, "a block has fewer pairs");
    return false;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    block[2 * i] = accept_shape(r.block_shapes[2 * i], Argument::shape_a, i);
    if (block[2 * i] == nullptr) return false;
    block[2 * i + 1] = accept_shape(r.block_shapes[2 * i + 1], Argument::shape_b, i);
    if (block[2 * i + 1] == nullptr) return false;
    if (!accept_pose(r.block_poses[2 * i], Argument::pose_a, i)) return false;
    if (!accept_pose(r.block_poses[2 * i + 1], Argument::pose_b, i)) return false;
  }
  return true;
}

void answer(std::uint32_t pair, const Vec3& normal, double amount) {
  double* out = records().block_answers + 4 * pair;
  out[0] = normal.x;
  out[1] = normal.y;
  out[2] = normal.z;
  out[3] = amount;
}

/// @return 0, or k_fault. One byte a pair.
std::uint32_t intersects_batch(std::uint32_t count) {
  if (!accept_block(count)) return k_fault;
  Records& r = records();
  for (std::uint32_t i = 0; i < count; ++i) {
    r.block_verdicts[i] =
        intersects(*block[2 * i], r.block_poses[2 * i], *block[2 * i + 1], r.block_poses[2 * i + 1]) ? 1 : 0;
  }
  return 0;
}

/// @return 0, or k_fault. Normal and signed distance.
std::uint32_t distance_batch(std::uint32_t count) {
  if (!accept_block(count)) return k_fault;
  const Records& r = records();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Distance d = distance(*block[2 * i], r.block_poses[2 * i], *block[2 * i + 1], r.block_poses[2 * i + 1]);
    answer(i, d.normal, d.distance);
  }
  return 0;
}

/// @return 0, or k_fault. Normal and depth, zeros where the shapes are apart.
std::uint32_t mtv_batch(std::uint32_t count) {
  if (!accept_block(count)) return k_fault;
  const Records& r = records();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Penetration p = penetration(*block[2 * i], r.block_poses[2 * i], *block[2 * i + 1], r.block_poses[2 * i + 1]);
    answer(i, p.normal, p.depth);
  }
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_batch) {
  emscripten::function("intersectsBatch", &intersects_batch);
  emscripten::function("distanceBatch", &distance_batch);
  emscripten::function("mtvBatch", &mtv_batch);
}

}  // namespace hyperplane::bindings
