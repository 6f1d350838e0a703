#include "shape_store.h"

namespace hyperplane::bindings {

constinit ShapeStore shape_store;

ShapeStore::~ShapeStore() {
  entries_.for_each([](Entry& entry) { HullDeleter{}(entry.shape.hull); });
}

Result<std::uint32_t> ShapeStore::add(const Shape& shape) {
  if (entries_.size() == k_max_shapes) {
    return Result<std::uint32_t>::failure(Status::out_of_memory,
                                          "there are 1,048,575 shapes already; dispose of those that are not in use");
  }
  return entries_.insert({shape, 1});
}

bool ShapeStore::hold(std::uint32_t number) {
  Entry* const entry = entries_.find(number);
  if (entry == nullptr) return false;
  entry->holders += 1;
  return true;
}

bool ShapeStore::release(std::uint32_t number) {
  Entry* const entry = entries_.find(number);
  if (entry == nullptr) return false;
  entry->holders -= 1;
  if (entry->holders == 0) {
    HullDeleter{}(entry->shape.hull);
    entries_.remove(number);
  }
  return true;
}

}  // namespace hyperplane::bindings
