#pragma once

#include <hyperplane/shape.h>

#include "composite/compound.h"
#include "composite/half_space.h"
#include "composite/height_field.h"
#include "composite/solid_cells.h"
#include "composite/triangle_mesh.h"

namespace hyperplane {

/// Calls `visit` with a composite shape other than a compound as its class, and returns the result of `visit`.
template <class Visit>
inline decltype(auto) visit_other_composite(const Shape& shape, Visit&& visit) {
  if (shape.type == ShapeType::voxels) return visit(SolidCells(shape));
  if (shape.type == ShapeType::half_space) return visit(HalfSpaceShape());
  return shape.type == ShapeType::height_field ? visit(*shape.height_field) : visit(*shape.mesh);
}

/// The same for all composites.
template <class Visit>
inline decltype(auto) visit_composite(const Shape& shape, Visit&& visit) {
  return shape.type == ShapeType::compound ? visit(*shape.compound) : visit_other_composite(shape, visit);
}

/// Frees the hull, mesh, height field, voxels or compound of a shape; not the parts of a compound.
inline void free_data(const Shape& shape) {
  HullDeleter{}(shape.hull);
  CompoundDeleter{}(shape.compound);
  TriangleMeshDeleter{}(shape.mesh);
  HeightFieldDeleter{}(shape.height_field);
  VoxelsDeleter{}(shape.voxels);
}

}  // namespace hyperplane
