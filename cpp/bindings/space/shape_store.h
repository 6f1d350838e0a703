#pragma once

#include <cstdint>

#include <hyperplane/shape.h>
#include <hyperplane/status.h>

#include "../held_shapes.h"
#include "composite/composite.h"

namespace hyperplane::bindings {

/// The shapes of space that JavaScript refers to. They own their hulls, meshes, height fields and compounds.
class ShapeStore : public HeldShapes<Shape, &free_data> {
 public:
  /// The mesh of a shape, to move its vertices. @return null for a stale or null number and for other shapes.
  TriangleMesh* find_mesh(std::uint32_t number);
  /// The same for a height field, to set its heights.
  HeightField* find_height_field(std::uint32_t number);
  /// The same for voxels, to change their cells.
  Voxels* find_voxels(std::uint32_t number);
  /// Brings all compounds up to date that have a part with this data, which has changed. @param data as by `data_of`.
  void refresh_users_of(const void* data);
};

/// The module's store.
extern ShapeStore shape_store;

}  // namespace hyperplane::bindings
