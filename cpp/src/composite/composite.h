#pragma once

#include <hyperplane/shape.h>

#include "composite/compound.h"
#include "composite/height_field.h"
#include "composite/triangle_mesh.h"

namespace hyperplane {

/// Calls `visit` with a composite shape as its class, and returns the result of `visit`.
template <class Visit>
inline decltype(auto) visit_composite(const Shape& shape, Visit&& visit) {
  if (shape.type == ShapeType::height_field) return visit(*shape.height_field);
  return shape.type == ShapeType::compound ? visit(*shape.compound) : visit(*shape.mesh);
}

/// Frees the hull, mesh, height field or compound of a shape; not the parts of a compound.
inline void free_data(const Shape& shape) {
  HullDeleter{}(shape.hull);
  CompoundDeleter{}(shape.compound);
  TriangleMeshDeleter{}(shape.mesh);
  HeightFieldDeleter{}(shape.height_field);
}

}  // namespace hyperplane
