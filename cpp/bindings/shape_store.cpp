#include "shape_store.h"

namespace hyperplane::bindings {

constinit ShapeStore shape_store;

ShapeStore::~ShapeStore() {
  entries_.for_each([](Handle, Entry& entry) { HullDeleter{}(entry.shape.hull); });
}

Result<std::uint32_t> ShapeStore::add(const Shape& shape) {
  const Result<Handle> added = entries_.insert({shape, 1});
  if (!added.ok()) return Result<std::uint32_t>::failure(added.status, added.message);
  const Handle handle = added.value;
  if (handle.index >= k_max_shapes) {
    entries_.remove(handle);
    return Result<std::uint32_t>::failure(Status::out_of_memory,
                                          "there are 1,048,575 shapes already; dispose of those that are not in use");
  }
  return {Status::ok, (handle.generation & k_generation_mask) << k_row_bits | (handle.index + 1), ""};
}

bool ShapeStore::hold(std::uint32_t number) {
  Entry* entry = entries_.find(to_handle(number));
  if (entry == nullptr) return false;
  entry->holders += 1;
  return true;
}

bool ShapeStore::release(std::uint32_t number) {
  const Handle handle = to_handle(number);
  Entry* entry = entries_.find(handle);
  if (entry == nullptr) return false;
  entry->holders -= 1;
  if (entry->holders == 0) {
    HullDeleter{}(entry->shape.hull);
    entries_.remove(handle);
  }
  return true;
}

}  // namespace hyperplane::bindings
