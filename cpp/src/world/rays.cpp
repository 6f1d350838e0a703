#include <limits>

#include "query/ray_cast.h"
#include "world/world_impl.h"

/// Rays, and the scene of all queries: single calls are so short that this counts.

namespace hyperplane {

Scene World::Impl::plain_scene() const {
  Scene scene;
  scene.seen = storage.seen.span();
  scene.packed_shapes = &storage.shapes;
  scene.layers = storage.layers.span();
  scene.flags = storage.flags.span();
  scene.sensor_flag = storage.sensor_count > 0 ? Storage::k_sensor : std::uint16_t{0};
  scene.static_flag = Storage::k_static;
  scene.bounds = storage.bounds.span();
  scene.origin = origin;
  for (int i = 0; i < 2; ++i) scene.rows[i] = storage.members[i].span();
  scene.half_spaces = storage.members[Storage::k_unbounded_list].span();
  scene.static_revision = trees.static_revision();
  scene.context = &storage;
  scene.former_pose = [](const void* context, std::uint32_t row) {
    return static_cast<const Storage*>(context)->frame_start(row);
  };
  return scene;
}

Scene World::Impl::scene() {
  const bool has_trees = trees.bring_up_to_date(storage);
  Scene scene = plain_scene();
  for (int i = 0; i < 2; ++i) scene.trees[i] = has_trees ? &trees.tree(i) : nullptr;
  return scene;
}

WorldRayHit World::raycast(const Vec3& origin, const Vec3& direction, const QueryOptions& options) {
  return cast_ray(impl_->scene(), origin, direction, options);
}

void World::raycast_batch(std::span<const double> rays, std::span<double> distances, std::span<std::int32_t> rows,
                          const QueryOptions& options, std::span<PartFeature> features) {
  const Scene scene = impl_->scene();
  for (std::size_t i = 0; i < rays.size() / 6; ++i) {
    const double* const ray = rays.data() + 6 * i;
    const WorldRayHit hit = cast_ray(scene, {ray[0], ray[1], ray[2]}, {ray[3], ray[4], ray[5]}, options);
    distances[i] = hit.hit ? hit.distance : std::numeric_limits<double>::infinity();
    rows[i] = hit.hit ? static_cast<std::int32_t>(hit.row) : -1;
    if (!features.empty()) features[i] = hit.feature;
  }
}

}  // namespace hyperplane
