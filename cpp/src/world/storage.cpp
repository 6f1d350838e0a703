#include "world/storage.h"

#include <algorithm>
#include <utility>

#include "composite/shape_extent.h"
#include "math/quat.h"
#include "shape/dispatch.h"

namespace hyperplane {
namespace {

constexpr std::uint32_t k_default_layer = 1, k_default_mask = 0xffffffff;

/// A row is not reused after this generation, so that a stale handle never matches a live collider.
constexpr std::uint32_t k_last_generation = 0xffffffff;

Storage::Extent extent_of(const Shape& shape) {
  if (is_composite(shape.type)) return {{0.0f, 0.0f, 0.0f}, -1.0f};
  const RoundedBox box = visit_shape(shape, [](const auto& s) { return s.rounded_box(); });
  if (!box.exists) return {{0.0f, 0.0f, 0.0f}, -1.0f};
  return {{static_cast<float>(box.half.x), static_cast<float>(box.half.y), static_cast<float>(box.half.z)},
          static_cast<float>(box.radius)};
}

}  // namespace

bool Storage::is_filtered(std::uint32_t layer, std::uint32_t mask) {
  return layer != k_default_layer || mask != k_default_mask;
}

bool Storage::reserve(std::uint32_t rows) {
  if (rows <= capacity) return true;
  const std::size_t n = rows;
  // Reserve everything before resizing: a failure half-way only leaves some buffers with spare capacity.
  Buffer<double> more_positions;
  Buffer<float> more_quaternions;
  if (!more_positions.reserve_exactly(3 * n) || !more_quaternions.reserve_exactly(4 * n) || !seen.reserve_exactly(n) ||
      !extents.reserve_exactly(n) || !shapes.reserve(n) || !layers.reserve_exactly(n) || !masks.reserve_exactly(n) ||
      !generations.reserve_exactly(n) || !flags.reserve_exactly(n) || !bounds.reserve_exactly(n) ||
      !places.reserve_exactly(n) || !free_rows.reserve_exactly(n) || !waiting.reserve_exactly(n) ||
      !waiting_longer.reserve_exactly(n) || !changed.reserve_exactly(n) || !changed_rows.reserve_exactly(n)) {
    return false;
  }
  const bool sized = more_positions.assign(positions.span()) && more_positions.resize(3 * n, 0.0) &&
                     more_quaternions.assign(quaternions.span()) && more_quaternions.resize(4 * n, 0.0f) &&
                     seen.resize(n, {}) && extents.resize(n, {}) && layers.resize(n, 0) && masks.resize(n, 0) &&
                     generations.resize(n, 0) && flags.resize(n, 0) && bounds.resize(n, k_empty_bounds) &&
                     places.resize(n, 0) && changed.resize(n, 0);
  HYPERPLANE_ASSERT(sized);
  static_cast<void>(sized);
  shapes.resize(n);
  for (std::size_t row = capacity; row < n; ++row) more_quaternions[4 * row + 3] = 1.0f;
  positions.swap(more_positions);
  quaternions.swap(more_quaternions);
  if (capacity > 0) retire(more_positions, more_quaternions);
  capacity = rows;
  return true;
}

std::uint32_t Storage::room_for(std::uint32_t rows) const {
  if (rows <= capacity) return capacity;
  const std::uint32_t doubled = capacity < 16 ? 16 : (capacity > k_max_colliders / 2 ? k_max_colliders : 2 * capacity);
  return rows < doubled ? doubled : rows;
}

void Storage::retire(Buffer<double>& old_positions, Buffer<float>& old_quaternions) {
  HYPERPLANE_ASSERT(retired_count < k_most_retired);
  retired_positions[retired_count].swap(old_positions);
  retired_quaternions[retired_count].swap(old_quaternions);
  ++retired_count;
}

void Storage::swap_arrays(Storage& other) {
  positions.swap(other.positions);
  quaternions.swap(other.quaternions);
  for (std::uint32_t i = 0; i < k_most_retired; ++i) {
    retired_positions[i].swap(other.retired_positions[i]);
    retired_quaternions[i].swap(other.retired_quaternions[i]);
  }
  std::swap(retired_count, other.retired_count);
}

void Storage::replace(Storage& other) {
  HYPERPLANE_ASSERT(capacity >= other.capacity);
  const bool has_room = capacity == other.capacity;
  if (has_room) {
    std::copy(positions.begin(), positions.end(), other.positions.begin());
    std::copy(quaternions.begin(), quaternions.end(), other.quaternions.begin());
  }
  swap_arrays(other);
  if (has_room) return;
  positions.swap(other.positions);
  quaternions.swap(other.quaternions);
  if (other.capacity > 0) retire(other.positions, other.quaternions);
}

std::uint32_t Storage::allocate(const ColliderOptions& options) {
  const std::uint32_t kind = (options.is_static ? k_static : 0u) | (options.is_sensor ? k_sensor : 0u) |
                             (options.is_enabled ? 0u : k_disabled);
  if (!reserve_kind(kind) || !reserve_shape(options.shape)) return k_no_row;
  std::uint32_t row;
  if (!free_rows.empty()) {
    row = free_rows.back();
    free_rows.pop();
  } else {
    if (row_count == capacity) {
      if (capacity == k_max_colliders) return k_no_row;
      if (!reserve(room_for(row_count + 1))) return k_no_row;
    }
    row = row_count++;
  }
  ++generations[row];
  flags[row] = static_cast<std::uint16_t>(k_live | kind);
  layers[row] = options.layer;
  masks[row] = options.mask;
  filtered_count += is_filtered(options.layer, options.mask) ? 1 : 0;
  sensor_count += options.is_sensor ? 1 : 0;
  seen[row] = {};
  set_shape(row, options.shape);
  set_pose(row, options.pose);

  join_list(row);
  ++size;
  return row;
}

void Storage::join_list(std::uint32_t row) {
  Buffer<std::uint32_t>& list = members[list_of(row)];
  places[row] = static_cast<std::uint32_t>(list.size());
  list.push_unchecked(row);
  ++membership;
}

void Storage::leave_list(std::uint32_t row) {
  Buffer<std::uint32_t>& list = members[list_of(row)];
  list[places[row]] = list.back();
  places[list.back()] = places[row];
  list.pop();
  ++membership;
}

void Storage::set_kind(std::uint32_t row, std::uint32_t kind) {
  constexpr std::uint32_t k_kind = k_static | k_sensor | k_disabled;
  leave_list(row);
  sensor_count -= (flags[row] & k_sensor) != 0 ? 1 : 0;
  flags[row] = static_cast<std::uint16_t>((flags[row] & ~(k_kind | k_dirty)) | (kind & k_kind));
  sensor_count += (flags[row] & k_sensor) != 0 ? 1 : 0;
  join_list(row);
}

void Storage::change_shape(std::uint32_t row, const Shape& shape) {
  forget_surface(row);
  flags[row] &= static_cast<std::uint16_t>(~k_box);
  for (double& half : seen[row].half_size) half = 0.0;
  set_shape(row, shape);
}

void Storage::set_shape(std::uint32_t row, const Shape& shape) {
  shapes.set(row, shape, has_parameters(shape.type) ? 0 : hash_of(shape));
  extents[row] = extent_of(shape);
  if (has_surface(shape)) surface_rows.push_unchecked(row);
  if (shape.type != ShapeType::box) return;
  flags[row] |= k_box;
  for (int k = 0; k < 3; ++k) seen[row].half_size[k] = 0.5 * shape.parameters[k];
}

void Storage::forget_surface(std::uint32_t row) {
  if (!is_composite(shapes.type(row))) return;
  for (std::uint32_t& surface : surface_rows) {
    if (surface != row) continue;
    surface = surface_rows.back();
    surface_rows.pop();
    break;
  }
}

void Storage::release(std::uint32_t row) {
  leave_list(row);
  --size;
  filtered_count -= is_filtered(layers[row], masks[row]) ? 1 : 0;
  sensor_count -= (flags[row] & k_sensor) != 0 ? 1 : 0;
  if ((flags[row] & k_ignores) != 0) ignored.erase_all_of(row);
  starts.forget(row);
  forget_surface(row);
  bounds[row] = k_empty_bounds;
  const bool is_reported = (flags[row] & k_reported) != 0;
  flags[row] = static_cast<std::uint16_t>(flags[row] & (k_static | k_sensor | k_reported));
  if (is_reported) {
    flags[row] |= k_waiting;
    waiting.push_unchecked(row);
  } else if (generations[row] != k_last_generation) {
    free_rows.push_unchecked(row);
  }
}

void Storage::end_of_update() {
  for (const std::uint32_t row : waiting_longer) {
    flags[row] = 0;
    if (generations[row] != k_last_generation) free_rows.push_unchecked(row);
  }
  waiting_longer.clear();
  waiting_longer.swap(waiting);
}

void Storage::drop_released() {
  std::size_t kept = 0;
  for (const std::uint32_t row : changed_rows) {
    if (takes_part(row)) {
      changed_rows[kept++] = row;
    } else {
      changed[row] = 0;
    }
  }
  changed_rows.truncate(kept);
}

void Storage::set_pose(std::uint32_t row, const Pose& pose) {
  const double p[3] = {pose.position.x, pose.position.y, pose.position.z};
  // Normalise before rounding: 32 bits do not hold every length.
  const Quat rotation = normalized(pose.rotation);
  const float q[4] = {static_cast<float>(rotation.x), static_cast<float>(rotation.y), static_cast<float>(rotation.z),
                      static_cast<float>(rotation.w)};
  std::copy(p, p + 3, positions.data() + 3 * std::size_t{row});
  std::copy(p, p + 3, seen[row].position);
  std::copy(q, q + 4, quaternions.data() + 4 * std::size_t{row});
  std::copy(q, q + 4, seen[row].rotation);
}

void Storage::set_filter(std::uint32_t row, std::uint32_t layer, std::uint32_t mask) {
  filtered_count -= is_filtered(layers[row], masks[row]) ? 1 : 0;
  layers[row] = layer;
  masks[row] = mask;
  filtered_count += is_filtered(layer, mask) ? 1 : 0;
}

}  // namespace hyperplane
