#include "world_store.h"

#include "call.h"
#include "core/memory.h"

namespace hyperplane::bindings {
constinit WorldStore world_store;

void BoundWorld::describe() {
  const ContactList contacts = world->contacts();
  record.positions = address_of(world->positions());
  record.capacity = world->capacity();
  record.size = world->size();
  record.contact_count = count_of(contacts.pairs);
  record.pairs = address_of(contacts.pairs);
  record.normals = address_of(contacts.normals);
  describe_arrays(*world, record);
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

Result<std::uint32_t> WorldStore::add(WorldPtr world, Buffer<std::uint32_t>& shapes) {
  const auto failed = [](Status status, const char* message) {
    return Result<std::uint32_t>::failure(status, message);
  };
  if (worlds_.size() == k_max_worlds) return failed(Status::out_of_memory, "there are 65,536 worlds already");
  auto* const bound = make_object<BoundWorld>();
  if (bound == nullptr) return failed(Status::out_of_memory, "no memory for a world");
  bound->world = static_cast<WorldPtr&&>(world);
  const Result<std::uint32_t> added = worlds_.insert(bound);
  if (!added.ok()) {
    destroy_object(bound);
    return added;
  }
  bound->shapes.swap(shapes);
  bound->describe();
  return added;
}

void BoundWorld::let_go_of_shapes() {
  for (const std::uint32_t shape : shapes) shape_store.release(shape);
  shapes.release();
}

void WorldStore::release(std::uint32_t number) {
  BoundWorld* const* const found = worlds_.find(number);
  if (found == nullptr) return;
  BoundWorld* const bound = *found;
  worlds_.remove(number);
  bound->let_go_of_shapes();
  destroy_object(bound);
}

void WorldStore::close(std::uint32_t number) {
  BoundWorld* const bound = find(number);
  if (bound == nullptr) return;
  bound->let_go_of_shapes();
  shrink(*bound->world);
  bound->is_closed = true;
}

BoundWorld* accept_world(std::uint32_t number) {
  BoundWorld* const bound = world_store.find(number);
  if (bound == nullptr) report_fault(Status::stale_handle, Argument::none, "not a live world");
  return bound;
}

}  // namespace hyperplane::bindings
