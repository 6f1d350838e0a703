#include <new>

#include <emscripten/bind.h>

#include <hyperplane/pair.h>

#include "call.h"

/// Calls on one pair of shapes; the poses are in the records.

namespace hyperplane::bindings {
namespace {

using PairFunction = std::uint32_t (*)(std::uint32_t a, std::uint32_t b);

/// @return 0 or 1, or k_fault.
std::uint32_t call_intersects(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  return intersects(*call.a, call.pose_a, *call.b, call.pose_b) ? 1 : 0;
}

/// @return the number of contact points, 0 if the shapes are apart, or k_fault. The contact is in the records.
std::uint32_t call_collide(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  // In place: an assignment would copy all four points.
  ::new (&records().contact) ContactManifold(collide(*call.a, call.pose_a, *call.b, call.pose_b));
  return static_cast<std::uint32_t>(records().contact.point_count);
}

/// The same with a margin in metres.
std::uint32_t call_collide_within(std::uint32_t a, std::uint32_t b, double margin) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  ::new (&records().contact) ContactManifold(collide_within(*call.a, call.pose_a, *call.b, call.pose_b, margin));
  return static_cast<std::uint32_t>(records().contact.point_count);
}

/// @return 0, or k_fault. Distance and witness points are in the records.
std::uint32_t call_distance(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  keep(distance(*call.a, call.pose_a, *call.b, call.pose_b));
  return 0;
}

constexpr PairFunction k_pair_functions[] = {&call_intersects, &call_collide, &call_distance};

/// These calls are so short that JavaScript calls them through the function table: embind's wrapper is shared by all
/// functions of the same signature, and engines do not inline it in programs that call two of them.
/// @return index into the function table.
std::uint32_t pair_function(std::uint32_t i) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(k_pair_functions[i]));
}
std::uint32_t collide_within_function() {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&call_collide_within));
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_pair) {
  emscripten::function("pairFunction", &pair_function);
  emscripten::function("collideWithinFunction", &collide_within_function);
}

}  // namespace hyperplane::bindings
