#include "shape_store.h"

#include <algorithm>

#include <hyperplane/height_field.h>
#include <hyperplane/triangle_mesh.h>

#include "composite/composite.h"
#include "core/memory.h"

namespace hyperplane::bindings {

constinit ShapeStore shape_store;

ShapeStore::~ShapeStore() {
  entries_.for_each([](Entry& entry) { release_data(entry); });
}

void ShapeStore::release_data(const Entry& entry) {
  free_data(entry.shape);
  hyperplane_release(entry.parts);
}

Result<std::uint32_t> ShapeStore::insert(const Entry& entry) {
  if (entries_.size() == k_max_shapes) {
    return Result<std::uint32_t>::failure(Status::out_of_memory,
                                          "there are 1,048,575 shapes already; dispose of those that are not in use");
  }
  return entries_.insert(entry);
}

Result<std::uint32_t> ShapeStore::add(const Shape& shape) { return insert({shape, 1, nullptr}); }

Result<std::uint32_t> ShapeStore::add(const Shape& compound, std::span<const std::uint32_t> parts) {
  auto* const numbers = static_cast<std::uint32_t*>(hyperplane_allocate(parts.size_bytes(), alignof(std::uint32_t*)));
  if (numbers == nullptr) {
    return Result<std::uint32_t>::failure(Status::out_of_memory, "no memory for the parts of a compound");
  }
  std::copy(parts.begin(), parts.end(), numbers);
  const Result<std::uint32_t> added = insert({compound, 1, numbers});
  if (!added.ok()) {
    hyperplane_release(numbers);
    return added;
  }
  for (const std::uint32_t part : parts) hold(part);
  return added;
}

TriangleMesh* ShapeStore::find_mesh(std::uint32_t number) {
  const Shape* const shape = find(number);
  // Shapes only read their data; the store owns it.
  return shape == nullptr ? nullptr : const_cast<TriangleMesh*>(shape->mesh);
}

HeightField* ShapeStore::find_height_field(std::uint32_t number) {
  const Shape* const shape = find(number);
  // As above.
  return shape == nullptr ? nullptr : const_cast<HeightField*>(shape->height_field);
}

void ShapeStore::refresh_users_of(const void* data) {
  entries_.for_each([&](Entry& entry) {
    if (entry.shape.compound == nullptr) return;
    const std::span<const CompoundPart> parts = compound_parts(*entry.shape.compound);
    const bool is_user =
        std::any_of(parts.begin(), parts.end(), [&](const CompoundPart& part) { return data_of(part.shape) == data; });
    // As above.
    if (is_user) refresh_compound(const_cast<Compound&>(*entry.shape.compound));
  });
}

bool ShapeStore::hold(std::uint32_t number) {
  Entry* const entry = entries_.find(number);
  if (entry == nullptr) return false;
  entry->holders += 1;
  return true;
}

bool ShapeStore::release(std::uint32_t number) {
  Entry* const found = entries_.find(number);
  if (found == nullptr) return false;
  found->holders -= 1;
  if (found->holders > 0) return true;
  const Entry entry = *found;
  entries_.remove(number);
  if (entry.shape.compound != nullptr) {
    const std::size_t count = compound_parts(*entry.shape.compound).size();
    for (std::size_t i = 0; i < count; ++i) release(entry.parts[i]);
  }
  release_data(entry);
  return true;
}

}  // namespace hyperplane::bindings
