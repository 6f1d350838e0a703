#include "batch.h"

#include "bind_call.h"
#include "call.h"

/// Blocks of pairs: shapes, poses and results are in the records. All input is validated before any result is written.

namespace hyperplane::bindings {

bool accept_poses_of_pairs(std::span<const Pose> poses) {
  const auto bad = static_cast<std::uint32_t>(find_bad_pose(poses));
  if (bad == poses.size()) return true;
  const Result<bool> reason = check_pose(poses[bad]);
  report_fault(reason.status, bad % 2 == 0 ? Argument::pose_a : Argument::pose_b, reason.message, bad / 2);
  return false;
}

void drop_signs_of_zeros(std::span<BatchAnswer> answers) {
  for (BatchAnswer& answer : answers) {
    answer.normal.x += 0.0;
    answer.normal.y += 0.0;
    answer.normal.z += 0.0;
    answer.amount += 0.0;
  }
}

namespace {

struct Block {
  std::span<const Shape* const> shapes;
  std::span<const Pose> poses;
  bool valid = false;
};

/// Shapes of the block's pairs: A and B of each.
const Shape* block_shapes[2 * k_block_pairs];

Block accept_block(std::uint32_t count) {
  const Records& r = records();
  if (count > k_block_pairs) {
    report_fault(Status::invalid_argument, Argument::none, "too many pairs for one block");
    return {};
  }
  for (std::uint32_t i = 0; i < 2 * count; ++i) {
    block_shapes[i] = accept_shape(r.block_shapes[i], i % 2 == 0 ? Argument::shape_a : Argument::shape_b, i / 2);
    if (block_shapes[i] == nullptr) return {};
  }
  const std::span<const Pose> poses(r.block_poses, 2 * count);
  if (!accept_poses_of_pairs(poses)) return {};
  return {{block_shapes, 2 * count}, poses, true};
}

/// @return 0, or k_fault. One byte a pair.
std::uint32_t call_intersects_batch(std::uint32_t count) {
  const Block block = accept_block(count);
  if (!block.valid) return k_fault;
  intersects_batch(block.shapes, block.poses, {records().block_verdicts, count});
  return 0;
}

template <class Batch>
std::uint32_t answer_block(std::uint32_t count, const Batch& batch) {
  const Block block = accept_block(count);
  if (!block.valid) return k_fault;
  const std::span<BatchAnswer> answers(records().block_answers, count);
  batch(block.shapes, block.poses, answers);
  drop_signs_of_zeros(answers);
  return 0;
}

/// @return 0, or k_fault. Normal and signed distance.
std::uint32_t call_distance_batch(std::uint32_t count) { return answer_block(count, distance_batch); }

/// @return 0, or k_fault. Normal and depth; zeros for separated pairs.
std::uint32_t call_mtv_batch(std::uint32_t count) { return answer_block(count, penetration_batch); }

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_batch) {
  bind_call("intersectsBatch", &call_intersects_batch);
  bind_call("distanceBatch", &call_distance_batch);
  bind_call("mtvBatch", &call_mtv_batch);
}

}  // namespace hyperplane::bindings
