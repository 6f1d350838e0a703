#include <emscripten/bind.h>

#include <hyperplane/pair.h>

#include "call.h"

/// One pair of shapes, their poses in the records.

namespace hyperplane::bindings {
namespace {

using PairFunction = std::uint32_t (*)(std::uint32_t a, std::uint32_t b);

/// @return 0 or 1, or k_fault.
std::uint32_t call_intersects(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  return intersects(*call.a, call.pose_a, *call.b, call.pose_b) ? 1 : 0;
}

/// @return the number of contact points, 0 when the shapes are apart, or k_fault. Contact in the records.
std::uint32_t call_collide(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  records().contact = collide(*call.a, call.pose_a, *call.b, call.pose_b);
  return static_cast<std::uint32_t>(records().contact.point_count);
}

/// @return 0, or k_fault. Distance and witness points in the records.
std::uint32_t call_distance(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  records().distance = distance(*call.a, call.pose_a, *call.b, call.pose_b);
  return 0;
}

constexpr PairFunction k_pair_functions[] = {&call_intersects, &call_collide, &call_distance};

/// These calls are as short as the way to them, so JavaScript takes them out of the function table itself. What embind
/// puts in front of a function is shared by all that have the same signature: JavaScript engines do not inline it where
/// a program calls two of them.
/// @return the place in the table.
std::uint32_t pair_function(std::uint32_t i) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(k_pair_functions[i]));
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_pair) { emscripten::function("pairFunction", &pair_function); }

}  // namespace hyperplane::bindings
