#include <algorithm>

#include "bind_call.h"
#include "call.h"
#include "change_message.h"
#include "clock.h"
#include "world_store.h"

/// Worlds and their colliders by number. A collider's number is its row; JavaScript objects track which rows are live.

namespace hyperplane::bindings {
namespace {

/// @param broad_phase a BroadPhase. @return the world's number, or 0 with the fault record filled.
std::uint32_t create_world(std::uint32_t broad_phase, std::uint32_t capacity, std::uint32_t max_candidates,
                           std::uint32_t max_contacts, bool measures) {
  WorldOptions options;
  options.broad_phase = static_cast<BroadPhase>(broad_phase);
  options.capacity = capacity;
  options.max_candidates = max_candidates;
  options.max_contacts = max_contacts;
  // Reading the clock makes garbage on the JavaScript side.
  if (measures) options.clock = &hyperplane_now;
  Result<WorldPtr> world = make_world(options);
  if (!world.ok()) {
    report_fault(world.status, Argument::none, world.message);
    return 0;
  }
  Buffer<std::uint32_t> no_shapes;
  return number_or_fault(world_store.add(static_cast<WorldPtr&&>(world.value), no_shapes));
}

void release_world(std::uint32_t world) { world_store.release(world); }

void close_world(std::uint32_t world) { world_store.close(world); }

std::uint32_t world_count() { return world_store.size(); }

/// @return the address of the world's record, or 0.
std::uint32_t world_record(std::uint32_t world) {
  BoundWorld* const bound = accept_world(world);
  return bound == nullptr ? 0 : address_of(&bound->record);
}

ColliderKind kind_of(std::uint32_t flags) {
  return {(flags & k_static) != 0, (flags & k_sensor) != 0, (flags & k_continuous) != 0, (flags & k_disabled) == 0};
}

/// Adds a collider at pose 0, and writes its generation to the results.
/// @param flags RowFlag bits. @param margin valid. @return the row, or k_fault.
std::uint32_t add_collider(std::uint32_t world, std::uint32_t shape_number, std::uint32_t flags, std::uint32_t layer,
                           std::uint32_t mask, double margin) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Shape* const shape = accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr || !accept_pose(records().poses[0], Argument::pose_a)) return k_fault;
  const ColliderKind kind = kind_of(flags);
  const ColliderOptions options{
      with_chosen_kinds(*shape), records().poses[0], kind.is_static, kind.is_sensor, layer, mask,
      kind.is_continuous,        kind.is_enabled,    margin};
  const Result<ColliderId> added = bound->world->add(options);
  if (!added.ok()) return report_fault(added.status, Argument::none, added.message);
  const std::uint32_t row = added.value.row;
  if (row >= bound->shapes.size() && !bound->shapes.resize(bound->world->capacity(), 0)) {
    static_cast<void>(bound->world->remove(added.value));
    bound->describe();
    return report_fault(Status::out_of_memory, Argument::none, "no memory for another collider");
  }
  shape_store.hold(shape_number);
  bound->shapes[row] = shape_number;
  bound->describe();
  put(results(), added.value.generation);
  return row;
}

/// Common to the calls on one collider. @return 0, or k_fault.
template <class Change>
std::uint32_t change_collider(std::uint32_t world, std::uint32_t row, const Change& change) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Status status = change(*bound, bound->world->at(row));
  return status == Status::ok ? 0 : report_fault(status, Argument::none, change_message(status));
}

std::uint32_t remove_collider(std::uint32_t world, std::uint32_t row) {
  return change_collider(world, row, [&](BoundWorld& bound, ColliderId id) {
    const Status status = bound.world->remove(id);
    if (status != Status::ok) return status;
    shape_store.release(bound.shapes[row]);
    bound.shapes[row] = 0;
    bound.describe();
    return status;
  });
}

/// Moves a collider to pose 0 without a sweep.
std::uint32_t teleport_collider(std::uint32_t world, std::uint32_t row) {
  if (!accept_pose(records().poses[0], Argument::pose_a)) return k_fault;
  return change_collider(
      world, row, [](BoundWorld& bound, ColliderId id) { return bound.world->teleport(id, records().poses[0]); });
}

/// Moves a collider to pose 0.
std::uint32_t set_collider_pose(std::uint32_t world, std::uint32_t row) {
  if (!accept_pose(records().poses[0], Argument::pose_a)) return k_fault;
  return change_collider(
      world, row, [](BoundWorld& bound, ColliderId id) { return bound.world->set_pose(id, records().poses[0]); });
}

std::uint32_t set_collider_filter(std::uint32_t world, std::uint32_t row, std::uint32_t layer, std::uint32_t mask) {
  return change_collider(world, row,
                         [&](BoundWorld& bound, ColliderId id) { return bound.world->set_filter(id, layer, mask); });
}

/// @param flags RowFlag bits.
std::uint32_t set_collider_kind(std::uint32_t world, std::uint32_t row, std::uint32_t flags) {
  return change_collider(world, row,
                         [&](BoundWorld& bound, ColliderId id) { return bound.world->set_kind(id, kind_of(flags)); });
}

std::uint32_t set_collider_shape(std::uint32_t world, std::uint32_t row, std::uint32_t shape_number) {
  const Shape* const shape = accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr) return k_fault;
  return change_collider(world, row, [&](BoundWorld& bound, ColliderId id) {
    Shape changed = *shape;
    changed.kinds = bound.world->describe(row).shape.kinds;
    const Status status = bound.world->set_shape(id, changed);
    if (status != Status::ok) return status;
    shape_store.hold(shape_number);
    shape_store.release(bound.shapes[row]);
    bound.shapes[row] = shape_number;
    return status;
  });
}

/// Gives a collider the chosen kinds of cells, or all. @return 0, or k_fault.
std::uint32_t set_collider_kinds(std::uint32_t world, std::uint32_t row) {
  return change_collider(world, row, [&](BoundWorld& bound, ColliderId id) {
    return bound.world->set_shape(id, with_chosen_kinds(bound.world->describe(row).shape));
  });
}

/// Writes the kinds of cells of a collider to the report, a byte each from 0 to 255: 1 if it is one of them.
/// @return 1; 0 for all kinds, without a report; or k_fault.
std::uint32_t collider_kinds(std::uint32_t world, std::uint32_t row) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const ColliderOptions collider = bound->world->describe(row);
  if (collider.shape.kinds == nullptr) return 0;
  constexpr std::uint32_t k_kinds = 256;
  const std::span<double> report = make_report(k_kinds / sizeof(double));
  if (report.empty()) return k_fault;
  const std::span<std::byte> bytes = std::as_writable_bytes(report);
  for (std::uint32_t kind = 0; kind < k_kinds; ++kind) {
    bytes[kind] = static_cast<std::byte>(collider.shape.kinds->has(static_cast<std::uint8_t>(kind)) ? 1 : 0);
  }
  return 1;
}

/// @param margin valid.
std::uint32_t set_collider_margin(std::uint32_t world, std::uint32_t row, double margin) {
  return change_collider(world, row,
                         [&](BoundWorld& bound, ColliderId id) { return bound.world->set_margin(id, margin); });
}

/// @param row of a live collider.
double collider_margin(std::uint32_t world, std::uint32_t row) {
  const BoundWorld* const bound = accept_world(world);
  return bound == nullptr ? 0.0 : bound->world->describe(row).margin;
}

/// Lists the contacts of a collider, or the pairs that it is in, as indices, in the report. @return their number, or
/// k_fault.
std::uint32_t pairs_of_collider(std::uint32_t world, std::uint32_t row, bool contacts) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const ColliderId id = bound->world->at(row);
  const auto pairs = contacts ? bound->world->contacts_of(id) : bound->world->touching_of(id);
  if (!pairs.ok()) return report_fault(pairs.status, Argument::none, pairs.message);
  if (pairs.value.empty()) return 0;
  const std::span<double> report = make_report(pairs.value.size());
  if (report.empty()) return k_fault;
  std::copy(pairs.value.begin(), pairs.value.end(), report.begin());
  return static_cast<std::uint32_t>(report.size());
}

std::uint32_t set_ignored(std::uint32_t world, std::uint32_t row_a, std::uint32_t row_b, bool ignored) {
  return change_collider(world, row_a, [&](BoundWorld& bound, ColliderId id) {
    return bound.world->set_ignored(id, bound.world->at(row_b), ignored);
  });
}

bool is_ignored(std::uint32_t world, std::uint32_t row_a, std::uint32_t row_b) {
  const BoundWorld* const bound = accept_world(world);
  return bound != nullptr && bound->world->is_ignored(bound->world->at(row_a), bound->world->at(row_b));
}

/// @return 0, or k_fault; a fault of status invalid_argument names the row in `item`.
std::uint32_t report_result(BoundWorld& bound, const UpdateResult& result) {
  bound.describe();
  return result.ok() ? 0 : report_fault(result.status, Argument::value, result.message, result.row);
}

std::uint32_t update_world(std::uint32_t world) {
  BoundWorld* const bound = accept_world(world);
  return bound == nullptr ? k_fault : report_result(*bound, bound->world->update());
}

std::uint32_t refit_world(std::uint32_t world) {
  BoundWorld* const bound = accept_world(world);
  return bound == nullptr ? k_fault : report_result(*bound, bound->world->refit());
}

std::uint32_t set_broad_phase(std::uint32_t world, std::uint32_t broad_phase) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  bound->world->set_broad_phase(static_cast<BroadPhase>(broad_phase));
  return 0;
}

/// Writes the translation of a collider out of its contacts to the results. @return 0, or k_fault.
std::uint32_t separate_collider(std::uint32_t world, std::uint32_t row) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Result<Vector> result = bound->world->separation(bound->world->at(row));
  if (!result.ok()) return report_fault(result.status, Argument::none, result.message);
  put(results(), result.value);
  return 0;
}

/// Writes the upper and the lower 32 bits of the hash of state and contacts to the results. @return 0, or k_fault.
std::uint32_t hash_world(std::uint32_t world) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const std::uint64_t hash = bound->world->hash();
  put(put(results(), static_cast<double>(hash >> 32)), static_cast<double>(hash & 0xffffffffu));
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_world) {
  bind_call("createWorld", &create_world);
  bind_call("releaseWorld", &release_world);
  bind_call("closeWorld", &close_world);
  bind_call("worldCount", &world_count);
  bind_call("worldRecord", &world_record);
  bind_call("addCollider", &add_collider);
  bind_call("removeCollider", &remove_collider);
  bind_call("setColliderPose", &set_collider_pose);
  bind_call("teleportCollider", &teleport_collider);
  bind_call("setColliderFilter", &set_collider_filter);
  bind_call("setColliderKind", &set_collider_kind);
  bind_call("setColliderShape", &set_collider_shape);
  bind_call("setColliderKinds", &set_collider_kinds);
  bind_call("colliderKinds", &collider_kinds);
  bind_call("setColliderMargin", &set_collider_margin);
  bind_call("colliderMargin", &collider_margin);
  bind_call("pairsOfCollider", &pairs_of_collider);
  bind_call("setIgnored", &set_ignored);
  bind_call("isIgnored", &is_ignored);
  bind_call("separateCollider", &separate_collider);
  bind_call("updateWorld", &update_world);
  bind_call("refitWorld", &refit_world);
  bind_call("setBroadPhase", &set_broad_phase);
  bind_call("hashWorld", &hash_world);
}

}  // namespace hyperplane::bindings
