#include <algorithm>
#include <cstdint>
#include <span>

#include "address.h"
#include "batch.h"
#include "bind_call.h"
#include "call.h"
#include "core/buffer.h"
#include "core/memory.h"
#include "numbered_slots.h"
#include "report.h"

/// Prepared pairs: batches whose shapes are looked up once, and whose poses and answers stay in the core's memory,
/// where JavaScript writes and reads them. A call copies nothing.

namespace hyperplane::bindings {
namespace {

struct PreparedPairs {
  /// Numbers of the shapes in the shape store, which the pairs hold.
  Buffer<std::uint32_t> held;
  Buffer<Shape> shapes;
  /// A and B of each pair, in `shapes`.
  Buffer<const Shape*> sides;
  Buffer<Pose> poses;
  Buffer<BatchAnswer> answers;
  Buffer<std::uint8_t> verdicts;

  /// Room for everything; all poses are the identity. @return false if memory runs out.
  bool make_room(std::size_t shape_count, std::size_t pair_count) {
    return held.reserve_exactly(shape_count) && shapes.reserve_exactly(shape_count) &&
           sides.reserve_exactly(2 * pair_count) && poses.resize(2 * pair_count, {}) &&
           answers.resize(pair_count, {}) && verdicts.resize(pair_count, 0);
  }
  void let_go_of_shapes() {
    for (const std::uint32_t number : held) shape_store.release(number);
    held.release();
    shapes.release();
    sides.release();
  }
};

constinit NumberedSlots<PreparedPairs*> prepared_pairs;

void destroy(PreparedPairs* pairs) {
  if (pairs != nullptr) pairs->let_go_of_shapes();
  destroy_object(pairs);
}

/// Prepares the pairs of the report: the number of each shape in doubles, then two indices a pair in 32 bits each.
/// @return their number, or 0 with the fault record filled; its item is a shape's index, or a pair's.
std::uint32_t create_prepared_pairs(std::uint32_t pair_count) {
  const std::span<const double> numbers = report_numbers().first(report_numbers().size() - pair_count);
  const std::span<const std::uint32_t> indices(reinterpret_cast<const std::uint32_t*>(numbers.data() + numbers.size()),
                                               2 * std::size_t{pair_count});
  const auto no_memory = [] {
    report_fault(Status::out_of_memory, Argument::none, "no memory for the pairs");
    return 0;
  };
  auto* const made = make_object<PreparedPairs>();
  if (made == nullptr || !made->make_room(numbers.size(), pair_count)) {
    destroy(made);
    return no_memory();
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(numbers[i]);
    const Shape* const shape = accept_shape(number, Argument::shape_a, static_cast<std::uint32_t>(i));
    if (shape == nullptr) {
      destroy(made);
      return 0;
    }
    shape_store.hold(number);
    made->held.push_unchecked(number);
    made->shapes.push_unchecked(*shape);
  }
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= numbers.size()) {
      report_fault(Status::invalid_argument, Argument::value, "no shape has this index",
                   static_cast<std::uint32_t>(i / 2));
      destroy(made);
      return 0;
    }
    made->sides.push_unchecked(&made->shapes[indices[i]]);
  }
  const Result<std::uint32_t> added = prepared_pairs.insert(made);
  if (!added.ok()) destroy(made);
  return number_or_fault(added);
}

void release_prepared_pairs(std::uint32_t number) {
  PreparedPairs* const* const found = prepared_pairs.find(number);
  if (found == nullptr) return;
  PreparedPairs* const pairs = *found;
  prepared_pairs.remove(number);
  destroy(pairs);
}

/// What stays is what JavaScript may still have views of. Nothing but `release_prepared_pairs` may follow.
void empty_prepared_pairs(std::uint32_t number) {
  if (PreparedPairs* const* const found = prepared_pairs.find(number)) (*found)->let_go_of_shapes();
}

PreparedPairs* accept(std::uint32_t number) {
  PreparedPairs* const* const found = prepared_pairs.find(number);
  if (found != nullptr) return *found;
  report_fault(Status::stale_handle, Argument::none, "not live pairs");
  return nullptr;
}

/// Writes the addresses of poses, verdicts and answers to vector 0. @return 0, or k_fault.
std::uint32_t describe_prepared_pairs(std::uint32_t number) {
  const PreparedPairs* const pairs = accept(number);
  if (pairs == nullptr) return k_fault;
  records().vectors[0] = {static_cast<double>(address_of(pairs->poses.span())),
                          static_cast<double>(address_of(pairs->verdicts.span())),
                          static_cast<double>(address_of(pairs->answers.span()))};
  return 0;
}

/// @return the pairs, or null with the fault record filled, for a wrong pose, too.
PreparedPairs* accept_with_poses(std::uint32_t number) {
  PreparedPairs* const pairs = accept(number);
  return pairs != nullptr && accept_poses_of_pairs(pairs->poses.span()) ? pairs : nullptr;
}

/// @return 0, or k_fault. One byte a pair.
std::uint32_t prepared_intersects(std::uint32_t number) {
  PreparedPairs* const pairs = accept_with_poses(number);
  if (pairs == nullptr) return k_fault;
  intersects_batch(pairs->sides.span(), pairs->poses.span(), pairs->verdicts.span());
  return 0;
}

template <class Batch>
std::uint32_t answer_prepared(std::uint32_t number, const Batch& batch) {
  PreparedPairs* const pairs = accept_with_poses(number);
  if (pairs == nullptr) return k_fault;
  batch(pairs->sides.span(), pairs->poses.span(), pairs->answers.span());
  drop_signs_of_zeros(pairs->answers.span());
  return 0;
}

/// @return 0, or k_fault. Normal and signed distance.
std::uint32_t prepared_distances(std::uint32_t number) { return answer_prepared(number, distance_batch); }

/// @return 0, or k_fault. Normal and depth; zeros for separated pairs.
std::uint32_t prepared_mtvs(std::uint32_t number) { return answer_prepared(number, penetration_batch); }

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_prepared_pairs) {
  bind_call("createPreparedPairs", &create_prepared_pairs);
  bind_call("releasePreparedPairs", &release_prepared_pairs);
  bind_call("emptyPreparedPairs", &empty_prepared_pairs);
  bind_call("describePreparedPairs", &describe_prepared_pairs);
  bind_call("preparedIntersects", &prepared_intersects);
  bind_call("preparedDistances", &prepared_distances);
  bind_call("preparedMtvs", &prepared_mtvs);
}

}  // namespace hyperplane::bindings
