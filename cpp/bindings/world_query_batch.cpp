#include <algorithm>
#include <limits>

#include "bind_call.h"
#include "call.h"
#include "core/buffer.h"
#include "query_answers.h"
#include "world_store.h"

/// Batches of queries on a world. JavaScript writes up to k_block_pairs of them to `block_poses`; the report has the
/// answers, each as the single query gives it.

namespace hyperplane::bindings {
namespace {

constinit Buffer<std::uint32_t> overlapping;

/// @return whether the block's poses are valid; if not, the fault record names the query. @param poses of each query
bool accept_block(std::uint32_t count, std::uint32_t poses) {
  for (std::uint32_t i = 0; i < count * poses; ++i) {
    if (!accept_pose(records().block_poses[i], Argument::pose_a, i / poses)) return false;
  }
  return true;
}

bool is_found(const WorldImpact& impact) { return impact.hit; }
template <class Answer>
bool is_found(const Answer& answer) {
  return answer.found;
}

/// Reports the answers to `count` queries, of `numbers` each. @param ask the answer to one. @return 0, or k_fault.
template <class Ask>
std::uint32_t report_each(std::uint32_t count, std::size_t numbers, const Ask& ask) {
  double* out = make_report(numbers * count).data();
  if (out == nullptr) return k_fault;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto answer = ask(i);
    if (!is_found(answer)) answer.row = k_no_row;
    out = put_answer(out, answer);
  }
  return 0;
}

/// Casts a shape `count` times, each from a pose to the next. @return 0, or k_fault.
std::uint32_t cast_shapes(std::uint32_t world, std::uint32_t shape_number, std::uint32_t count, double max_distance,
                          std::uint32_t mask, bool sensors) {
  BoundWorld* const bound = accept_world(world);
  const Shape* const shape = bound == nullptr ? nullptr : accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr || count > k_block_pairs || !accept_block(count, 2)) return k_fault;
  const Pose* const poses = records().block_poses;
  const QueryOptions options = query_options(max_distance, mask, sensors);
  return report_each(count, k_impact_numbers, [&](std::uint32_t i) {
    return bound->world->cast_shape(*shape, {poses[2 * i], poses[2 * i + 1]}, options);
  });
}

/// Finds the colliders that intersect a shape at each of `count` poses. The report has their numbers, then their rows.
/// @return 0, or k_fault.
std::uint32_t find_overlappings(std::uint32_t world, std::uint32_t shape_number, std::uint32_t count,
                                std::uint32_t mask, bool sensors) {
  BoundWorld* const bound = accept_world(world);
  const Shape* const shape = bound == nullptr ? nullptr : accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr || count > k_block_pairs || !accept_block(count, 1)) return k_fault;
  double counts[k_block_pairs];
  overlapping.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto rows = bound->world->overlap(*shape, records().block_poses[i],
                                            query_options(std::numeric_limits<double>::infinity(), mask, sensors));
    if (!rows.ok()) return report_fault(rows.status, Argument::none, rows.message);
    counts[i] = static_cast<double>(rows.value.size());
    for (const std::uint32_t row : rows.value) {
      if (!overlapping.push(row))
        return report_fault(Status::out_of_memory, Argument::none, "no memory for the answers");
    }
  }
  double* const out = make_report(count + overlapping.size()).data();
  if (out == nullptr) return k_fault;
  std::copy(overlapping.begin(), overlapping.end(), std::copy(counts, counts + count, out));
  return 0;
}

/// The closest point to each of `count` points. @return 0, or k_fault.
std::uint32_t find_closests(std::uint32_t world, std::uint32_t count, double max_distance, std::uint32_t mask,
                            bool sensors) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr || count > k_block_pairs) return k_fault;
  const auto* const points = reinterpret_cast<const Vector*>(records().block_poses);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!accept_point(points[i], i)) return k_fault;
  }
  const QueryOptions options = query_options(max_distance, mask, sensors);
  return report_each(count, k_surface_numbers,
                     [&](std::uint32_t i) { return bound->world->closest(points[i], options); });
}

/// The nearest collider to a shape at each of `count` poses. @return 0, or k_fault.
std::uint32_t find_nearests(std::uint32_t world, std::uint32_t shape_number, std::uint32_t count, double max_distance,
                            std::uint32_t mask, bool sensors) {
  BoundWorld* const bound = accept_world(world);
  const Shape* const shape = bound == nullptr ? nullptr : accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr || count > k_block_pairs || !accept_block(count, 1)) return k_fault;
  const QueryOptions options = query_options(max_distance, mask, sensors);
  return report_each(count, k_distance_numbers,
                     [&](std::uint32_t i) { return bound->world->nearest(*shape, records().block_poses[i], options); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_world_query_batch) {
  bind_call("castShapes", &cast_shapes);
  bind_call("findOverlappings", &find_overlappings);
  bind_call("findClosests", &find_closests);
  bind_call("findNearests", &find_nearests);
}

}  // namespace hyperplane::bindings
