#include "shape_store.h"

#include <algorithm>

#include <hyperplane/height_field.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/voxels.h>

namespace hyperplane::bindings {

constinit ShapeStore shape_store;

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

Voxels* ShapeStore::find_voxels(std::uint32_t number) {
  const Shape* const shape = find(number);
  // As above.
  return shape == nullptr ? nullptr : const_cast<Voxels*>(shape->voxels);
}

void ShapeStore::refresh_users_of(const void* data) {
  if (!has_compounds()) return;
  for_each([&](const Shape& shape) {
    if (shape.compound == nullptr) return;
    const std::span<const CompoundPart> parts = compound_parts(*shape.compound);
    const bool is_user =
        std::any_of(parts.begin(), parts.end(), [&](const CompoundPart& part) { return data_of(part.shape) == data; });
    // As above.
    if (is_user) refresh_compound(const_cast<Compound&>(*shape.compound));
  });
}

}  // namespace hyperplane::bindings
