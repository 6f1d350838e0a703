#include <hyperplane/world.h>

#include <limits>
#include <new>

#include <hyperplane/pair.h>

#include "core/memory.h"
#include "query/closest.h"
#include "query/mover.h"
#include "query/overlap.h"
#include "query/ray_cast.h"
#include "query/shape_cast.h"
#include "world/parts.h"

/// The public face of a world. update() is in pipeline.cpp.

namespace hyperplane {

Result<WorldPtr> make_world(const WorldOptions& options) {
  if (options.capacity > k_max_colliders) {
    return {Status::invalid_argument, nullptr, "the capacity is beyond the number of colliders that a world may have"};
  }
  const auto out_of_memory = [] { return Result<WorldPtr>{Status::out_of_memory, nullptr, "no memory for a world"}; };
  auto* const parts = make_object<World::Parts>(options);
  if (parts == nullptr) return out_of_memory();
  void* const room = hyperplane_allocate(sizeof(World));
  if (room == nullptr) {
    destroy_object(parts);
    return out_of_memory();
  }
  WorldPtr world(new (room) World(parts));
  if (!parts->storage.reserve(options.capacity)) return out_of_memory();
  return {Status::ok, static_cast<WorldPtr&&>(world), ""};
}

void WorldDeleter::operator()(World* world) const {
  if (world == nullptr) return;
  destroy_object(world->parts_);
  world->~World();
  hyperplane_release(world);
}

Result<ColliderId> World::add(const ColliderOptions& options) {
  const Result<bool> checked = check_pose(options.pose);
  if (!checked.ok()) return Result<ColliderId>::failure(checked.status, checked.message);
  Storage& storage = parts_->storage;
  // The first collider says where the world is.
  if (storage.size == 0) parts_->origin = options.pose.position;
  const std::uint32_t row = storage.allocate(options);
  if (row == Storage::k_no_row) {
    return Result<ColliderId>::failure(Status::out_of_memory, "no memory for another collider, or too many of them");
  }
  if (!parts_->continuous.place(storage, row, options.is_continuous)) {
    storage.release(row);
    return Result<ColliderId>::failure(Status::out_of_memory, "no memory for where colliders stood");
  }
  parts_->refresh(row);
  return {Status::ok, {row, storage.generations[row]}, ""};
}

Status World::remove(ColliderId collider) {
  Storage& storage = parts_->storage;
  if (!storage.is_live(collider)) return Status::stale_handle;
  parts_->trees.remove(storage, collider.row);
  parts_->continuous.remove(collider.row);
  storage.release(collider.row);
  return Status::ok;
}

Status World::set_pose(ColliderId collider, const Pose& pose) {
  if (!parts_->storage.is_live(collider)) return Status::stale_handle;
  if (!check_pose(pose).ok()) return Status::invalid_argument;
  parts_->storage.set_pose(collider.row, pose);
  parts_->refresh(collider.row);
  return Status::ok;
}

Status World::teleport(ColliderId collider, const Pose& pose) {
  const Status status = set_pose(collider, pose);
  if (status == Status::ok) parts_->continuous.teleport(parts_->storage, collider.row);
  return status;
}

Status World::set_filter(ColliderId collider, std::uint32_t layer, std::uint32_t mask) {
  if (!parts_->storage.is_live(collider)) return Status::stale_handle;
  parts_->storage.set_filter(collider.row, layer, mask);
  parts_->trees.mark(parts_->storage, collider.row);
  parts_->storage.mark_changed(collider.row);
  return Status::ok;
}

Status World::set_ignored(ColliderId a, ColliderId b, bool ignored) {
  Storage& storage = parts_->storage;
  if (!storage.is_live(a) || !storage.is_live(b)) return Status::stale_handle;
  if (a.row == b.row) return Status::invalid_argument;
  if (!ignored) {
    storage.ignored.erase(a.row, b.row);
  } else {
    if (!storage.ignored.insert(a.row, b.row)) return Status::out_of_memory;
    storage.flags[a.row] |= Storage::k_ignores;
    storage.flags[b.row] |= Storage::k_ignores;
  }
  storage.mark_changed(a.row);
  return Status::ok;
}

std::uint32_t World::size() const { return parts_->storage.size; }
std::uint32_t World::capacity() const { return parts_->storage.capacity; }
bool World::contains(ColliderId collider) const { return parts_->storage.is_live(collider); }

ColliderId World::at(std::uint32_t row) const {
  const Storage& storage = parts_->storage;
  if (row >= storage.row_count || (storage.flags[row] & Storage::k_live) == 0) return {};
  return {row, storage.generations[row]};
}

ColliderOptions World::describe(std::uint32_t row) const {
  const Storage& storage = parts_->storage;
  if (row >= storage.row_count || (storage.flags[row] & (Storage::k_live | Storage::k_waiting)) == 0) return {};
  return {storage.shapes[row],
          storage.seen_pose(row),
          (storage.flags[row] & Storage::k_static) != 0,
          (storage.flags[row] & Storage::k_sensor) != 0,
          storage.layers[row],
          storage.masks[row],
          parts_->continuous.contains(row)};
}

std::span<double> World::positions() { return parts_->storage.positions.span(); }
std::span<float> World::quaternions() { return parts_->storage.quaternions.span(); }

ContactList World::contacts() const {
  const ContactLists& shown = parts_->shown;
  return {shown.pairs.span(), shown.normals.span(), shown.points.span()};
}
std::span<const RowPair> World::began() const { return parts_->shown.began.span(); }
std::span<const RowPair> World::ended() const { return parts_->shown.ended.span(); }
std::span<const SweptImpact> World::impacts() const { return parts_->shown.impacts.span(); }
std::span<const RowPair> World::touching() const { return parts_->shown.touching.span(); }
std::uint32_t World::candidate_count() const { return static_cast<std::uint32_t>(parts_->candidates.size()); }
const UpdateTimings& World::timings() const { return parts_->timings; }
BroadPhase World::broad_phase() const { return parts_->used_broad_phase; }
void World::set_broad_phase(BroadPhase broad_phase) { parts_->options.broad_phase = broad_phase; }

WorldRayHit World::raycast(const Vec3& origin, const Vec3& direction, const QueryOptions& options) {
  return cast_ray(parts_->scene(), origin, direction, options);
}

Result<std::span<const WorldRayHit>> World::raycast_all(const Vec3& origin, const Vec3& direction,
                                                        const QueryOptions& options) {
  const Status status = cast_ray_through(parts_->scene(), origin, direction, options, parts_->ray_hits);
  if (status != Status::ok) return {status, {}, "no memory for the hits of a ray"};
  return {Status::ok, parts_->ray_hits.span(), ""};
}

void World::raycast_batch(std::span<const double> rays, std::span<double> distances, std::span<std::int32_t> rows,
                          const QueryOptions& options) {
  const Scene scene = parts_->scene();
  for (std::size_t i = 0; i < rays.size() / 6; ++i) {
    const double* const ray = rays.data() + 6 * i;
    const WorldRayHit hit = cast_ray(scene, {ray[0], ray[1], ray[2]}, {ray[3], ray[4], ray[5]}, options);
    distances[i] = hit.hit.hit ? hit.hit.distance : std::numeric_limits<double>::infinity();
    rows[i] = hit.hit.hit ? static_cast<std::int32_t>(hit.row) : -1;
  }
}

WorldImpact World::cast_shape(const Shape& shape, const Sweep& sweep, const QueryOptions& options) {
  return hyperplane::cast_shape(parts_->scene(), shape, sweep, options);
}

Result<MoverResult> World::move_and_slide(const Shape& shape, const Pose& pose, const Vec3& delta,
                                          const MoverOptions& options) {
  const Result<bool> checked = check_move(pose, delta, options);
  if (!checked.ok()) return Result<MoverResult>::failure(checked.status, checked.message);
  return {Status::ok, hyperplane::move_and_slide(parts_->scene(), shape, pose, delta, options), ""};
}

Result<std::span<const std::uint32_t>> World::overlap(const Shape& shape, const Pose& pose,
                                                      const QueryOptions& options) {
  const Status status = find_overlapping(parts_->scene(), shape, pose, options, parts_->overlap_rows);
  if (status != Status::ok) return {status, {}, "no memory for the colliders that overlap a shape"};
  return {Status::ok, parts_->overlap_rows.span(), ""};
}

WorldClosestPoint World::closest(const Vec3& point, const QueryOptions& options) {
  return find_closest(parts_->scene(), point, options);
}

void World::keep_only_rows() {
  Parts& p = *parts_;
  Storage rows;
  rows.positions.swap(p.storage.positions);
  rows.quaternions.swap(p.storage.quaternions);
  rows.retired_count = p.storage.retired_count;
  for (std::uint32_t i = 0; i < rows.retired_count; ++i) {
    rows.retired_positions[i].swap(p.storage.retired_positions[i]);
    rows.retired_quaternions[i].swap(p.storage.retired_quaternions[i]);
  }
  p.storage = static_cast<Storage&&>(rows);
  p.trees = ColliderTrees();
  p.continuous = ContinuousColliders();
  p.sweep = SweepAndPrune();
  p.narrow_phase.memory.release();
  p.narrow_phase.found.release();
  p.narrow_phase.normals.release();
  p.narrow_phase.points.release();
  p.candidates.pairs().release();
  p.shown = ContactLists();
  p.next = ContactLists();
  p.moved.release();
  p.sort_scratch.release();
  p.sort_starts.release();
  p.ray_hits.release();
  p.overlap_rows.release();
  p.tree_nodes.release();
}

void World::clear_caches() {
  parts_->trees.clear();
  parts_->sweep = SweepAndPrune();
  parts_->narrow_phase.memory.release();
  for (const Buffer<std::uint32_t>& members : parts_->storage.members) {
    for (const std::uint32_t row : members) parts_->storage.mark_changed(row);
  }
}

}  // namespace hyperplane
