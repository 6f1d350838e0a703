#include <hyperplane/plane_world.h>

#include "core/hash.h"
#include "core/memory.h"
#include "plane/world/world_impl.h"

/// The world's colliders and the lists of its last update; see update.cpp and query.cpp.

namespace hyperplane::plane {

void WorldDeleter::operator()(World* world) const {
  if (world == nullptr) return;
  destroy_object(world->impl_);
  hyperplane_release(world);
}

World::World(Impl* impl) : WorldBase(impl), impl_(impl) {}

Result<WorldPtr> make_world(const WorldOptions& options) {
  if (options.capacity > k_max_colliders) {
    return Result<WorldPtr>::failure(Status::invalid_argument, "a world has room for at most 2^24 colliders");
  }
  const Result<WorldPtr> no_memory{Status::out_of_memory, nullptr, "no memory for a world"};
  void* const room = hyperplane_allocate(sizeof(World));
  if (room == nullptr) return Result<WorldPtr>::failure(no_memory.status, no_memory.message);
  World::Impl* const impl = make_object<World::Impl>(options);
  if (impl == nullptr || !impl->colliders.reserve(options.capacity)) {
    destroy_object(impl);
    hyperplane_release(room);
    return Result<WorldPtr>::failure(no_memory.status, no_memory.message);
  }
  return {Status::ok, WorldPtr(new (room) World(impl)), ""};
}

Result<ColliderId> World::add(const ColliderOptions& options) {
  const Result<bool> checked = check_pose(options.pose);
  if (!checked.ok()) return Result<ColliderId>::failure(checked.status, checked.message);
  if (!is_margin(options.margin)) {
    return Result<ColliderId>::failure(Status::invalid_argument, "the margin is not from 0 to 1e9 m");
  }
  const std::uint32_t row = impl_->colliders.allocate(options);
  if (row == Colliders::k_no_row) {
    return Result<ColliderId>::failure(Status::out_of_memory, "no memory for another collider");
  }
  return {Status::ok, {row, impl_->colliders.generations[row]}, ""};
}

Status World::remove(ColliderId collider) {
  if (!contains(collider)) return Status::stale_handle;
  impl_->colliders.release(collider.row);
  return Status::ok;
}

Status World::set_pose(ColliderId collider, const Pose& pose) {
  if (!contains(collider)) return Status::stale_handle;
  const Result<bool> checked = check_pose(pose);
  if (!checked.ok()) return checked.status;
  impl_->colliders.set_pose(collider.row, pose);
  return Status::ok;
}

Status World::teleport(ColliderId collider, const Pose& pose) {
  const Status status = set_pose(collider, pose);
  if (status == Status::ok) impl_->colliders.forget_motion(collider.row);
  return status;
}

Status World::set_filter(ColliderId collider, std::uint32_t layer, std::uint32_t mask) {
  if (!contains(collider)) return Status::stale_handle;
  impl_->colliders.set_filter(collider.row, layer, mask);
  return Status::ok;
}

Status World::set_kind(ColliderId collider, const ColliderKind& kind) {
  if (!contains(collider)) return Status::stale_handle;
  Colliders& c = impl_->colliders;
  const bool awakes = kind.is_enabled && !c.takes_part(collider.row);
  if (awakes && !c.take_pose(collider.row)) return Status::invalid_argument;
  c.set_kind(collider.row, kind);
  if (awakes) c.forget_motion(collider.row);
  return Status::ok;
}

Status World::set_shape(ColliderId collider, const Shape& shape) {
  if (!contains(collider)) return Status::stale_handle;
  impl_->knows_fast_rows = false;
  return impl_->colliders.set_shape(collider.row, shape) ? Status::ok : Status::out_of_memory;
}

Status World::set_margin(ColliderId collider, double margin) {
  if (!contains(collider)) return Status::stale_handle;
  if (!is_margin(margin)) return Status::invalid_argument;
  return impl_->colliders.set_margin(collider.row, margin) ? Status::ok : Status::out_of_memory;
}

Status World::set_ignored(ColliderId a, ColliderId b, bool ignored) {
  return impl_->colliders.set_ignored(a, b, ignored);
}

ColliderOptions World::describe(std::uint32_t row) const {
  const Colliders& c = impl_->colliders;
  ColliderOptions options;
  if (row >= c.row_count) return options;
  options.shape = c.shapes[row];
  options.pose = c.bodies[row].pose();
  options.is_static = (c.flags[row] & Colliders::k_static) != 0;
  options.is_sensor = (c.flags[row] & Colliders::k_sensor) != 0;
  options.is_continuous = (c.flags[row] & Colliders::k_continuous) != 0;
  options.is_enabled = (c.flags[row] & Colliders::k_disabled) == 0;
  options.layer = c.layers[row];
  options.mask = c.masks[row];
  options.margin = c.margin(row);
  return options;
}

ColliderMotion World::motion(std::uint32_t row) const {
  const Colliders& c = impl_->colliders;
  return {c.formers[row], c.starts[row], c.bodies[row].pose()};
}

std::span<const std::uint32_t> World::fast_rows() {
  Impl& p = *impl_;
  if (p.knows_fast_rows) return p.fast_rows.span();
  const Colliders& c = p.colliders;
  p.fast_rows.clear();
  for (std::uint32_t row = 0; row < c.row_count; ++row) {
    const Pose &from = c.formers[row], &to = c.starts[row];
    const Shape& shape = c.shapes[row];
    if (!c.takes_part(row) || from == to || is_half_space(shape)) continue;
    // Others may be as thin as a segment.
    const double thickness = shape.type == ShapeType::rectangle ? shape.radius + smaller(shape.radii.x, shape.radii.y)
                             : is_composite(shape)              ? 0.0
                                                                : shape.radius;
    const double way = length(to.position - from.position) + magnitude(to.angle - from.angle) * c.bodies[row].reach;
    if (way > 0.25 * thickness && !p.fast_rows.push(row)) break;
  }
  p.knows_fast_rows = true;
  return p.fast_rows.span();
}

std::span<double> World::positions() { return impl_->colliders.positions.span(); }
std::span<double> World::angles() { return impl_->colliders.rotations.span(); }

ContactList World::contacts() const {
  return {impl_->shown.pairs.span(), impl_->shown.normals.span(), impl_->shown.points.span()};
}
std::span<const SweptImpact> World::impacts() const { return impl_->shown.impacts.span(); }
std::uint64_t World::hash() const {
  const Colliders& c = impl_->colliders;
  const ContactLists& shown = impl_->shown;
  // Sums of hashes do not depend on the order of the rows; pairs are named by the hashes of their colliders.
  const auto hash_of_row = [&](std::uint32_t row) {
    Hash hash;
    hash.add(c.shape_hash(row));
    const Pose pose = c.bodies[row].pose();
    hash.add(pose.position.x);
    hash.add(pose.position.y);
    hash.add(pose.angle);
    hash.add(std::uint32_t{c.flags[row]} &
             (Colliders::k_static | Colliders::k_sensor | Colliders::k_continuous | Colliders::k_disabled));
    hash.add(c.layers[row]);
    hash.add(c.masks[row]);
    if (c.shapes[row].kinds != nullptr) {
      for (const std::uint64_t word : c.shapes[row].kinds->words) hash.add(word);
    }
    if (c.margin(row) > 0.0) hash.add(c.margin(row));
    return hash.value();
  };
  std::uint64_t sum = 0;
  for (std::uint32_t row = 0; row < c.row_count; ++row) {
    if ((c.flags[row] & Colliders::k_live) != 0) sum += hash_of_row(row);
  }
  Hash total;
  total.add(sum);
  total.add(c.size);
  const auto hash_of_pair = [&](RowPair pair, std::uint64_t kind) {
    const std::uint64_t a = hash_of_row(pair.a), b = hash_of_row(pair.b);
    Hash hash;
    hash.add(kind);
    hash.add(a + b);
    hash.add(a ^ b);
    return hash.value();
  };
  sum = 0;
  c.ignored.for_each([&](std::uint32_t a, std::uint32_t b) { sum += hash_of_pair({a, b}, 1); });
  for (const RowPair pair : shown.touching) sum += hash_of_pair(pair, 2);
  for (const RowPair pair : shown.began) sum += hash_of_pair(pair, 3);
  for (const RowPair pair : shown.ended) sum += hash_of_pair(pair, 4);
  for (std::size_t i = 0; i < shown.pairs.size(); ++i) {
    // Which row is lower turns the normal round.
    Hash hash;
    hash.add(hash_of_pair(shown.pairs[i], 5));
    hash.add(shown.normals[3 * i + 2]);
    hash.add(shown.points[i].count);
    sum += hash.value();
  }
  for (const SweptImpact& impact : shown.impacts) {
    Hash hash;
    hash.add(hash_of_row(impact.a));
    hash.add(hash_of_row(impact.b));
    hash.add(impact.time);
    sum += hash.value();
  }
  total.add(sum);
  return total.value();
}

std::uint64_t hash_of(const Shape& shape) {
  Hash hash;
  hash.add(static_cast<std::uint32_t>(shape.type));
  if (!is_composite(shape)) {
    hash.add(shape.radius);
    hash.add(shape.radii.x);
    hash.add(shape.radii.y);
    hash.add(shape.centre.x);
    hash.add(shape.centre.y);
    for (int i = 0; i < shape.vertex_count; ++i) {
      hash.add(vertices_of(shape)[i].x);
      hash.add(vertices_of(shape)[i].y);
    }
    return hash.value();
  }
  const Composite& composite = *shape.composite;
  for (const double number : composite.points) hash.add(number);
  for (const std::uint32_t size : composite.ring_sizes) hash.add(size);
  for (const CompoundPart& part : composite.parts) {
    hash.add(hash_of(part.shape));
    hash.add(part.pose.position.x);
    hash.add(part.pose.position.y);
    hash.add(part.pose.angle);
  }
  hash.add(std::uint32_t{composite.is_closed ? 1u : 0u});
  hash.add(static_cast<std::uint32_t>(composite.sides));
  if (composite.one_way != Vec2{}) {
    hash.add(composite.one_way.x);
    hash.add(composite.one_way.y);
  }
  if (composite.tile_map != nullptr) {
    const TileMap& map = *composite.tile_map;
    hash.add(map.columns);
    hash.add(map.tile_size.x);
    hash.add(map.tile_size.y);
    hash.add_bytes(std::as_bytes(map.tiles.span()));
  }
  return hash.value();
}

}  // namespace hyperplane::plane
