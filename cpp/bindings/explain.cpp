#include <emscripten/bind.h>

#include <hyperplane/explain.h>

#include "call.h"
#include "core/buffer.h"
#include "report.h"

/// How answers came about, as a list of numbers.

namespace hyperplane::bindings {
namespace {

/// Numbers of an axis: source, index of A, index of B, 1 where the axis exists, axis x, y, z, interval of A, of B,
/// overlap.
constexpr std::size_t k_axis_numbers = 12;

void write_axis(const SatAxis& axis, double* out) {
  out[0] = static_cast<double>(axis.source);
  out[1] = axis.index_a;
  out[2] = axis.index_b;
  out[3] = axis.exists ? 1.0 : 0.0;
  out[4] = axis.axis.x;
  out[5] = axis.axis.y;
  out[6] = axis.axis.z;
  out[7] = axis.min_a;
  out[8] = axis.max_a;
  out[9] = axis.min_b;
  out[10] = axis.max_b;
  out[11] = axis.overlap;
}

/// @return 0 with a list, or k_fault. The list: 1 where the shapes intersect, number of the decisive axis, then the
/// axes.
std::uint32_t call_explain_sat(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  const std::size_t count = sat_axis_count(*call.a, *call.b);
  Buffer<SatAxis> axes;
  if (!axes.resize(count, {})) {
    return report_fault(Status::out_of_memory, Argument::none, "out of memory: no room for the axes");
  }
  const Result<SatExplanation> result = explain_sat(*call.a, call.pose_a, *call.b, call.pose_b, axes.span());
  if (!result.ok()) return report_fault(result.status, Argument::none, result.message);
  const std::span<double> list = make_report(2 + k_axis_numbers * count);
  if (list.empty()) return k_fault;
  list[0] = result.value.intersects ? 1.0 : 0.0;
  list[1] = static_cast<double>(result.value.decisive);
  for (std::size_t i = 0; i < count; ++i) write_axis(axes[i], &list[2 + k_axis_numbers * i]);
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_explain) { emscripten::function("explainSat", &call_explain_sat); }

}  // namespace hyperplane::bindings
