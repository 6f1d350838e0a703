#include "plane/colliders.h"

#include "bvh/visit.h"
#include "core/slot_map.h"
#include "core/sort.h"

namespace hyperplane::plane {
namespace {

/// If more than one in this many rows of a list is dirty, all leaves are refitted in one pass instead of one by one.
constexpr std::size_t k_share_to_refit_all = 6;

bool is_default(std::uint32_t layer, std::uint32_t mask) { return layer == 1 && mask == 0xffffffff; }

std::uint32_t flags_of(const ColliderKind& kind) {
  return (kind.is_static ? Colliders::k_static : 0u) | (kind.is_sensor ? Colliders::k_sensor : 0u) |
         (kind.is_continuous ? Colliders::k_continuous : 0u) | (kind.is_enabled ? 0u : Colliders::k_disabled);
}

}  // namespace

bool Colliders::reserve(std::uint32_t rows) {
  if (rows <= capacity) return true;
  if (rows > k_max_colliders) return false;
  std::uint32_t room = capacity < k_max_colliders / 2 ? 2 * capacity : k_max_colliders;
  if (room < 16) room = 16;
  if (room < rows) room = rows;
  const std::size_t count = room;
  if (!bodies.reserve(count) || !starts.reserve(count) || !shapes.reserve(count) || !removed_hashes.reserve(count) ||
      !layers.reserve(count) || !masks.reserve(count) || !generations.reserve(count) || !flags.reserve(count) ||
      !bounds.reserve(count) || !members[0].reserve(count) || !members[1].reserve(count) ||
      !members[2].reserve(count) || !places.reserve(count) || !free_rows.reserve(count) || !waiting.reserve(count) ||
      !waiting_longer.reserve(count) || !moved_.reserve(count) || !dirty_[0].reserve(count) ||
      !dirty_[1].reserve(count)) {
    return false;
  }
  Buffer<double> new_positions, new_angles;
  if (!new_positions.resize(2 * count, 0.0) || !new_angles.resize(count, 0.0)) return false;
  for (std::size_t i = 0; i < 2 * std::size_t{row_count}; ++i) new_positions[i] = positions[i];
  for (std::size_t i = 0; i < row_count; ++i) new_angles[i] = angles[i];
  new_positions.swap(positions);
  new_angles.swap(angles);
  // The user may still write to views on the old arrays.
  if (!new_positions.empty() && retired_count < k_most_retired) {
    retired_positions[retired_count].swap(new_positions);
    retired_angles[retired_count++].swap(new_angles);
  }
  capacity = room;
  return true;
}

std::uint32_t Colliders::allocate(const ColliderOptions& options) {
  std::uint32_t row = k_no_row;
  if (!free_rows.empty()) {
    row = free_rows[free_rows.size() - 1];
    free_rows.pop();
  } else {
    if (row_count == k_max_colliders || !reserve(row_count + 1)) return k_no_row;
    row = row_count++;
    bodies.push_unchecked({});
    starts.push_unchecked({});
    shapes.push_unchecked({});
    removed_hashes.push_unchecked(0);
    layers.push_unchecked(0);
    masks.push_unchecked(0);
    generations.push_unchecked(0);
    flags.push_unchecked(0);
    bounds.push_unchecked(k_empty_bounds);
    places.push_unchecked(0);
  }
  flags[row] = static_cast<std::uint16_t>(
      k_live | flags_of({options.is_static, options.is_sensor, options.is_continuous, options.is_enabled}));
  generations[row] += 1;
  shapes[row] = options.shape;
  layers[row] = options.layer;
  masks[row] = options.mask;
  filtered_count += is_default(options.layer, options.mask) ? 0 : 1;
  join_list(row);
  ++size;
  starts[row] = options.pose;
  set_pose(row, options.pose);
  return row;
}

void Colliders::join_list(std::uint32_t row) {
  sensor_count += (flags[row] & k_sensor) != 0 ? 1 : 0;
  continuous_count += (flags[row] & k_continuous) != 0 ? 1 : 0;
  Buffer<std::uint32_t>& list = members[list_of(row)];
  places[row] = static_cast<std::uint32_t>(list.size());
  list.push_unchecked(row);
  ++membership;
}

void Colliders::leave_list(std::uint32_t row) {
  sensor_count -= (flags[row] & k_sensor) != 0 ? 1 : 0;
  continuous_count -= (flags[row] & k_continuous) != 0 ? 1 : 0;
  const int list = list_of(row);
  if (list != k_disabled_list && trees_[list].contains(row)) trees_[list].remove(row);
  Buffer<std::uint32_t>& rows = members[list];
  const std::uint32_t last = rows[rows.size() - 1];
  rows[places[row]] = last;
  places[last] = places[row];
  rows.pop();
  ++membership;
}

void Colliders::set_kind(std::uint32_t row, const ColliderKind& kind) {
  constexpr std::uint32_t k_kind = k_static | k_sensor | k_continuous | k_disabled;
  leave_list(row);
  flags[row] = static_cast<std::uint16_t>((flags[row] & ~(k_kind | k_dirty)) | flags_of(kind));
  join_list(row);
  set_bounds(row);
  mark(row);
}

void Colliders::set_shape(std::uint32_t row, const Shape& shape) {
  shapes[row] = shape;
  set_body(row, bodies[row].pose());
  mark(row);
}

void Colliders::release(std::uint32_t row) {
  leave_list(row);
  filtered_count -= is_default(layers[row], masks[row]) ? 0 : 1;
  if ((flags[row] & k_ignores) != 0) ignored.erase_all_of(row);
  bounds[row] = k_empty_bounds;
  removed_hashes[row] = hash_of(shapes[row]);
  const ShapeType type = shapes[row].type;
  shapes[row] = {};
  shapes[row].type = type;
  const bool waits = (flags[row] & k_reported) != 0;
  flags[row] = static_cast<std::uint16_t>((flags[row] & (k_static | k_sensor | k_continuous | k_reported)) |
                                          (waits ? k_waiting : 0));
  --size;
  // A row whose generations are used up is retired.
  if (generations[row] >= SlotMap<int>::k_last_generation) return;
  if (waits) {
    waiting.push_unchecked(row);
  } else {
    free_rows.push_unchecked(row);
  }
}

std::uint64_t Colliders::shape_hash(std::uint32_t row) const {
  return (flags[row] & k_live) != 0 ? hash_of(shapes[row]) : removed_hashes[row];
}

void Colliders::set_filter(std::uint32_t row, std::uint32_t layer, std::uint32_t mask) {
  filtered_count -= is_default(layers[row], masks[row]) ? 0 : 1;
  filtered_count += is_default(layer, mask) ? 0 : 1;
  layers[row] = layer;
  masks[row] = mask;
  mark(row);
}

void Colliders::finish_restoring() {
  size = static_cast<std::uint32_t>(members[0].size() + members[1].size() + members[2].size());
  for (const Buffer<std::uint32_t>& list : members) {
    for (const std::uint32_t row : list) {
      filtered_count += is_default(layers[row], masks[row]) ? 0 : 1;
      sensor_count += (flags[row] & k_sensor) != 0 ? 1 : 0;
      continuous_count += (flags[row] & k_continuous) != 0 ? 1 : 0;
    }
  }
  mark_all();
}

void Colliders::mark(std::uint32_t row) {
  const int list = list_of(row);
  if (list == k_disabled_list || all_dirty_[list] || (flags[row] & k_dirty) != 0) return;
  const std::size_t limit = members[list].size() / k_share_to_refit_all + 8;
  if (dirty_[list].size() >= limit || !dirty_[list].push(row)) {
    all_dirty_[list] = true;
    return;
  }
  flags[row] |= k_dirty;
}

bool Colliders::bring_up_to_date(int list) {
  Tree& tree = trees_[list];
  const Tree::Rows rows{bounds.span(), layers.span(), masks.span()};
  if (all_dirty_[list]) {
    if (tree.size() < members[list].size() - members[list].size() / k_share_to_refit_all) {
      if (tree.build(members[list].span(), rows) != Status::ok) return false;
    } else {
      for (const std::uint32_t row : members[list]) {
        if (!tree.contains(row) && tree.insert(row, rows) != Status::ok) return false;
      }
      tree.refit_all(rows);
    }
  } else {
    for (const std::uint32_t row : dirty_[list]) {
      // Rows released since, or reused in the other list, where they are marked again.
      if ((flags[row] & k_live) == 0 || list_of(row) != list) continue;
      if (tree.contains(row)) {
        tree.refit(row, rows);
      } else if (tree.insert(row, rows) != Status::ok) {
        return false;
      }
    }
  }
  for (const std::uint32_t row : dirty_[list]) {
    if (list_of(row) == list) flags[row] &= static_cast<std::uint16_t>(~k_dirty);
  }
  dirty_[list].clear();
  all_dirty_[list] = false;
  // A degraded tree is still correct: without memory to rebuild it, it stays.
  if (tree.wants_rebuild()) static_cast<void>(tree.build(members[list].span(), rows));
  return true;
}

void Colliders::visit_overlapping(int list, const Box2& box, Vec2 base, std::uint32_t layer_mask,
                                  FunctionRef<bool(std::uint32_t)> visit) {
  const FloatBounds wanted = tree_bounds(box, base);
  if (bring_up_to_date(list)) return hyperplane::visit_overlapping(trees_[list], wanted, layer_mask, visit);
  for (const std::uint32_t row : members[list]) {
    if ((layers[row] & layer_mask) != 0 && overlaps(bounds[row], wanted) && !visit(row)) return;
  }
}

void Colliders::follow_with_origin() {
  const std::size_t movers = members[0].size(), count = movers + members[1].size();
  if (count == 0) return;
  // Medians of a sample are insensitive to a few colliders far away.
  constexpr std::uint64_t k_samples = 15;
  double centres[2][k_samples], sizes[k_samples];
  for (std::uint64_t s = 0; s < k_samples; ++s) {
    const auto i = static_cast<std::size_t>(std::uint64_t{count} * (2 * s + 1) / (2 * k_samples));
    const std::uint32_t row = i < movers ? members[0][i] : members[1][i - movers];
    centres[0][s] = bodies[row].position.x;
    centres[1][s] = bodies[row].position.y;
    sizes[s] = static_cast<double>(bounds[row].max[0]) - static_cast<double>(bounds[row].min[0]);
  }
  for (double(&axis)[k_samples] : centres) sort(std::span<double>(axis));
  sort(std::span<double>(sizes));
  constexpr std::uint64_t k_middle = k_samples / 2;
  const Vec2 middle{centres[0][k_middle], centres[1][k_middle]};
  double spread = 0.0;
  for (const double(&axis)[k_samples] : centres) spread = larger(spread, axis[k_samples - 4] - axis[3]);
  const double away = larger(magnitude(middle.x - origin.x), magnitude(middle.y - origin.y));
  if (away <= k_origin_sizes * sizes[k_middle] || away <= 2.0 * spread) return;
  origin = middle;
  for (int list = 0; list < k_disabled_list; ++list) {
    for (const std::uint32_t row : members[list]) set_bounds(row);
  }
  mark_all();
}

}  // namespace hyperplane::plane
