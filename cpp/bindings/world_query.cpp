#include <cstring>
#include <limits>

#include "bind_call.h"
#include "call.h"
#include "query_answers.h"
#include "query_rows.h"
#include "world_store.h"

/// Queries on a world. Points and directions are in the records.

namespace hyperplane::bindings {
namespace {

/// Writes answers to the report. @param size numbers of each. @return their number, or k_fault.
template <class Answer>
std::uint32_t report_list(const Result<std::span<const Answer>>& answers, std::size_t size) {
  if (!answers.ok()) return report_fault(answers.status, Argument::none, answers.message);
  if (answers.value.empty()) return 0;
  double* out = make_report(size * answers.value.size()).data();
  if (out == nullptr) return k_fault;
  for (const Answer& answer : answers.value) out = put_answer(out, answer);
  return static_cast<std::uint32_t>(answers.value.size());
}

void clear_excluded() {
  excluded_rows.clear();
  chosen_kinds.reset();
}

/// Chooses the kinds of cells for the next call, until `clear_excluded`: 32 bits each.
void choose_kinds(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d, std::uint32_t e, std::uint32_t f,
                  std::uint32_t g, std::uint32_t h) {
  const auto word = [](std::uint32_t low, std::uint32_t high) { return low | std::uint64_t{high} << 32; };
  chosen_kinds = KindMask{{word(a, b), word(c, d), word(e, f), word(g, h)}};
}

std::uint32_t exclude_row(std::uint32_t row) {
  if (excluded_rows.insert(row)) return 0;
  return report_fault(Status::out_of_memory, Argument::none, "no memory for the colliders that a filter rejected");
}

/// Writes row, distance, point, normal and part of each hit to the report. @return the number of hits, or k_fault.
std::uint32_t cast_ray_through(std::uint32_t world, double max_distance, std::uint32_t mask, bool sensors, bool solid) {
  BoundWorld* const bound = accept_world(world);
  const Vector* const ray = records().vectors;
  if (bound == nullptr || !accept_ray(ray[0], ray[1])) return k_fault;
  return report_list(bound->world->raycast_all(ray[0], ray[1], query_options(max_distance, mask, sensors, solid)),
                     k_surface_numbers);
}

/// Reads origins and directions from `block_poses`; writes `count` distances to `block_answers`, `count` rows from
/// index k_block_rays on, and over the rays the part of each hit. @return 0, or k_fault with the ray's index as item.
std::uint32_t cast_rays(std::uint32_t world, std::uint32_t count, double max_distance, std::uint32_t mask, bool sensors,
                        bool solid) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr || count > k_block_rays) return k_fault;
  auto* const rays = reinterpret_cast<Vector*>(records().block_poses);
  auto* const answers = reinterpret_cast<double*>(records().block_answers);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!accept_ray(rays[2 * i], rays[2 * i + 1], i)) return k_fault;
  }
  static std::int32_t rows[k_block_rays];
  static Part parts[k_block_rays];
  bound->world->raycast_batch({&rays[0].x, 2 * k_axes * count}, {answers, count}, {rows, count},
                              query_options(max_distance, mask, sensors, solid), {parts, count});
  for (std::uint32_t i = 0; i < count; ++i) answers[k_block_rays + i] = rows[i];
  std::memcpy(records().block_poses, parts, count * sizeof(Part));
  return 0;
}

/// Finds colliders that intersect a shape at pose 0. @return their number, with their rows in the report, or k_fault.
std::uint32_t find_overlapping(std::uint32_t world, std::uint32_t shape_number, std::uint32_t mask, bool sensors) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Shape* const shape = accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr || !accept_pose(records().poses[0], Argument::pose_a)) return k_fault;
  const auto rows = bound->world->overlap(*shape, records().poses[0],
                                          query_options(std::numeric_limits<double>::infinity(), mask, sensors));
  if (!rows.ok()) return report_fault(rows.status, Argument::none, rows.message);
  if (rows.value.empty()) return 0;
  const std::span<double> report = make_report(rows.value.size());
  if (report.empty()) return k_fault;
  for (std::size_t i = 0; i < report.size(); ++i) report[i] = rows.value[i];
  return static_cast<std::uint32_t>(report.size());
}

/// Casts a shape from pose 0 to pose 1. @return the row, with the impact kept, or k_no_row, or k_fault.
std::uint32_t cast_shape(std::uint32_t world, std::uint32_t shape_number, double max_distance, std::uint32_t mask,
                         bool sensors) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Shape* const shape = accept_shape(shape_number, Argument::shape_a);
  const Sweep sweep{records().poses[0], records().poses[1]};
  if (shape == nullptr || !accept_pose(sweep.from, Argument::pose_a) || !accept_pose(sweep.to, Argument::pose_a)) {
    return k_fault;
  }
  const WorldImpact found = bound->world->cast_shape(*shape, sweep, query_options(max_distance, mask, sensors));
  if (!found.hit) return k_no_row;
  keep(found);
  return found.row;
}

/// Casts a shape from pose 0 to pose 1. The report has row, impact of each collider that it meets, in order of time.
/// @return their number, or k_fault.
std::uint32_t cast_shape_through(std::uint32_t world, std::uint32_t shape_number, double max_distance,
                                 std::uint32_t mask, bool sensors) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Shape* const shape = accept_shape(shape_number, Argument::shape_a);
  const Sweep sweep{records().poses[0], records().poses[1]};
  if (shape == nullptr || !accept_pose(sweep.from, Argument::pose_a) || !accept_pose(sweep.to, Argument::pose_a)) {
    return k_fault;
  }
  return report_list(bound->world->cast_shape_all(*shape, sweep, query_options(max_distance, mask, sensors)),
                     k_impact_numbers);
}

/// Finds the nearest collider to a shape at pose 0. @param all or all within the distance, nearest first. The report
/// has row and distance of each. @return their number, or k_fault.
std::uint32_t find_near(std::uint32_t world, std::uint32_t shape_number, double max_distance, std::uint32_t mask,
                        bool sensors, bool all) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Shape* const shape = accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr || !accept_pose(records().poses[0], Argument::pose_a)) return k_fault;
  const QueryOptions options = query_options(max_distance, mask, sensors);
  if (all) return report_list(bound->world->nearest_all(*shape, records().poses[0], options), k_distance_numbers);
  const WorldDistance nearest = bound->world->nearest(*shape, records().poses[0], options);
  return report_list(Result<std::span<const WorldDistance>>{Status::ok, {&nearest, nearest.found ? 1u : 0u}, ""},
                     k_distance_numbers);
}

/// @return the row, with the closest point kept, or k_no_row, or k_fault.
std::uint32_t find_closest(std::uint32_t world, double max_distance, std::uint32_t mask, bool sensors) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr || !accept_point(records().vectors[0])) return k_fault;
  const QueryOptions options = query_options(max_distance, mask, sensors);
  const WorldClosestPoint closest = bound->world->closest(records().vectors[0], options);
  if (!closest.found) return k_no_row;
  keep(closest);
  return closest.row;
}

/// Moves a body from pose 0 by vector 0, with vector 1 as up. The result is kept, with the rows that
/// the move tested if it notes them. @param flags k_move_... bits.
/// @return whether the body ends on ground and is crushed, as bits, or k_fault.
std::uint32_t move_and_slide(std::uint32_t world, std::uint32_t shape_number, double skin, double max_slope,
                             double step_height, double snap_distance, double min_tread, std::uint32_t mask,
                             std::uint32_t flags) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Shape* const shape = accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr) return k_fault;
  const bool notes = (flags & k_move_notes) != 0;
  MoverOptions options{records().vectors[1], skin,      max_slope, step_height,
                       snap_distance,        min_tread, mask,      (flags & k_move_sensors) != 0,
                       begin_moving(notes)};
  options.was_crushed = (flags & k_move_crushed) != 0;
  const auto moved =
      bound->world->move_and_slide(with_chosen_kinds(*shape), records().poses[0], records().vectors[0], options);
  if (!moved.ok()) return report_fault(moved.status, Argument::value, moved.message);
  if (!tested_rows.is_complete()) {
    return report_fault(Status::out_of_memory, Argument::none, "no memory for the rows that a move tested");
  }
  if (!keep(moved.value, {tested_rows.begin(), tested_rows.size()}, notes)) return k_fault;
  return (moved.value.grounded ? k_move_grounded : 0) | (moved.value.crushed ? k_move_crushed : 0);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_world_query) {
  bind_call("clearExcluded", &clear_excluded);
  bind_call("excludeRow", &exclude_row);
  bind_call("chooseKinds", &choose_kinds);
  bind_call("castRayThrough", &cast_ray_through);
  bind_call("castRays", &cast_rays);
  bind_call("castShape", &cast_shape);
  bind_call("castShapeThrough", &cast_shape_through);
  bind_call("findOverlapping", &find_overlapping);
  bind_call("findClosest", &find_closest);
  bind_call("findNear", &find_near);
  bind_call("moveAndSlide", &move_and_slide);
}

}  // namespace hyperplane::bindings
