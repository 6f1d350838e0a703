#include "plane/world/colliders.h"

#include "bvh/visit.h"
#include "colliders/local_origin.h"
#include "core/assert.h"

namespace hyperplane::plane {
namespace {

std::uint32_t flags_of(const ColliderKind& kind) {
  return (kind.is_static ? Colliders::k_static : 0u) | (kind.is_sensor ? Colliders::k_sensor : 0u) |
         (kind.is_continuous ? Colliders::k_continuous : 0u) | (kind.is_enabled ? 0u : Colliders::k_disabled);
}

}  // namespace

bool Colliders::reserve(std::uint32_t rows) {
  if (rows <= capacity) return true;
  const std::uint32_t room = room_for(rows);
  if (room > k_max_colliders) return false;
  // Everything is reserved before a row is made.
  for (Buffer<std::uint32_t>& list : members) {
    if (!list.reserve(room)) return false;
  }
  if (!bodies.reserve(room) || !starts.reserve(room) || !formers.reserve(room) || !shapes.reserve(room) ||
      !removed_hashes.reserve(room) || !moved_.reserve(room) || !reserve_rows(room) || !grow_arrays(room)) {
    return false;
  }
  const bool sized = bodies.resize(room, {}) && starts.resize(room, {}) && formers.resize(room, {}) &&
                     shapes.resize(room, {}) && removed_hashes.resize(room, 0);
  HYPERPLANE_ASSERT(sized);
  static_cast<void>(sized);
  make_rows(room);
  return true;
}

std::uint32_t Colliders::allocate(const ColliderOptions& options) {
  const KindMask* const kinds = options.shape.kinds;
  if (needs_room() && !reserve(row_count + 1)) return k_no_row;
  if (kinds != nullptr && !reserve_kinds()) return k_no_row;
  if (options.margin > 0.0 && !reserve_margins()) return k_no_row;
  const ColliderKind kind{options.is_static, options.is_sensor, options.is_continuous, options.is_enabled};
  const std::uint32_t row = take_row(flags_of(kind) | unbounded_kind(options.shape), options.layer, options.mask);
  continuous_count += kind.is_continuous ? 1 : 0;
  if (options.margin > 0.0) margins[row] = options.margin;
  shapes[row] = options.shape;
  static_cast<void>(set_kinds(row, kinds));
  set_pose(row, options.pose);
  forget_motion(row);
  return row;
}

void Colliders::set_kind(std::uint32_t row, const ColliderKind& kind) {
  trees.remove(*this, row);
  continuous_count += kind.is_continuous ? 1 : 0;
  continuous_count -= (flags[row] & k_continuous) != 0 ? 1 : 0;
  change_kind(row, flags_of(kind), k_static | k_sensor | k_continuous | k_disabled);
  set_bounds(row);
  mark(row);
}

bool Colliders::set_shape(std::uint32_t row, const Shape& shape) {
  if (!set_kinds(row, shape.kinds)) return false;
  const KindMask* const kinds = shapes[row].kinds;
  if (unbounded_kind(shape) != (flags[row] & k_unbounded)) {
    trees.remove(*this, row);
    change_kind(row, unbounded_kind(shape), k_unbounded);
  }
  shapes[row] = shape;
  shapes[row].kinds = kinds;
  set_body(row, bodies[row].pose());
  mark(row);
  return true;
}

bool Colliders::reserve_kinds() {
  if (kinds_.size() >= capacity) return true;
  if (!kinds_.resize(capacity, {})) return false;
  for (std::uint32_t row = 0; row < row_count; ++row) {
    if (shapes[row].kinds != nullptr) shapes[row].kinds = &kinds_[row];
  }
  return true;
}

bool Colliders::set_kinds(std::uint32_t row, const KindMask* kinds) {
  // Room may move the kinds of this row.
  const KindMask copy = kinds != nullptr ? *kinds : KindMask{};
  if (kinds != nullptr && !reserve_kinds()) return false;
  if (kinds != nullptr) kinds_[row] = copy;
  shapes[row].kinds = kinds == nullptr ? nullptr : &kinds_[row];
  return true;
}

bool Colliders::set_margin(std::uint32_t row, double margin) {
  if (margin > 0.0 && !reserve_margins()) return false;
  if (margins.empty()) return true;
  margins[row] = margin;
  set_body(row, bodies[row].pose());
  mark(row);
  return true;
}

void Colliders::release(std::uint32_t row) {
  trees.remove(*this, row);
  continuous_count -= (flags[row] & k_continuous) != 0 ? 1 : 0;
  removed_hashes[row] = hash_of(shapes[row]);
  const ShapeType type = shapes[row].type;
  shapes[row] = {};
  shapes[row].type = type;
  free_row(row, k_continuous);
}

std::uint64_t Colliders::shape_hash(std::uint32_t row) const {
  return (flags[row] & k_live) != 0 ? hash_of(shapes[row]) : removed_hashes[row];
}

void Colliders::set_filter(std::uint32_t row, std::uint32_t layer, std::uint32_t mask) {
  ColliderRows::set_filter(row, layer, mask);
  mark(row);
}

void Colliders::finish_restoring() {
  count_rows();
  for (const Buffer<std::uint32_t>& list : members) {
    for (const std::uint32_t row : list) continuous_count += (flags[row] & k_continuous) != 0 ? 1 : 0;
  }
  trees.mark_all();
}

void Colliders::visit_overlapping(int list, const Box2& box, Vec2 base, std::uint32_t layer_mask,
                                  FunctionRef<bool(std::uint32_t)> visit) {
  if (!visit_half_spaces(list, layer_mask, visit)) return;
  const FloatBounds wanted = tree_bounds(box, base);
  if (bring_up_to_date(list)) return hyperplane::visit_overlapping(tree(list), wanted, layer_mask, visit);
  for (const std::uint32_t row : members[list]) {
    if ((layers[row] & layer_mask) != 0 && overlaps(bounds[row], wanted) && !visit(row)) return;
  }
}

Body Colliders::slab_below(std::uint32_t half_space, std::uint32_t other) const {
  const Body &own = bodies[half_space], &body = bodies[other];
  const Vec2 at = unrotate(own.rotation, body.position - own.position);
  const double half = 0.5 * slab_side(Box2{at, at}.grown(body.reach));
  return {own.position + rotate(own.rotation, {at.x, -half}), own.angle, 1.5 * half, own.rotation, {half, half}};
}

void Colliders::follow_with_origin() {
  const auto position_of = [&](std::uint32_t row) { return &bodies[row].position.x; };
  if (!move_local_origin(*this, 2, position_of, &origin.x)) return;
  for (const int list : {0, 1, k_unbounded_list}) {
    for (const std::uint32_t row : members[list]) set_bounds(row);
  }
  trees.mark_all();
}

}  // namespace hyperplane::plane
