#include "colliders/collider_rows.h"

#include "core/assert.h"

namespace hyperplane {
namespace {

/// 1 for a layer and a mask that are not the default.
std::uint32_t is_filtered(std::uint32_t layer, std::uint32_t mask) { return layer != 1 || mask != 0xffffffff ? 1 : 0; }

}  // namespace

std::uint32_t ColliderRows::room_for(std::uint32_t rows) const {
  if (rows <= capacity) return capacity;
  const std::uint32_t doubled = capacity < 16 ? 16 : (capacity > k_max_colliders / 2 ? k_max_colliders : 2 * capacity);
  return rows < doubled ? doubled : rows;
}

bool ColliderRows::reserve_rows(std::size_t rows) {
  return layers.reserve_exactly(rows) && masks.reserve_exactly(rows) && generations.reserve_exactly(rows) &&
         flags.reserve_exactly(rows) && bounds.reserve_exactly(rows) && places.reserve_exactly(rows) &&
         free_rows.reserve_exactly(rows) && waiting.reserve_exactly(rows) && waiting_longer.reserve_exactly(rows) &&
         (margins.empty() || margins.reserve_exactly(rows));
}

void ColliderRows::make_rows(std::uint32_t rows) {
  const bool sized = layers.resize(rows, 0) && masks.resize(rows, 0) && generations.resize(rows, 0) &&
                     flags.resize(rows, 0) && bounds.resize(rows, k_empty_bounds) && places.resize(rows, 0) &&
                     (margins.empty() || margins.resize(rows, 0.0));
  HYPERPLANE_ASSERT(sized);
  static_cast<void>(sized);
  capacity = rows;
}

std::uint32_t ColliderRows::take_row(std::uint32_t kind, std::uint32_t layer, std::uint32_t mask) {
  HYPERPLANE_ASSERT(!needs_room());
  std::uint32_t row = row_count;
  if (free_rows.empty()) {
    ++row_count;
  } else {
    row = free_rows.back();
    free_rows.pop();
  }
  ++generations[row];
  flags[row] = static_cast<std::uint16_t>(k_live | kind);
  layers[row] = layer;
  masks[row] = mask;
  if (!margins.empty()) margins[row] = 0.0;
  filtered_count += is_filtered(layer, mask);
  join_list(row);
  ++size;
  return row;
}

void ColliderRows::join_list(std::uint32_t row) {
  sensor_count += (flags[row] & k_sensor) != 0 ? 1 : 0;
  Buffer<std::uint32_t>& list = members[list_of(row)];
  places[row] = static_cast<std::uint32_t>(list.size());
  list.push_unchecked(row);
  ++membership;
}

void ColliderRows::leave_list(std::uint32_t row) {
  sensor_count -= (flags[row] & k_sensor) != 0 ? 1 : 0;
  Buffer<std::uint32_t>& list = members[list_of(row)];
  list[places[row]] = list.back();
  places[list.back()] = places[row];
  list.pop();
  ++membership;
}

void ColliderRows::change_kind(std::uint32_t row, std::uint32_t kind, std::uint32_t all) {
  leave_list(row);
  flags[row] = static_cast<std::uint16_t>((flags[row] & ~(all | k_dirty)) | (kind & all));
  join_list(row);
}

void ColliderRows::free_row(std::uint32_t row, std::uint32_t kept) {
  leave_list(row);
  --size;
  filtered_count -= is_filtered(layers[row], masks[row]);
  if ((flags[row] & k_ignores) != 0) ignored.erase_all_of(row);
  bounds[row] = k_empty_bounds;
  const bool is_reported = (flags[row] & k_reported) != 0;
  flags[row] = static_cast<std::uint16_t>(flags[row] & (k_static | k_sensor | k_reported | kept));
  if (is_reported) {
    flags[row] |= k_waiting;
    waiting.push_unchecked(row);
  } else if (generations[row] != k_last_generation) {
    free_rows.push_unchecked(row);
  }
}

void ColliderRows::free_waiting(std::uint32_t kept) {
  for (const std::uint32_t row : waiting_longer) {
    flags[row] = static_cast<std::uint16_t>(flags[row] & kept);
    if (generations[row] != k_last_generation) free_rows.push_unchecked(row);
  }
  waiting_longer.clear();
  waiting_longer.swap(waiting);
}

void ColliderRows::set_filter(std::uint32_t row, std::uint32_t layer, std::uint32_t mask) {
  filtered_count += is_filtered(layer, mask) - is_filtered(layers[row], masks[row]);
  layers[row] = layer;
  masks[row] = mask;
}

Status ColliderRows::set_ignored(ColliderId a, ColliderId b, bool is_ignored) {
  if (!is_live(a) || !is_live(b)) return Status::stale_handle;
  if (a.row == b.row) return Status::invalid_argument;
  if (!is_ignored) {
    ignored.erase(a.row, b.row);
    return Status::ok;
  }
  if (!ignored.insert(a.row, b.row)) return Status::out_of_memory;
  flags[a.row] |= k_ignores;
  flags[b.row] |= k_ignores;
  return Status::ok;
}

void ColliderRows::count_rows() {
  size = filtered_count = sensor_count = 0;
  for (const Buffer<std::uint32_t>& list : members) {
    size += static_cast<std::uint32_t>(list.size());
    for (const std::uint32_t row : list) {
      filtered_count += is_filtered(layers[row], masks[row]);
      sensor_count += (flags[row] & k_sensor) != 0 ? 1 : 0;
    }
  }
}

}  // namespace hyperplane
