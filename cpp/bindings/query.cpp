#include <optional>

#include "bind_call.h"
#include "call.h"

/// Queries on one shape at pose 0: rays, closest points, support points. Points and directions are in the vectors. And
/// distances up to a maximum of two shapes.

namespace hyperplane::bindings {
namespace {

/// Casts a ray from vector 0 along vector 1. @param max_distance m, may be infinite.
/// @return 1 with the hit kept, 0 for no hit, or k_fault.
std::uint32_t call_raycast(std::uint32_t number, double max_distance, bool solid) {
  const Records& r = records();
  const Shape* shape = accept_shape_at_pose(number);
  if (shape == nullptr || !accept_ray(r.vectors[0], r.vectors[1])) return k_fault;
  const RayHit hit = raycast(*shape, r.poses[0], r.vectors[0], r.vectors[1], max_distance, solid);
  keep(hit);
  return hit.hit ? 1 : 0;
}

/// Closest point of the surface to vector 0. @return 0 with the answer kept, or k_fault.
std::uint32_t call_closest_point(std::uint32_t number) {
  const Records& r = records();
  const Shape* shape = accept_shape_at_pose(number);
  if (shape == nullptr || !accept_point(r.vectors[0])) return k_fault;
  keep(closest_point(*shape, r.poses[0], r.vectors[0]));
  return 0;
}

/// Support point along vector 0. @return 0 with the point among the results, or k_fault.
std::uint32_t call_support(std::uint32_t number) {
  const Records& r = records();
  const Shape* shape = accept_shape_at_pose(number);
  if (shape == nullptr || !accept_direction(r.vectors[0])) return k_fault;
  put(results(), support(*shape, r.poses[0], r.vectors[0]));
  return 0;
}

/// @return 1 with the distance kept, 0 if it is above the maximum, or k_fault.
std::uint32_t call_distance_within(std::uint32_t a, std::uint32_t b, double max_distance) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  const std::optional<Distance> found = distance_within(*call.a, call.pose_a, *call.b, call.pose_b, max_distance);
  if (!found) return 0;
  keep(*found);
  return 1;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_query) {
  bind_call("raycast", &call_raycast);
  bind_call("closestPoint", &call_closest_point);
  bind_call("support", &call_support);
  bind_call("distanceWithin", &call_distance_within);
}

}  // namespace hyperplane::bindings
