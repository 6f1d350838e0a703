#include "bind_call.h"
#include "call.h"

/// Two moving shapes; the four poses are in the records.

namespace hyperplane::bindings {
namespace {

/// @return 0: no impact, 1: an impact, 2: an impact that did not converge, or k_fault. The impact is kept.
std::uint32_t call_time_of_impact(std::uint32_t a, std::uint32_t b) {
  const SweepCall call(a, b);
  if (!call.valid) return k_fault;
  const Impact impact = time_of_impact(*call.a, call.sweep_a, *call.b, call.sweep_b);
  keep(impact);
  return answer_of(impact);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_sweep) { bind_call("timeOfImpact", &call_time_of_impact); }

}  // namespace hyperplane::bindings
