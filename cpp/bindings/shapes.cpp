#include "bind_call.h"
#include "call.h"

/// Shapes by number, whatever they are.

namespace hyperplane::bindings {
namespace {

void release_shape(std::uint32_t number) { shape_store.release(number); }

std::uint32_t shape_count() { return shape_store.size(); }

/// Writes the number of shapes of each type to the report. @return 0, or k_fault.
std::uint32_t count_shapes() {
  const std::span<double> report = make_report(k_last_shape_type + 1);
  if (report.empty()) return k_fault;
  shape_store.count_types(report);
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_shapes) {
  bind_call("releaseShape", &release_shape);
  bind_call("shapeCount", &shape_count);
  bind_call("countShapes", &count_shapes);
}

}  // namespace hyperplane::bindings
