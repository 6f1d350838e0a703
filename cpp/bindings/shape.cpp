#include <hyperplane/shape.h>

#include "bind_call.h"
#include "call.h"
#include "report.h"

/// Shapes by number; see ShapeStore.

namespace hyperplane::bindings {
namespace {

/// @return the shape's number, or 0 with the fault record filled.
std::uint32_t add_shape(const Result<Shape>& shape) {
  if (!shape.ok()) {
    report_fault(shape.status, Argument::value, shape.message);
    return 0;
  }
  return number_or_fault(shape_store.add(shape.value));
}

/// @param type a ShapeType. @return as add_shape.
std::uint32_t create_shape(std::uint32_t type, double p, double q, double r, double s) {
  return add_shape(make_shape(static_cast<ShapeType>(type), p, q, r, s));
}

/// Makes a triangle of the numbers in the report: x, y, z of each corner.
std::uint32_t create_triangle() {
  const std::span<const double> n = report_numbers();
  if (n.size() != k_max_shape_parameters) {
    report_fault(Status::invalid_argument, Argument::value, "a triangle has nine coordinates");
    return 0;
  }
  return add_shape(make_triangle({n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}));
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_shape) {
  bind_call("createShape", &create_shape);
  bind_call("createTriangle", &create_triangle);
}

}  // namespace hyperplane::bindings
