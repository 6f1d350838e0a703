#include <bit>
#include <cmath>
#include <cstring>

#include "colliders/local_origin.h"
#include "composite/shape_extent.h"
#include "narrowphase/pair/plain_pose.h"
#include "world/bounds.h"
#include "world/world_impl.h"

namespace hyperplane {
namespace {

/// The bits in which two numbers differ: unlike ==, tells -0 from +0 and finds a NaN equal to itself.
std::uint64_t difference(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) ^ std::bit_cast<std::uint64_t>(b);
}
/// The same of two pairs of numbers.
std::uint64_t difference(const float* a, const float* b) {
  std::uint64_t of_a, of_b;
  std::memcpy(&of_a, a, sizeof of_a);
  std::memcpy(&of_b, b, sizeof of_b);
  return of_a ^ of_b;
}

/// Whether the user's pose differs from the seen pose in any bit.
bool has_moved(const Storage& storage, std::uint32_t row) {
  const double* const p = storage.positions.data() + 3 * std::size_t{row};
  const float* const q = storage.rotations.data() + 4 * std::size_t{row};
  const BoxRow& seen = storage.seen[row];
  return (difference(p[0], seen.position[0]) | difference(p[1], seen.position[1]) |
          difference(p[2], seen.position[2])) != 0 ||
         (difference(q, seen.rotation) | difference(q + 2, seen.rotation + 2)) != 0;
}

/// @return an error message for the user's pose, or null.
const char* fault_of(const Storage& storage, std::uint32_t row) {
  const double* const p = storage.positions.data() + 3 * std::size_t{row};
  const float* const q = storage.rotations.data() + 4 * std::size_t{row};
  const Pose pose = to_pose(p, q);
  if (is_plainly_valid(pose)) return nullptr;
  const Result<bool> result = check_pose(pose);
  return result.ok() ? nullptr : result.message;
}

void see(Storage& storage, std::uint32_t row) {
  BoxRow& seen = storage.seen[row];
  std::memcpy(seen.position, storage.positions.data() + 3 * std::size_t{row}, 3 * sizeof(double));
  std::memcpy(seen.rotation, storage.rotations.data() + 4 * std::size_t{row}, 4 * sizeof(float));
}

}  // namespace

bool World::Impl::take_pose(std::uint32_t row) {
  if (!has_moved(storage, row)) return true;
  if (fault_of(storage, row) != nullptr) return false;
  see(storage, row);
  return true;
}

UpdateResult World::Impl::sync_poses() {
  moved.clear();
  if (!moved.reserve(storage.size)) return {Status::out_of_memory, 0, "no memory for the moved rows"};
  for (std::uint32_t row = 0; row < storage.row_count; ++row) {
    if ((storage.flags[row] & Storage::k_live) != 0 && has_moved(storage, row)) moved.push_unchecked(row);
  }
  // Check all poses before copying any.
  for (const std::uint32_t row : moved) {
    const char* const fault = fault_of(storage, row);
    if (fault != nullptr) return {Status::invalid_argument, row, fault};
  }
  if (!storage.starts.reserve(storage.capacity, moved.size())) {
    return {Status::out_of_memory, 0, "no memory for the start poses of colliders"};
  }
  for (const std::uint32_t row : moved) {
    disturb(row);
    if (storage.takes_part(row)) storage.starts.keep(row, storage.seen[row]);
    see(storage, row);
  }
  compute_bounds(storage, moved.span(), origin);
  for (const std::uint32_t row : moved) {
    if (!storage.takes_part(row)) {
      storage.bounds[row] = k_empty_bounds;
      continue;
    }
    trees.mark(storage, row);
    storage.mark_changed(row);
  }
  for (const std::uint32_t row : moved) disturb(row);
  for (const std::uint32_t row : storage.surface_rows) {
    const std::uint64_t hash = hash_of(storage.shapes[row]);
    if (hash == storage.shapes.hash(row)) continue;
    disturb(row);
    storage.shapes.set_hash(row, hash);
    refresh(row);
    disturb(row);
  }
  follow_with_origin();
  return {};
}

void World::Impl::refresh(std::uint32_t row) {
  if (!storage.takes_part(row)) {
    storage.bounds[row] = k_empty_bounds;
    return;
  }
  compute_bounds(storage, {&row, 1}, origin);
  trees.mark(storage, row);
  storage.mark_changed(row);
}

void World::Impl::follow_with_origin() {
  const auto position_of = [&](std::uint32_t row) { return storage.seen[row].position; };
  if (!move_local_origin(storage, 3, position_of, &origin.x)) return;
  for (int i = 0; i < 2; ++i) compute_bounds(storage, storage.members[i].span(), origin);
  trees.mark_all();
}

}  // namespace hyperplane
