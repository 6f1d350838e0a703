#include <emscripten/bind.h>

#include <hyperplane/shape.h>

#include "call.h"

/// Shapes by number; see ShapeStore.

namespace hyperplane::bindings {
namespace {

/// @param type a ShapeType. @return the shape's number, or 0 with the fault record filled.
std::uint32_t create_shape(std::uint32_t type, double p, double q, double r) {
  const Result<Shape> shape = make_shape(static_cast<ShapeType>(type), p, q, r);
  if (!shape.ok()) {
    report_fault(shape.status, Argument::value, shape.message);
    return 0;
  }
  return number_or_fault(shape_store.add(shape.value));
}

void release_shape(std::uint32_t number) { shape_store.release(number); }

std::uint32_t shape_count() { return shape_store.size(); }

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_shape) {
  emscripten::function("createShape", &create_shape);
  emscripten::function("releaseShape", &release_shape);
  emscripten::function("shapeCount", &shape_count);
}

}  // namespace hyperplane::bindings
