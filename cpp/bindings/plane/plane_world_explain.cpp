#include <emscripten/bind.h>

#include "plane_world_store.h"

/// Internals of a world of the plane as lists of numbers for debug views.

namespace hyperplane::bindings {
namespace {

/// Writes the lower and the upper corner; keeps NaN.
double* put_bounds(double* out, const plane::Bounds& bounds) { return put(put(out, bounds.min), bounds.max); }

/// Writes the bounds of all rows to the list, 4 numbers each. @return 0, or k_plane_fault.
std::uint32_t copy_bounds(std::uint32_t world) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const std::uint32_t rows = bound->world->capacity();
  double* out = make_plane_report(std::size_t{4} * rows);
  if (out == nullptr && rows > 0) return k_plane_fault;
  for (std::uint32_t row = 0; row < rows; ++row) out = put_bounds(out, bound->world->bounds(row));
  return 0;
}

/// Writes to the list: sorting axis or -1, number of cells, and for each node its bounds, its depth, and 1 for the tree
/// of statics or 0. @return 0, or k_plane_fault.
std::uint32_t explain_broad_phase(std::uint32_t world, std::uint32_t max_depth) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const auto explained = bound->world->explain_broad_phase(max_depth);
  if (!explained.ok()) return report_plane_fault(explained.status, PlaneArgument::none, explained.message);
  const plane::BroadPhaseExplanation& explanation = explained.value;
  double* out = make_plane_report(2 + 6 * explanation.nodes.size());
  if (out == nullptr) return k_plane_fault;
  out = put(put(out, explanation.axis), explanation.cell_count);
  for (const plane::TreeNodeBounds& node : explanation.nodes) {
    out = put(put(put_bounds(out, node.bounds), node.depth), node.is_static ? 1.0 : 0.0);
  }
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_plane_world_explain) {
  emscripten::function("copyBounds", &copy_bounds);
  emscripten::function("explainBroadPhase", &explain_broad_phase);
}

}  // namespace hyperplane::bindings
