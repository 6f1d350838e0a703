#include "bind_call.h"
#include "call.h"
#include "world_store.h"

/// Internals of a world as lists of numbers for debug views.

namespace hyperplane::bindings {
namespace {

/// Writes the lower and the upper corner; keeps NaN.
template <class Bounds>
double* put_bounds(double* out, const Bounds& bounds) {
  return put(put(out, bounds.min), bounds.max);
}

/// Writes the bounds of all rows to the report. @return 0, or k_fault.
std::uint32_t copy_bounds(std::uint32_t world) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const std::uint32_t rows = bound->world->capacity();
  double* out = make_report(2 * k_axes * rows).data();
  if (out == nullptr && rows > 0) return k_fault;
  for (std::uint32_t row = 0; row < rows; ++row) out = put_bounds(out, bound->world->bounds(row));
  return 0;
}

/// Writes to the report: sorting axis or -1, number of cells, and for each node its bounds, its depth, and 1 for the
/// tree of statics or 0. @return 0, or k_fault.
std::uint32_t explain_broad_phase(std::uint32_t world, std::uint32_t max_depth) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const auto explained = bound->world->explain_broad_phase(max_depth);
  if (!explained.ok()) return report_fault(explained.status, Argument::none, explained.message);
  const auto& explanation = explained.value;
  double* out = make_report(2 + (2 * k_axes + 2) * explanation.nodes.size()).data();
  if (out == nullptr) return k_fault;
  out = put(put(out, explanation.axis), explanation.cell_count);
  for (const auto& node : explanation.nodes) {
    out = put(put(put_bounds(out, node.bounds), node.depth), node.is_static ? 1.0 : 0.0);
  }
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_world_explain) {
  bind_call("copyBounds", &copy_bounds);
  bind_call("explainBroadPhase", &explain_broad_phase);
}

}  // namespace hyperplane::bindings
