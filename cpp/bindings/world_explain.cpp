#include <emscripten/bind.h>

#include "call.h"
#include "report.h"
#include "world_store.h"

/// Internals of a world as lists of numbers for debug views.

namespace hyperplane::bindings {
namespace {

/// Writes the lower and the upper corner.
double* write_bounds(double* out, const Aabb& bounds) {
  return bindings::write(bindings::write(out, bounds.min), bounds.max);
}

/// Writes the bounds of all rows to the report, 6 numbers each. @return 0, or k_fault.
std::uint32_t copy_bounds(std::uint32_t world) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const std::uint32_t rows = bound->world->capacity();
  const std::span<double> report = make_report(std::size_t{6} * rows);
  if (report.size() != std::size_t{6} * rows) return k_fault;
  double* out = report.data();
  for (std::uint32_t row = 0; row < rows; ++row) out = write_bounds(out, bound->world->bounds(row));
  return 0;
}

/// Writes to the report: sorting axis or -1, number of cells, and for each node its bounds, its depth, and 1 for the
/// tree of statics or 0. @return 0, or k_fault.
std::uint32_t explain_broad_phase(std::uint32_t world, std::uint32_t max_depth) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const auto explained = bound->world->explain_broad_phase(max_depth);
  if (!explained.ok()) return report_fault(explained.status, Argument::none, explained.message);
  const BroadPhaseExplanation& explanation = explained.value;
  const std::span<double> report = make_report(2 + 8 * explanation.nodes.size());
  if (report.empty()) return k_fault;
  report[0] = explanation.axis;
  report[1] = explanation.cell_count;
  double* out = report.data() + 2;
  for (const TreeNodeBounds& node : explanation.nodes) {
    out = write_bounds(out, node.bounds);
    *out++ = node.depth;
    *out++ = node.is_static ? 1.0 : 0.0;
  }
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_world_explain) {
  emscripten::function("copyBounds", &copy_bounds);
  emscripten::function("explainBroadPhase", &explain_broad_phase);
}

}  // namespace hyperplane::bindings
