#include "bind_call.h"
#include "call.h"
#include "world_store.h"

/// A single ray into a world, so short a call that what surrounds the ray counts.

namespace hyperplane::bindings {
namespace {

/// @return the row of the first hit, which is kept, or k_no_row, or k_fault.
std::uint32_t cast_ray(std::uint32_t world, double max_distance, std::uint32_t mask, bool sensors, bool solid) {
  BoundWorld* const found = world_store.find(world);
  BoundWorld* const bound = found != nullptr ? found : accept_world(world);
  const Vector* const ray = records().vectors;
  if (bound == nullptr || !(is_plain_ray(ray[0], ray[1]) || accept_ray(ray[0], ray[1]))) return k_fault;
  const WorldRayHit hit = bound->world->raycast(ray[0], ray[1], query_options(max_distance, mask, sensors, solid));
  if (!hit.hit) return k_no_row;
  keep(hit);
  return hit.row;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_world_ray) { bind_call("castRay", &cast_ray); }

}  // namespace hyperplane::bindings
