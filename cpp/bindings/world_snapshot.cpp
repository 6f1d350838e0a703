#include <cstring>

#include "bind_call.h"
#include "call.h"
#include "world_store.h"

/// Snapshots of worlds. The report carries their bytes, eight in each double.

namespace hyperplane::bindings {

std::uint32_t flags_of(const World& world, std::uint32_t row, bool is_known) {
  const ColliderOptions options = world.describe(row);
  return (is_known ? k_known : 0u) | (world.at(row) != ColliderId{} ? k_live : 0u) |
         (options.is_static ? k_static : 0u) | (options.is_sensor ? k_sensor : 0u) |
         (options.is_continuous ? k_continuous : 0u) | (options.is_enabled ? 0u : k_disabled);
}

namespace {

/// Writes the bytes to the report. @param with_shapes as in SnapshotOptions; always in the plane.
/// @return their number, or k_fault.
std::uint32_t save_world(std::uint32_t world, bool with_shapes) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Result<Snapshot> snapshot = snapshot_of(*bound->world, with_shapes);
  if (!snapshot.ok()) return report_fault(snapshot.status, Argument::none, snapshot.message);
  double* const out = make_report((snapshot.value.size + sizeof(double) - 1) / sizeof(double)).data();
  if (out == nullptr) return k_fault;
  std::memcpy(out, snapshot.value.bytes.get(), snapshot.value.size);
  return static_cast<std::uint32_t>(snapshot.value.size);
}

/// Rolls a world back to one that restoreWorld has just made for it, which is released. Never fails.
void roll_back_world(std::uint32_t world, std::uint32_t restored) {
  BoundWorld *const bound = world_store.find(world), *const from = world_store.find(restored);
  if (bound == nullptr || from == nullptr) return;
  bound->world->roll_back(*from->world);
  bound->shapes.swap(from->shapes);
  bound->describe();
  world_store.release(restored);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_world_snapshot) {
  bind_call("saveWorld", &save_world);
  bind_call("rollBackWorld", &roll_back_world);
}

}  // namespace hyperplane::bindings
