#include <hyperplane/world.h>

#include <limits>
#include <new>
#include <utility>

#include <hyperplane/pair.h>

#include "core/memory.h"
#include "core/sort.h"
#include "query/closest.h"
#include "query/mover.h"
#include "query/nearest.h"
#include "query/overlap.h"
#include "query/ray_cast.h"
#include "query/shape_cast.h"
#include "world/world_impl.h"

/// The public functions of World, except update() and refit() (pipeline.cpp), snapshot(), hash() and the explanations.

namespace hyperplane {

World::World(Impl* impl) : WorldBase(impl), impl_(impl) {}

Result<WorldPtr> make_world(const WorldOptions& options) {
  if (options.capacity > k_max_colliders) {
    return {Status::invalid_argument, nullptr, "the capacity is above the maximum number of colliders"};
  }
  const auto out_of_memory = [] { return Result<WorldPtr>{Status::out_of_memory, nullptr, "no memory for a world"}; };
  auto* const impl = make_object<World::Impl>(options);
  if (impl == nullptr) return out_of_memory();
  void* const room = hyperplane_allocate(sizeof(World));
  if (room == nullptr) {
    destroy_object(impl);
    return out_of_memory();
  }
  WorldPtr world(new (room) World(impl));
  if (!impl->storage.reserve(options.capacity)) return out_of_memory();
  return {Status::ok, static_cast<WorldPtr&&>(world), ""};
}

void WorldDeleter::operator()(World* world) const {
  if (world == nullptr) return;
  destroy_object(world->impl_);
  world->~World();
  hyperplane_release(world);
}

Result<ColliderId> World::add(const ColliderOptions& options) {
  const Result<bool> checked = check_pose(options.pose);
  if (!checked.ok()) return Result<ColliderId>::failure(checked.status, checked.message);
  if (!is_margin(options.margin)) {
    return Result<ColliderId>::failure(Status::invalid_argument, "the margin is not from 0 to 1e9 m");
  }
  Storage& storage = impl_->storage;
  // The local origin starts at the first collider.
  if (storage.size == 0) impl_->origin = options.pose.position;
  impl_->drop_unused_kinds();
  const std::uint32_t row = storage.allocate(options);
  if (row == Storage::k_no_row) {
    return Result<ColliderId>::failure(Status::out_of_memory, "no memory for another collider, or too many of them");
  }
  if (options.is_continuous && !impl_->continuous.add(row, storage.capacity)) {
    storage.release(row);
    return Result<ColliderId>::failure(Status::out_of_memory, "no memory for another continuous collider");
  }
  impl_->refresh(row);
  impl_->disturb(row);
  return {Status::ok, {row, storage.generations[row]}, ""};
}

Status World::remove(ColliderId collider) {
  Storage& storage = impl_->storage;
  if (!storage.is_live(collider)) return Status::stale_handle;
  impl_->disturb(collider.row);
  impl_->trees.remove(storage, collider.row);
  if ((storage.flags[collider.row] & Storage::k_static) != 0) impl_->mover_cache.release();
  impl_->continuous.remove(collider.row);
  storage.release(collider.row);
  return Status::ok;
}

Status World::set_pose(ColliderId collider, const Pose& pose) {
  Storage& storage = impl_->storage;
  if (!storage.is_live(collider)) return Status::stale_handle;
  if (!check_pose(pose).ok()) return Status::invalid_argument;
  if (!storage.starts.reserve(storage.capacity, 1)) return Status::out_of_memory;
  if (storage.takes_part(collider.row)) storage.starts.keep(collider.row, storage.seen[collider.row]);
  impl_->disturb(collider.row);
  storage.set_pose(collider.row, pose);
  impl_->refresh(collider.row);
  impl_->disturb(collider.row);
  return Status::ok;
}

Status World::teleport(ColliderId collider, const Pose& pose) {
  Storage& storage = impl_->storage;
  if (!storage.is_live(collider)) return Status::stale_handle;
  if (!check_pose(pose).ok()) return Status::invalid_argument;
  storage.forget_motion(collider.row);
  impl_->disturb(collider.row);
  storage.set_pose(collider.row, pose);
  impl_->refresh(collider.row);
  impl_->disturb(collider.row);
  return Status::ok;
}

Status World::set_filter(ColliderId collider, std::uint32_t layer, std::uint32_t mask) {
  if (!impl_->storage.is_live(collider)) return Status::stale_handle;
  impl_->storage.set_filter(collider.row, layer, mask);
  if (!impl_->storage.takes_part(collider.row)) return Status::ok;
  impl_->trees.mark(impl_->storage, collider.row);
  impl_->storage.mark_changed(collider.row);
  impl_->disturb(collider.row);
  return Status::ok;
}

Status World::set_kind(ColliderId collider, const ColliderKind& kind) {
  Impl& p = *impl_;
  Storage& storage = p.storage;
  const std::uint32_t row = collider.row;
  if (!storage.is_live(collider)) return Status::stale_handle;
  const bool awakes = kind.is_enabled && !storage.takes_part(row);
  const bool is_new = kind.is_continuous && !p.continuous.contains(row);
  const std::uint32_t flags = (kind.is_static ? Storage::k_static : 0u) | (kind.is_sensor ? Storage::k_sensor : 0u) |
                              (kind.is_enabled ? 0u : Storage::k_disabled);
  if (!storage.reserve_kind(flags | (storage.flags[row] & Storage::k_unbounded))) return Status::out_of_memory;
  if (is_new && !p.continuous.add(row, storage.capacity)) return Status::out_of_memory;
  if (awakes && !p.take_pose(row)) {
    if (is_new) p.continuous.remove(row);
    return Status::invalid_argument;
  }
  if (!kind.is_continuous) p.continuous.remove(row);
  if (awakes || !kind.is_enabled) storage.forget_motion(row);
  p.disturb(row);
  p.trees.remove(storage, row);
  storage.set_kind(row, flags);
  p.refresh(row);
  p.disturb(row);
  return Status::ok;
}

Status World::set_shape(ColliderId collider, const Shape& shape) {
  if (!impl_->storage.is_live(collider)) return Status::stale_handle;
  Storage& storage = impl_->storage;
  const std::uint32_t kind = storage.flags[collider.row] & (Storage::k_static | Storage::k_disabled);
  impl_->drop_unused_kinds();
  if (!storage.reserve_shape(shape) || !storage.reserve_kind(kind | Storage::unbounded_kind(shape))) {
    return Status::out_of_memory;
  }
  impl_->disturb(collider.row);
  if (Storage::unbounded_kind(shape) != (storage.flags[collider.row] & Storage::k_unbounded)) {
    impl_->trees.remove(storage, collider.row);
  }
  storage.change_shape(collider.row, shape);
  impl_->knows_fast_rows = false;
  impl_->refresh(collider.row);
  impl_->disturb(collider.row);
  return Status::ok;
}

Status World::set_margin(ColliderId collider, double margin) {
  Storage& storage = impl_->storage;
  if (!storage.is_live(collider)) return Status::stale_handle;
  if (!is_margin(margin)) return Status::invalid_argument;
  if (margin > 0.0 && !storage.reserve_margins()) return Status::out_of_memory;
  impl_->disturb(collider.row);
  storage.set_margin(collider.row, margin);
  impl_->refresh(collider.row);
  impl_->disturb(collider.row);
  return Status::ok;
}

Status World::set_ignored(ColliderId a, ColliderId b, bool ignored) {
  Storage& storage = impl_->storage;
  const Status status = storage.set_ignored(a, b, ignored);
  if (status != Status::ok) return status;
  // All contacts of a mover may depend on the static colliders that it ignores.
  for (const ColliderId id : {a, b}) {
    if ((storage.flags[id.row] & Storage::k_static) != 0) continue;
    storage.mark_changed(id.row);
    break;
  }
  return Status::ok;
}

ColliderOptions World::describe(std::uint32_t row) const {
  const Storage& storage = impl_->storage;
  if (row >= storage.row_count || !storage.is_used(row)) return {};
  return {storage.shapes[row],
          storage.seen_pose(row),
          (storage.flags[row] & Storage::k_static) != 0,
          (storage.flags[row] & Storage::k_sensor) != 0,
          storage.layers[row],
          storage.masks[row],
          impl_->continuous.contains(row),
          (storage.flags[row] & Storage::k_disabled) == 0,
          storage.margin(row)};
}

ColliderMotion World::motion(std::uint32_t row) const {
  const Storage& storage = impl_->storage;
  return {storage.former_pose(row), storage.start_pose(row), storage.seen_pose(row)};
}

std::span<const std::uint32_t> World::fast_rows() {
  Impl& p = *impl_;
  if (!p.knows_fast_rows) {
    p.fast_rows.clear();
    for (const std::uint32_t row : p.storage.formers.rows()) {
      if (p.is_fast(row) && !p.fast_rows.push(row)) break;
    }
    // They are in the order in which their poses were set.
    sort(p.fast_rows.span());
    p.knows_fast_rows = true;
  }
  return p.fast_rows.span();
}

bool World::Impl::is_fast(std::uint32_t row) const {
  const Storage::Extent& extent = storage.extents[row];
  if ((storage.flags[row] & Storage::k_unbounded) != 0) return false;
  // Nothing is known of a composite: it may be as thin as a triangle.
  if (extent.radius < 0.0f) return true;
  const auto number = [](float value) { return static_cast<double>(value); };
  const Vec3 half{number(extent.half[0]), number(extent.half[1]), number(extent.half[2])};
  const double radius = number(extent.radius);
  const Pose from = storage.former_pose(row), to = storage.start_pose(row);
  double turned = 0.0;
  if (from.rotation != to.rotation) {
    const double cosine = dot(normalized(from.rotation), normalized(to.rotation));
    turned = 2.0 * std::sqrt(max(0.0, 1.0 - cosine * cosine)) * (length(half) + radius);
  }
  const double thickness = min(half.x, min(half.y, half.z)) + radius;
  return length(to.position - from.position) + turned > 0.25 * thickness;
}

std::span<double> World::positions() { return impl_->storage.positions.span(); }
std::span<float> World::quaternions() { return impl_->storage.rotations.span(); }

ContactList World::contacts() const {
  const ContactLists& shown = impl_->shown;
  return {shown.pairs.span(), shown.normals.span(), shown.points.list(), shown.features.span()};
}
Result<Vec3> World::separation(ColliderId id) {
  if (!impl_->storage.is_live(id)) return Result<Vec3>::failure(Status::stale_handle, "not a live collider");
  Impl& p = *impl_;
  return p.separation.find(p.storage, p.shown, p.contacts_by_row, p.touching_by_row, id.row);
}
std::span<const SweptImpact> World::impacts() const { return impl_->shown.impacts.span(); }

Result<std::span<const WorldRayHit>> World::raycast_all(const Vec3& origin, const Vec3& direction,
                                                        const QueryOptions& options) {
  const Status status = cast_ray_through(impl_->scene(), origin, direction, options, impl_->ray_hits);
  if (status != Status::ok) return {status, {}, "no memory for the hits of a ray"};
  return {Status::ok, impl_->ray_hits.span(), ""};
}

WorldImpact World::cast_shape(const Shape& shape, const Sweep& sweep, const QueryOptions& options) {
  return hyperplane::cast_shape(impl_->scene(), shape, sweep, options);
}

Result<std::span<const WorldImpact>> World::cast_shape_all(const Shape& shape, const Sweep& sweep,
                                                           const QueryOptions& options) {
  const Status status = cast_shape_through(impl_->scene(), shape, sweep, options, impl_->shape_hits);
  if (status != Status::ok) return {status, {}, "no memory for the hits of a shape"};
  return {Status::ok, impl_->shape_hits.span(), ""};
}

Result<MoverResult> World::move_and_slide(const Shape& shape, const Pose& pose, const Vec3& delta,
                                          const MoverOptions& options) {
  const Result<bool> checked = check_move(pose, delta, options);
  if (!checked.ok()) return Result<MoverResult>::failure(checked.status, checked.message);
  if (shape.type == ShapeType::half_space) {
    return Result<MoverResult>::failure(Status::invalid_argument, "a half-space is no body that slides along others");
  }
  const auto move = [&](const Shape& body) {
    return Result<MoverResult>{
        Status::ok, hyperplane::move_and_slide(impl_->scene(), body, pose, delta, options, &impl_->mover_cache), ""};
  };
  if (shape.kinds == nullptr) return move(shape);
  // Lists of parts keep the kinds.
  impl_->drop_unused_kinds();
  Shape body = shape;
  body.kinds = impl_->storage.shapes.kind_masks.keep(*shape.kinds);
  if (body.kinds == nullptr) return Result<MoverResult>::failure(Status::out_of_memory, "no memory for kinds");
  return move(body);
}

Result<std::span<const std::uint32_t>> World::overlap(const Shape& shape, const Pose& pose,
                                                      const QueryOptions& options) {
  const Status status = find_overlapping(impl_->scene(), shape, pose, options, impl_->overlap_rows);
  if (status != Status::ok) return {status, {}, "no memory for the colliders that overlap a shape"};
  return {Status::ok, impl_->overlap_rows.span(), ""};
}

WorldClosestPoint World::closest(const Vec3& point, const QueryOptions& options) {
  return find_closest(impl_->scene(), point, options);
}

WorldDistance World::nearest(const Shape& shape, const Pose& pose, const QueryOptions& options) {
  return find_nearest(impl_->scene(), shape, pose, options);
}

Result<std::span<const WorldDistance>> World::nearest_all(const Shape& shape, const Pose& pose,
                                                          const QueryOptions& options) {
  const Status status = find_all_near(impl_->scene(), shape, pose, options, impl_->near_colliders);
  if (status != Status::ok) return {status, {}, "no memory for the colliders near a shape"};
  return {Status::ok, impl_->near_colliders.span(), ""};
}

void World::keep_only_rows() {
  Impl& p = *impl_;
  Storage rows;
  rows.swap_arrays(p.storage);
  p.storage = static_cast<Storage&&>(rows);
  p.trees = ColliderTrees();
  p.mover_cache.release();
  p.continuous = ContinuousColliders();
  p.sweep = SweepAndPrune();
  p.narrow_phase.memory.release();
  p.narrow_phase.release_scratch();
  p.contacts_by_row.release();
  p.touching_by_row.release();
  p.separation.release();
  p.candidates.pairs().release();
  p.candidate_count = 0;
  p.shown = ContactLists();
  p.next = ContactLists();
  p.moved.release();
  p.release_scratch();
  p.ray_hits.release();
  p.overlap_rows.release();
  p.tree_nodes.release();
}

void World::roll_back(World& restored) {
  restored.impl_->storage.replace(impl_->storage);
  // A cache by rows, of which any state will do.
  std::swap(restored.impl_->narrow_phase.memory, impl_->narrow_phase.memory);
  std::swap(restored.impl_, impl_);
  std::swap(restored.state_, state_);
}

void World::clear_caches() {
  impl_->trees.clear();
  impl_->mover_cache.release();
  impl_->sweep = SweepAndPrune();
  impl_->narrow_phase.memory.release();
  for (const Buffer<std::uint32_t>& members : impl_->storage.members) {
    for (const std::uint32_t row : members) impl_->storage.mark_changed(row);
  }
}

}  // namespace hyperplane
