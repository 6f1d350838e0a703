#pragma once

#include <type_traits>

#include <hyperplane/shape.h>

#include "shape/box.h"
#include "shape/capsule.h"
#include "shape/cone.h"
#include "shape/convex_hull.h"
#include "shape/cylinder.h"
#include "shape/ellipsoid.h"
#include "shape/round_box.h"
#include "shape/shape_class.h"
#include "shape/sphere.h"
#include "shape/tapered_capsule.h"
#include "shape/triangle.h"

namespace hyperplane {

/// For a switch over convex types.
#define HYPERPLANE_NOT_CONVEX(Type, name) case ShapeType::name:

#define HYPERPLANE_CHECK_SHAPE_CLASS(Type, name) static_assert(ShapeClass<Type>);
HYPERPLANE_SHAPES(HYPERPLANE_CHECK_SHAPE_CLASS)
#undef HYPERPLANE_CHECK_SHAPE_CLASS

/// Calls `visit` with a convex shape as a value of its own class, and returns the result of `visit`.
template <class Visit>
inline decltype(auto) visit_shape(const Shape& shape, Visit&& visit) {
  switch (shape.type) {
#define HYPERPLANE_VISIT_SHAPE(Type, name) \
  case ShapeType::name:                    \
    return visit(Type(shape));
    HYPERPLANE_SHAPES(HYPERPLANE_VISIT_SHAPE)
#undef HYPERPLANE_VISIT_SHAPE
    HYPERPLANE_COMPOSITES(HYPERPLANE_NOT_CONVEX)
    break;
  }
  __builtin_unreachable();
}

/// k_is_polytope of a type.
constexpr bool is_polytope(ShapeType type) {
  switch (type) {
#define HYPERPLANE_IS_POLYTOPE(Type, name) \
  case ShapeType::name:                    \
    return Type::k_is_polytope;
    HYPERPLANE_SHAPES(HYPERPLANE_IS_POLYTOPE)
#undef HYPERPLANE_IS_POLYTOPE
    HYPERPLANE_COMPOSITES(HYPERPLANE_NOT_CONVEX)
    break;
  }
  __builtin_unreachable();
}

/// k_is_smooth of a type.
constexpr bool is_smooth(ShapeType type) {
  switch (type) {
#define HYPERPLANE_IS_SMOOTH(Type, name) \
  case ShapeType::name:                  \
    return Type::k_is_smooth;
    HYPERPLANE_SHAPES(HYPERPLANE_IS_SMOOTH)
#undef HYPERPLANE_IS_SMOOTH
    HYPERPLANE_COMPOSITES(HYPERPLANE_NOT_CONVEX)
    break;
  }
  __builtin_unreachable();
}

/// visit_shape for a polytope. Other classes are never passed to `visit`, which need not take them.
template <class Visit>
inline void visit_polytope(const Shape& polytope, Visit&& visit) {
  visit_shape(polytope, [&](const auto& shape) {
    if constexpr (std::remove_cvref_t<decltype(shape)>::k_is_polytope) visit(shape);
  });
}

}  // namespace hyperplane
