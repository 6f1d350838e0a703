#include <emscripten/bind.h>

#include <hyperplane/shape_query.h>

#include "call.h"

/// Queries on one shape at pose 0: rays, closest points, support points. Points and directions are in the vectors.

namespace hyperplane::bindings {
namespace {

/// Casts a ray from vector 0 along vector 1. @param max_distance m, may be infinite.
/// @return 1 with the hit in the records, 0 for no hit, or k_fault.
std::uint32_t call_raycast(std::uint32_t number, double max_distance) {
  Records& r = records();
  const Shape* shape = accept_shape_at_pose(number);
  if (shape == nullptr || !accept_point(r.vectors[0]) || !accept_direction(r.vectors[1])) return k_fault;
  r.ray_hit = raycast(*shape, r.poses[0], r.vectors[0], r.vectors[1], max_distance);
  return r.ray_hit.hit ? 1 : 0;
}

/// Closest point of the surface to vector 0. @return 0 with the result in the records, or k_fault.
std::uint32_t call_closest_point(std::uint32_t number) {
  Records& r = records();
  const Shape* shape = accept_shape_at_pose(number);
  if (shape == nullptr || !accept_point(r.vectors[0])) return k_fault;
  r.closest = closest_point(*shape, r.poses[0], r.vectors[0]);
  return 0;
}

/// Support point along vector 0. @return 0 with the result in point 0, or k_fault.
std::uint32_t call_support(std::uint32_t number) {
  Records& r = records();
  const Shape* shape = accept_shape_at_pose(number);
  if (shape == nullptr || !accept_direction(r.vectors[0])) return k_fault;
  r.points[0] = support(*shape, r.poses[0], r.vectors[0]);
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_query) {
  emscripten::function("raycast", &call_raycast);
  emscripten::function("closestPoint", &call_closest_point);
  emscripten::function("support", &call_support);
}

}  // namespace hyperplane::bindings
