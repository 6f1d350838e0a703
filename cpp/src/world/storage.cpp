#include "world/storage.h"

#include <algorithm>

#include "composite/shape_extent.h"
#include "core/assert.h"
#include "math/quat.h"
#include "shape/dispatch.h"

namespace hyperplane {
namespace {

Storage::Extent extent_of(const Shape& shape) {
  if (is_composite(shape.type)) return {{0.0f, 0.0f, 0.0f}, -1.0f};
  const RoundedBox box = visit_shape(shape, [](const auto& s) { return s.rounded_box(); });
  if (!box.exists) return {{0.0f, 0.0f, 0.0f}, -1.0f};
  return {{static_cast<float>(box.half.x), static_cast<float>(box.half.y), static_cast<float>(box.half.z)},
          static_cast<float>(box.radius)};
}

}  // namespace

bool Storage::reserve(std::uint32_t rows) {
  if (rows <= capacity) return true;
  const std::size_t n = rows;
  // Reserve everything before resizing: a failure half-way only leaves some buffers with spare capacity.
  if (!seen.reserve_exactly(n) || !extents.reserve_exactly(n) || !shapes.reserve(n) || !changed.reserve_exactly(n) ||
      !changed_rows.reserve_exactly(n) || !reserve_rows(n) || !grow_arrays(n)) {
    return false;
  }
  for (std::size_t row = capacity; row < n; ++row) rotations[4 * row + 3] = 1.0f;
  const bool sized = seen.resize(n, {}) && extents.resize(n, {}) && changed.resize(n, 0);
  HYPERPLANE_ASSERT(sized);
  static_cast<void>(sized);
  shapes.resize(n);
  make_rows(rows);
  return true;
}

void Storage::replace(Storage& other) {
  HYPERPLANE_ASSERT(capacity >= other.capacity);
  replace_arrays(other);
}

std::uint32_t Storage::allocate(const ColliderOptions& options) {
  const std::uint32_t kind = (options.is_static ? k_static : 0u) | (options.is_sensor ? k_sensor : 0u) |
                             (options.is_enabled ? 0u : k_disabled) | unbounded_kind(options.shape);
  if (!reserve_kind(kind) || !reserve_shape(options.shape)) return k_no_row;
  if (needs_room() && (capacity == k_max_colliders || !reserve(room_for(row_count + 1)))) return k_no_row;
  if (options.margin > 0.0 && !reserve_margins()) return k_no_row;
  const std::uint32_t row = take_row(kind, options.layer, options.mask);
  if (options.margin > 0.0) margins[row] = options.margin;
  seen[row] = {};
  set_shape(row, options.shape);
  set_pose(row, options.pose);
  return row;
}

void Storage::set_kind(std::uint32_t row, std::uint32_t kind) {
  change_kind(row, kind, k_static | k_sensor | k_disabled);
}

void Storage::set_margin(std::uint32_t row, double margin) {
  if (!margins.empty()) margins[row] = margin;
  mark_box(row);
}

void Storage::mark_box(std::uint32_t row) {
  const bool is_box = shapes.type(row) == ShapeType::box && margin(row) == 0.0;
  flags[row] = static_cast<std::uint16_t>((flags[row] & ~k_box) | (is_box ? k_box : 0));
}

void Storage::change_shape(std::uint32_t row, const Shape& shape) {
  forget_surface(row);
  if (unbounded_kind(shape) != (flags[row] & k_unbounded)) change_kind(row, unbounded_kind(shape), k_unbounded);
  for (double& half : seen[row].half_size) half = 0.0;
  set_shape(row, shape);
}

void Storage::set_shape(std::uint32_t row, const Shape& shape) {
  shapes.set(row, shape, has_parameters(shape.type) ? 0 : hash_of(shape));
  extents[row] = extent_of(shape);
  if (may_change(shape)) surface_rows.push_unchecked(row);
  mark_box(row);
  flags[row] = static_cast<std::uint16_t>(flags[row] | unbounded_kind(shape));
  if (shape.type != ShapeType::box) return;
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
  forget_motion(row);
  forget_surface(row);
  free_row(row, 0);
}

void Storage::end_of_update() {
  free_waiting(0);
  starts.swap(formers);
  starts.clear();
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
  std::copy(q, q + 4, rotations.data() + 4 * std::size_t{row});
  std::copy(q, q + 4, seen[row].rotation);
}

}  // namespace hyperplane
