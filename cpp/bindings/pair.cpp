#include <new>

#include <hyperplane/pair.h>

#include "bind_call.h"
#include "call.h"

/// Calls on one pair of shapes; the poses are in the records.

namespace hyperplane::bindings {
namespace {

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

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_pair) {
  bind_call("pairIntersects", &call_intersects);
  bind_call("pairCollide", &call_collide);
  bind_call("pairCollideWithin", &call_collide_within);
  bind_call("pairDistance", &call_distance);
}

}  // namespace hyperplane::bindings
