#pragma once

#include <hyperplane/shape.h>

#include "composite/compound.h"
#include "composite/triangle_mesh.h"

namespace hyperplane {

/// Calls `visit` with a composite shape as its class, and returns the result of `visit`.
template <class Visit>
inline decltype(auto) visit_composite(const Shape& shape, Visit&& visit) {
  return shape.type == ShapeType::compound ? visit(*shape.compound) : visit(*shape.mesh);
}

}  // namespace hyperplane
