#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "bind_call.h"
#include "call.h"
#include "query_rows.h"
#include "world_store.h"

/// Characters, and many bodies in one call. A character is its state, an array of numbers that JavaScript keeps: it is
/// written to the record before each step and read from there after it.

namespace hyperplane::bindings {
namespace {

/// Bits of a step's flags.
enum StepFlag : std::uint32_t { k_flies = 1, k_horizontal_speed = 2, k_sensors = 4, k_notes = 8 };

/// Bodies in one call.
constexpr std::uint32_t k_block_bodies = 128;

/// Doubles only; web/src/world/base_character.ts states the same order.
struct CharacterRecord {
  double skin, max_slope, step_height, snap_distance, min_tread, gravity, dt;
  Vector walk;
  CharacterState state;
  /// After a step.
  double hit_count;
  CharacterHitOf<Vector> hits[k_max_character_hits];
  /// Many bodies: positions in and out, deltas in, answers of the last call in and of this one out.
  Vector positions[k_block_bodies], deltas[k_block_bodies];
  double answers[k_block_bodies];
};
static_assert(std::is_standard_layout_v<CharacterRecord> && std::is_trivially_copyable_v<CharacterRecord>);
static_assert(sizeof(CharacterHitOf<Vector>) == 2 * sizeof(double) + 2 * sizeof(Vector));

CharacterRecord record;

/// @return the address of the record, which is fixed.
std::uint32_t character_record_address() { return address_of(&record); }

MoverOptions options_of_move(const Vector& up, std::uint32_t mask, bool sensors, bool notes) {
  return {up,   record.skin, record.max_slope,   record.step_height, record.snap_distance, record.min_tread,
          mask, sensors,     begin_moving(notes)};
}

/// @return the length of the report, which is that of the rows that a move tested, or k_fault.
std::uint32_t report_tested() {
  if (!tested_rows.is_complete()) {
    return report_fault(Status::out_of_memory, Argument::none, "no memory for the rows that a move tested");
  }
  if (tested_rows.size() == 0) return 0;
  const std::span<double> report = make_report(tested_rows.size());
  if (report.empty()) return k_fault;
  std::copy(tested_rows.begin(), tested_rows.end(), report.begin());
  return static_cast<std::uint32_t>(tested_rows.size());
}

/// @param own_row of the collider that stands for the character. @param flags StepFlag bits.
/// @return the number of the rows that the step tested, which are in the report, if it notes them, with the record's
/// state and hits replaced; or k_fault.
std::uint32_t step(std::uint32_t world, std::uint32_t shape_number, std::uint32_t own_row, std::uint32_t mask,
                   std::uint32_t flags) {
  BoundWorld* const bound = accept_world(world);
  const Shape* const shape = bound == nullptr ? nullptr : accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr) return k_fault;
  const bool notes = (flags & k_notes) != 0;
  CharacterOptions options{options_of_move({}, mask, (flags & k_sensors) != 0, notes), record.gravity,
                           (flags & k_horizontal_speed) != 0};
  options.mover.own_row = own_row;
  const Result<CharacterHits> met = step_character(*bound->world, with_chosen_kinds(*shape), options, record.state,
                                                   record.dt, record.walk, (flags & k_flies) != 0);
  if (!met.ok()) return report_fault(met.status, Argument::value, met.message);
  record.hit_count = met.value.count;
  for (int i = 0; i < met.value.count; ++i) record.hits[i] = met.value.hits[i];
  return notes ? report_tested() : 0;
}

/// Moves bodies of one shape, each by itself, turned as pose 0 and with vector 1 as up.
/// @return as `step`, with the positions replaced, and in `answers` the k_move_... bits of each.
std::uint32_t move_bodies(std::uint32_t world, std::uint32_t shape_number, std::uint32_t count, std::uint32_t mask,
                          bool sensors, bool notes) {
  BoundWorld* const bound = accept_world(world);
  const Shape* const shape =
      bound == nullptr || count > k_block_bodies ? nullptr : accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr) return k_fault;
  MoverOptions options = options_of_move(records().vectors[1], mask, sensors, notes);
  const Shape body = with_chosen_kinds(*shape);
  Pose pose = records().poses[0];
  for (std::uint32_t i = 0; i < count; ++i) {
    pose.position = record.positions[i];
    options.was_crushed = (static_cast<std::uint32_t>(record.answers[i]) & k_move_crushed) != 0;
    const Result<MoverResult> moved = bound->world->move_and_slide(body, pose, record.deltas[i], options);
    if (!moved.ok()) return report_fault(moved.status, Argument::value, moved.message, i);
    record.positions[i] = moved.value.position;
    record.answers[i] = (moved.value.grounded ? k_move_grounded : 0) | (moved.value.crushed ? k_move_crushed : 0);
  }
  return notes ? report_tested() : 0;
}

/// Results: how vector 0, a point of a collider, moved between the last two updates. @return 0, or k_fault.
std::uint32_t motion(std::uint32_t world, std::uint32_t row) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr || !accept_point(records().vectors[0])) return k_fault;
  put(results(), motion_at(*bound->world, row, records().vectors[0]));
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_character) {
  bind_call("characterRecord", &character_record_address);
  bind_call("stepCharacter", &step);
  bind_call("moveBodies", &move_bodies);
  bind_call("motionAt", &motion);
}

}  // namespace hyperplane::bindings
