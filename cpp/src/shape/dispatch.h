#pragma once

#include <hyperplane/shape.h>

#include "shape/box.h"
#include "shape/capsule.h"
#include "shape/cone.h"
#include "shape/convex_hull.h"
#include "shape/cylinder.h"
#include "shape/ellipsoid.h"
#include "shape/shape_class.h"
#include "shape/sphere.h"

namespace hyperplane {

#define HYPERPLANE_CHECK_SHAPE_CLASS(Type, name) static_assert(ShapeClass<Type>);
HYPERPLANE_SHAPES(HYPERPLANE_CHECK_SHAPE_CLASS)
#undef HYPERPLANE_CHECK_SHAPE_CLASS

/// Calls `visit` with the shape as a value of its own class, and returns what that returns.
template <class Visit>
inline decltype(auto) visit_shape(const Shape& shape, Visit&& visit) {
  switch (shape.type) {
#define HYPERPLANE_VISIT_SHAPE(Type, name) \
  case ShapeType::name:                    \
    return visit(Type(shape));
    HYPERPLANE_SHAPES(HYPERPLANE_VISIT_SHAPE)
#undef HYPERPLANE_VISIT_SHAPE
  }
  __builtin_unreachable();
}

}  // namespace hyperplane
