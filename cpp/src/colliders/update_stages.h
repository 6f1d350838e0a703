#pragma once

#include <hyperplane/world_base.h>

#include "colliders/pair_lists.h"
#include "core/stopwatch.h"

namespace hyperplane {

/// The stages of World::update: rows -> bounds -> candidate pairs -> touching pairs and contacts -> impacts -> events.
/// Each writes lists of its own, which are shown after all stages have succeeded.
/// @tparam Impl a WorldState whose lists are `shown` and `next`, with the functions that are called here.
template <class Impl>
UpdateResult update_in_stages(Impl& world) {
  Stopwatch watch(world.options.clock);
  UpdateTimings timings;
  const UpdateResult taken = world.sync_poses();
  if (!taken.ok()) return taken;
  timings.bounds = watch.lap();
  const auto out_of_memory = [](const char* message) { return UpdateResult{Status::out_of_memory, 0, message}; };
  if (world.find_candidates() != Status::ok) {
    return out_of_memory("more pairs with overlapping bounds than the world may have, or no memory for them");
  }
  timings.broad_phase = watch.lap();
  if (world.find_contacts() != Status::ok) {
    return out_of_memory("more contacts than the world may have, or no memory for them");
  }
  if (world.find_impacts() != Status::ok) return out_of_memory("no memory for the impacts of continuous colliders");
  timings.narrow_phase = watch.lap();
  if (find_events(world.shown.touching.span(), world.next) != Status::ok || world.find_crossings() != Status::ok) {
    return out_of_memory("no memory for what began and ended");
  }
  world.show_contacts();
  timings.events = watch.lap();
  world.timings = timings;
  return {};
}

}  // namespace hyperplane
