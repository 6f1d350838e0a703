#include <span>

#include "../bind_call.h"
#include "../call.h"
#include "core/buffer.h"
#include "math/simd.h"

/// Batches of pairs: the shapes of all pairs are looked up once, then the pairs follow, a block a call, and name shapes
/// by their index. All of a block is checked before an answer is written.

namespace hyperplane::bindings {
namespace {

/// Of the batch. Valid until a shape is made or released: JavaScript does neither during a batch.
constinit Buffer<const plane::Shape*> batch_shapes;
/// Shapes of the block's pairs: A and B of each.
const plane::Shape* block_shapes[2 * k_block_pairs];

/// Looks up the shapes of a batch, whose numbers are in the list. @return 0, or k_fault; the fault's item is the
/// index.
std::uint32_t take_shapes() {
  const std::span<const double> numbers = report_numbers();
  batch_shapes.clear();
  if (!batch_shapes.reserve(numbers.size())) {
    release_report();
    return report_fault(Status::out_of_memory, Argument::none, "no memory for the shapes of a batch", k_no_item);
  }
  for (const double number : numbers) {
    const plane::Shape* const shape = shape_store.find(static_cast<std::uint32_t>(number));
    if (shape == nullptr) {
      const auto item = static_cast<std::uint32_t>(batch_shapes.size());
      batch_shapes.clear();
      release_report();
      return report_fault(Status::stale_handle, Argument::shape_a, "not a live shape", item);
    }
    batch_shapes.push_unchecked(shape);
  }
  release_report();
  return 0;
}

/// Whether the poses of a pair are valid, A's and B's numbers in turn.
bool are_valid(const double* poses) {
  const F64x2 xy = splat(plane::k_max_position);
  const F64x2 turn_x = lanes_of(plane::k_max_angle, plane::k_max_position);
  const F64x2 y_turn = lanes_of(plane::k_max_position, plane::k_max_angle);
  // NaN fails the comparisons.
  return bits(abs(load(poses)) <= xy & abs(load(poses + 2)) <= turn_x & abs(load(poses + 4)) <= y_turn) == 3;
}

/// Fills `block_shapes`. @return whether all shapes and poses are valid; if not, the fault record names the first.
bool accept_block(std::uint32_t count) {
  const Records& r = records();
  if (count > k_block_pairs) {
    report_fault(Status::invalid_argument, Argument::none, "too many pairs for one block");
    return false;
  }
  const std::size_t shape_count = batch_shapes.size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t a = r.block_shapes[2 * i], b = r.block_shapes[2 * i + 1];
    const plane::Pose* const poses = r.block_poses + 2 * i;
    if (a < shape_count && b < shape_count && are_valid(reinterpret_cast<const double*>(poses))) {
      block_shapes[2 * i] = batch_shapes[a];
      block_shapes[2 * i + 1] = batch_shapes[b];
      continue;
    }
    // The first fault of the pair.
    if (a >= shape_count) {
      report_fault(Status::stale_handle, Argument::shape_a, "not a shape of the batch", i);
    } else if (accept_pose(poses[0], Argument::pose_a, i)) {
      if (b >= shape_count) {
        report_fault(Status::stale_handle, Argument::shape_b, "not a shape of the batch", i);
      } else {
        accept_pose(poses[1], Argument::pose_b, i);
      }
    }
    return false;
  }
  return true;
}

/// @return 0, or k_fault. One byte a pair.
std::uint32_t call_intersects_batch(std::uint32_t count) {
  if (!accept_block(count)) return k_fault;
  Records& r = records();
  plane::intersects_batch({block_shapes, std::size_t{2} * count}, {r.block_poses, std::size_t{2} * count},
                          {r.block_verdicts, count});
  return 0;
}

template <class Batch>
std::uint32_t answer_block(std::uint32_t count, const Batch& batch) {
  if (!accept_block(count)) return k_fault;
  Records& r = records();
  batch(std::span<const plane::Shape* const>(block_shapes, std::size_t{2} * count),
        std::span<const plane::Pose>(r.block_poses, std::size_t{2} * count),
        std::span<plane::PairAnswer>(r.block_answers, count));
  return 0;
}

/// @return 0, or k_fault. Normal and signed distance.
std::uint32_t call_distance_batch(std::uint32_t count) { return answer_block(count, plane::distance_batch); }
/// @return 0, or k_fault. Normal and depth; zeros for shapes that are apart.
std::uint32_t call_mtv_batch(std::uint32_t count) { return answer_block(count, plane::mtv_batch); }

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_plane_batch) {
  bind_call("takeShapes", &take_shapes);
  bind_call("intersectsBatch", &call_intersects_batch);
  bind_call("distanceBatch", &call_distance_batch);
  bind_call("mtvBatch", &call_mtv_batch);
}

}  // namespace hyperplane::bindings
