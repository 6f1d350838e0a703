#include <emscripten/bind.h>

#include <hyperplane/sweep.h>

#include "call.h"
#include "ccd/tolerances.h"
#include "core/buffer.h"
#include "report.h"

/// Two moving shapes; the four poses are in the records.

namespace hyperplane::bindings {
namespace {

/// Numbers of a step of the search: time, gap, step, normal x, y, z, witness points of A and of B.
constexpr std::size_t k_step_numbers = 12;

/// The shapes and sweeps of a call. `valid` false: the fault record is filled.
struct SweepCall {
  const Shape* a;
  const Shape* b;
  Sweep sweep_a{records().poses[0], records().poses[1]};
  Sweep sweep_b{records().poses[2], records().poses[3]};
  bool valid;

  SweepCall(std::uint32_t number_a, std::uint32_t number_b)
      : a(accept_shape(number_a, Argument::shape_a)),
        b(a == nullptr ? nullptr : accept_shape(number_b, Argument::shape_b)),
        valid(b != nullptr && accept_pose(sweep_a.from, Argument::pose_a) &&
              accept_pose(sweep_a.to, Argument::pose_a) && accept_pose(sweep_b.from, Argument::pose_b) &&
              accept_pose(sweep_b.to, Argument::pose_b)) {}
};

/// Writes the impact to the records. @return 0: no impact, 1: an impact, 2: an impact that did not converge.
std::uint32_t keep(const Impact& impact) {
  records().impact = impact;
  return !impact.hit ? 0 : impact.converged ? 1 : 2;
}

/// @return like `keep`, or k_fault.
std::uint32_t call_time_of_impact(std::uint32_t a, std::uint32_t b) {
  const SweepCall call(a, b);
  if (!call.valid) return k_fault;
  return keep(time_of_impact(*call.a, call.sweep_a, *call.b, call.sweep_b));
}

/// @return like `keep`, with the steps of the search in the report, or k_fault.
std::uint32_t call_explain_time_of_impact(std::uint32_t a, std::uint32_t b) {
  const SweepCall call(a, b);
  if (!call.valid || !accept_convex(*call.a, *call.b)) return k_fault;
  Buffer<ImpactStep> steps;
  if (!steps.resize(k_max_impact_iterations, {})) {
    return report_fault(Status::out_of_memory, Argument::none, "no memory for the steps");
  }
  const Impact impact = explain_time_of_impact(*call.a, call.sweep_a, *call.b, call.sweep_b, steps.span());
  // The count comes first, so that the list is never empty.
  const std::span<double> list = make_report(1 + k_step_numbers * static_cast<std::size_t>(impact.iterations));
  if (list.empty()) return k_fault;
  double* out = list.data();
  *out++ = impact.iterations;
  for (int i = 0; i < impact.iterations; ++i) {
    const ImpactStep& step = steps[static_cast<std::size_t>(i)];
    for (const double number : {step.time, step.gap, step.step}) *out++ = number;
    for (const Vec3& vector : {step.normal, step.point_a, step.point_b}) out = write(out, vector);
  }
  return keep(impact);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_sweep) {
  emscripten::function("timeOfImpact", &call_time_of_impact);
  emscripten::function("explainTimeOfImpact", &call_explain_time_of_impact);
}

}  // namespace hyperplane::bindings
