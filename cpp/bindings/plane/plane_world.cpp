#include <emscripten/bind.h>

#include <algorithm>

#include "../address.h"
#include "../change_message.h"
#include "../clock.h"
#include "core/memory.h"
#include "plane_world_store.h"

/// Worlds of the plane and their colliders by number. A collider's number is its row; JavaScript objects track which
/// rows are live.

namespace hyperplane::bindings {
namespace {

constinit NumberedSlots<BoundPlaneWorld*> worlds;
constexpr std::uint32_t k_max_plane_worlds = 1u << 16;

/// @param broad_phase a BroadPhase. @return the world's number, or 0 with the fault record filled.
std::uint32_t create_world(std::uint32_t broad_phase, std::uint32_t capacity, std::uint32_t max_candidates,
                           std::uint32_t max_contacts, bool measures) {
  Result<plane::WorldPtr> world =
      plane::make_world({static_cast<plane::BroadPhase>(broad_phase), capacity, max_candidates, max_contacts,
                         measures ? &hyperplane_now : nullptr});
  if (!world.ok()) {
    report_plane_fault(world.status, PlaneArgument::none, world.message);
    return 0;
  }
  Buffer<std::uint32_t> no_shapes;
  return add_plane_world(static_cast<plane::WorldPtr&&>(world.value), no_shapes);
}

/// Releases a world's shapes, but keeps its rows, on which JavaScript may still hold views, until it is released.
void close_world(std::uint32_t number) {
  BoundPlaneWorld* const bound = accept_plane_world(number);
  if (bound == nullptr) return;
  bound->let_go_of_shapes();
  bound->is_closed = true;
}

std::uint32_t world_count() { return worlds.size(); }

/// @return the address of the world's record, or 0.
std::uint32_t world_record(std::uint32_t world) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  return bound == nullptr ? 0 : static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&bound->record));
}

const plane::Pose& pose_0() { return plane_records().poses[0]; }

ColliderKind kind_of(std::uint32_t flags) {
  return {(flags & k_plane_static) != 0, (flags & k_plane_sensor) != 0, (flags & k_plane_continuous) != 0,
          (flags & k_plane_disabled) == 0};
}

/// Adds a collider at pose 0, and writes its generation to the results.
/// @param flags PlaneRowFlag bits. @return the row, or k_plane_fault.
std::uint32_t add_collider(std::uint32_t world, std::uint32_t shape_number, std::uint32_t flags, std::uint32_t layer,
                           std::uint32_t mask) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const plane::Shape* const shape = accept_plane_shape(shape_number, PlaneArgument::shape_a);
  if (shape == nullptr || !accept_plane_pose(pose_0(), PlaneArgument::pose_a)) return k_plane_fault;
  const ColliderKind kind = kind_of(flags);
  const Result<ColliderId> added = bound->world->add(
      {*shape, pose_0(), kind.is_static, kind.is_sensor, layer, mask, kind.is_continuous, kind.is_enabled});
  if (!added.ok()) return report_plane_fault(added.status, PlaneArgument::none, added.message);
  const std::uint32_t row = added.value.row;
  if (row >= bound->shapes.size() && !bound->shapes.resize(bound->world->capacity(), 0)) {
    static_cast<void>(bound->world->remove(added.value));
    bound->describe();
    return report_plane_fault(Status::out_of_memory, PlaneArgument::none, "no memory for another collider");
  }
  plane_shapes.hold(shape_number);
  bound->shapes[row] = shape_number;
  bound->describe();
  put(plane_records().results, added.value.generation);
  return row;
}

/// Common to the calls on one collider. @return 0, or k_plane_fault.
template <class Change>
std::uint32_t change_collider(std::uint32_t world, std::uint32_t row, const Change& change) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const Status status = change(*bound, bound->world->at(row));
  return status == Status::ok ? 0 : report_plane_fault(status, PlaneArgument::none, change_message(status));
}

std::uint32_t remove_collider(std::uint32_t world, std::uint32_t row) {
  return change_collider(world, row, [&](BoundPlaneWorld& bound, ColliderId id) {
    const Status status = bound.world->remove(id);
    if (status != Status::ok) return status;
    plane_shapes.release(bound.shapes[row]);
    bound.shapes[row] = 0;
    bound.describe();
    return status;
  });
}

/// Moves a collider to pose 0.
std::uint32_t set_collider_pose(std::uint32_t world, std::uint32_t row) {
  if (!accept_plane_pose(pose_0(), PlaneArgument::pose_a)) return k_plane_fault;
  return change_collider(world, row,
                         [](BoundPlaneWorld& bound, ColliderId id) { return bound.world->set_pose(id, pose_0()); });
}

/// The same without a sweep.
std::uint32_t teleport_collider(std::uint32_t world, std::uint32_t row) {
  if (!accept_plane_pose(pose_0(), PlaneArgument::pose_a)) return k_plane_fault;
  return change_collider(world, row,
                         [](BoundPlaneWorld& bound, ColliderId id) { return bound.world->teleport(id, pose_0()); });
}

std::uint32_t set_collider_filter(std::uint32_t world, std::uint32_t row, std::uint32_t layer, std::uint32_t mask) {
  return change_collider(
      world, row, [&](BoundPlaneWorld& bound, ColliderId id) { return bound.world->set_filter(id, layer, mask); });
}

/// @param flags PlaneRowFlag bits.
std::uint32_t set_collider_kind(std::uint32_t world, std::uint32_t row, std::uint32_t flags) {
  return change_collider(
      world, row, [&](BoundPlaneWorld& bound, ColliderId id) { return bound.world->set_kind(id, kind_of(flags)); });
}

std::uint32_t set_collider_shape(std::uint32_t world, std::uint32_t row, std::uint32_t shape_number) {
  const plane::Shape* const shape = accept_plane_shape(shape_number, PlaneArgument::shape_a);
  if (shape == nullptr) return k_plane_fault;
  return change_collider(world, row, [&](BoundPlaneWorld& bound, ColliderId id) {
    const Status status = bound.world->set_shape(id, *shape);
    if (status != Status::ok) return status;
    plane_shapes.hold(shape_number);
    plane_shapes.release(bound.shapes[row]);
    bound.shapes[row] = shape_number;
    return status;
  });
}

/// Lists the contacts of a collider, or the pairs that it is in, as indices. @return their number, or k_plane_fault.
std::uint32_t pairs_of_collider(std::uint32_t world, std::uint32_t row, bool contacts) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const ColliderId id = bound->world->at(row);
  const auto pairs = contacts ? bound->world->contacts_of(id) : bound->world->touching_of(id);
  if (!pairs.ok()) return report_plane_fault(pairs.status, PlaneArgument::none, pairs.message);
  if (pairs.value.empty()) return 0;
  double* const out = make_plane_report(pairs.value.size());
  if (out == nullptr) return k_plane_fault;
  std::copy(pairs.value.begin(), pairs.value.end(), out);
  return count_of(pairs.value);
}

std::uint32_t set_ignored(std::uint32_t world, std::uint32_t row_a, std::uint32_t row_b, bool ignored) {
  return change_collider(world, row_a, [&](BoundPlaneWorld& bound, ColliderId id) {
    return bound.world->set_ignored(id, bound.world->at(row_b), ignored);
  });
}

bool is_ignored(std::uint32_t world, std::uint32_t row_a, std::uint32_t row_b) {
  const BoundPlaneWorld* const bound = accept_plane_world(world);
  return bound != nullptr && bound->world->is_ignored(bound->world->at(row_a), bound->world->at(row_b));
}

/// @return 0, or k_plane_fault; a fault of status invalid_argument names the row in `item`.
std::uint32_t report_result(BoundPlaneWorld& bound, const plane::UpdateResult& result) {
  bound.describe();
  return result.ok() ? 0 : report_plane_fault(result.status, PlaneArgument::value, result.message, result.row);
}

std::uint32_t update_world(std::uint32_t world) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  return bound == nullptr ? k_plane_fault : report_result(*bound, bound->world->update());
}

std::uint32_t refit_world(std::uint32_t world) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  return bound == nullptr ? k_plane_fault : report_result(*bound, bound->world->refit());
}

std::uint32_t set_broad_phase(std::uint32_t world, std::uint32_t broad_phase) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  bound->world->set_broad_phase(static_cast<plane::BroadPhase>(broad_phase));
  return 0;
}

/// Results: the translation of a collider out of its contacts. @return 0, or k_plane_fault.
std::uint32_t separate_collider(std::uint32_t world, std::uint32_t row) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const Result<plane::Vec2> result = bound->world->separation(bound->world->at(row));
  if (!result.ok()) return report_plane_fault(result.status, PlaneArgument::none, result.message);
  put(plane_records().results, result.value);
  return 0;
}

/// Results: upper and lower 32 bits of the hash of state and contacts. @return 0, or k_plane_fault.
std::uint32_t hash_world(std::uint32_t world) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const std::uint64_t hash = bound->world->hash();
  put(put(plane_records().results, static_cast<double>(hash >> 32)), static_cast<double>(hash & 0xffffffffu));
  return 0;
}

}  // namespace

void BoundPlaneWorld::describe() {
  const plane::ContactList contacts = world->contacts();
  record.positions = address_of(world->positions());
  record.angles = address_of(world->angles());
  record.capacity = world->capacity();
  record.size = world->size();
  record.contact_count = count_of(contacts.pairs);
  record.pairs = address_of(contacts.pairs);
  record.normals = address_of(contacts.normals);
  record.points = address_of(contacts.points);
  record.began_count = count_of(world->began());
  record.began = address_of(world->began());
  record.ended_count = count_of(world->ended());
  record.ended = address_of(world->ended());
  record.touching_count = count_of(world->touching());
  record.touching = address_of(world->touching());
  record.candidate_count = world->candidate_count();
  record.broad_phase = static_cast<std::uint32_t>(world->broad_phase());
  record.timings = world->timings();
  record.impact_count = count_of(world->impacts());
  record.impacts = address_of(world->impacts());
}

void BoundPlaneWorld::let_go_of_shapes() {
  for (const std::uint32_t shape : shapes) plane_shapes.release(shape);
  shapes.release();
}

std::uint32_t add_plane_world(plane::WorldPtr world, Buffer<std::uint32_t>& shapes) {
  auto* const bound = worlds.size() < k_max_plane_worlds ? make_object<BoundPlaneWorld>() : nullptr;
  if (bound == nullptr) {
    report_plane_fault(Status::out_of_memory, PlaneArgument::none, "no memory for a world, or 65,536 already");
    return 0;
  }
  bound->world = static_cast<plane::WorldPtr&&>(world);
  const Result<std::uint32_t> added = worlds.insert(bound);
  if (!added.ok()) {
    destroy_object(bound);
    report_plane_fault(added.status, PlaneArgument::none, added.message);
    return 0;
  }
  bound->shapes.swap(shapes);
  bound->describe();
  return added.value;
}

BoundPlaneWorld* accept_plane_world(std::uint32_t number) {
  BoundPlaneWorld* const* const found = worlds.find(number);
  if (found != nullptr && !(*found)->is_closed) return *found;
  report_plane_fault(Status::stale_handle, PlaneArgument::none, "not a live world");
  return nullptr;
}

void release_plane_world(std::uint32_t number) {
  BoundPlaneWorld* const* const found = worlds.find(number);
  if (found == nullptr) return;
  BoundPlaneWorld* const bound = *found;
  worlds.remove(number);
  bound->let_go_of_shapes();
  destroy_object(bound);
}

EMSCRIPTEN_BINDINGS(hyperplane_plane_world) {
  emscripten::function("createWorld", &create_world);
  emscripten::function("releaseWorld", &release_plane_world);
  emscripten::function("closeWorld", &close_world);
  emscripten::function("worldCount", &world_count);
  emscripten::function("worldRecord", &world_record);
  emscripten::function("addCollider", &add_collider);
  emscripten::function("removeCollider", &remove_collider);
  emscripten::function("setColliderPose", &set_collider_pose);
  emscripten::function("teleportCollider", &teleport_collider);
  emscripten::function("setColliderFilter", &set_collider_filter);
  emscripten::function("setColliderKind", &set_collider_kind);
  emscripten::function("setColliderShape", &set_collider_shape);
  emscripten::function("pairsOfCollider", &pairs_of_collider);
  emscripten::function("setIgnored", &set_ignored);
  emscripten::function("isIgnored", &is_ignored);
  emscripten::function("separateCollider", &separate_collider);
  emscripten::function("updateWorld", &update_world);
  emscripten::function("refitWorld", &refit_world);
  emscripten::function("setBroadPhase", &set_broad_phase);
  emscripten::function("hashWorld", &hash_world);
}

}  // namespace hyperplane::bindings
