#include "composite/weld.h"

#include <bit>
#include <cmath>

#include "composite/tolerances.h"
#include "core/hash.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

constexpr std::uint32_t k_no_vertex = 0xffffffff;

std::uint32_t slot_of(const Vec3& place, std::uint32_t mask) {
  Hash hash;
  hash.add(place.x);
  hash.add(place.y);
  hash.add(place.z);
  return static_cast<std::uint32_t>(hash.value()) & mask;
}

}  // namespace

/// @return the kept vertex that `vertex` joins, or k_no_vertex; then the caller keeps it as number `next`.
std::uint32_t Welding::find_or_add_equal(const Vec3& vertex, std::uint32_t next, std::span<const Vec3> kept) {
  std::uint32_t slot = slot_of(vertex, mask_);
  for (; table_[slot] != k_no_vertex; slot = (slot + 1) & mask_) {
    if (kept[table_[slot]] == vertex) return table_[slot];
  }
  table_[slot] = next;
  return k_no_vertex;
}

/// The same by cells of the distance's size. Kept vertices are that far apart, so a cell holds few.
std::uint32_t Welding::find_or_add_close(const Vec3& vertex, std::uint32_t next, std::span<const Vec3> kept) {
  const Vec3 cell{std::floor(vertex.x / distance_), std::floor(vertex.y / distance_), std::floor(vertex.z / distance_)};
  std::uint32_t found = k_no_vertex;
  for (int i = 0; i < 27; ++i) {
    const int x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
    // Adding zero drops the sign of a negative zero, which the hash would see.
    const Vec3 near{cell.x + x + 0.0, cell.y + y + 0.0, cell.z + z + 0.0};
    for (std::uint32_t v = table_[slot_of(near, mask_)]; v != k_no_vertex; v = next_[v]) {
      if (v < found && length(kept[v] - vertex) < distance_) found = v;
    }
  }
  if (found != k_no_vertex) return found;
  std::uint32_t& head = table_[slot_of(cell + Vec3{}, mask_)];
  next_[next] = head;
  head = next;
  return k_no_vertex;
}

Status Welding::start(std::size_t count, double distance, WeldedVertices& out) {
  const bool by_cell = distance >= k_least_weld;
  distance_ = by_cell ? distance : 0.0;
  const std::size_t slots = std::bit_ceil(by_cell ? count + 1 : 2 * count + 2);
  mask_ = static_cast<std::uint32_t>(slots - 1);
  const bool ok = table_.resize(slots, k_no_vertex) && (!by_cell || next_.resize(count, k_no_vertex)) &&
                  out.vertices.reserve_exactly(count) && out.first.reserve_exactly(count) &&
                  out.welded.reserve_exactly(count);
  return ok ? Status::ok : Status::out_of_memory;
}

void Welding::step(std::span<const double> coordinates, std::size_t count, WeldedVertices& out) {
  const std::size_t begin = out.welded.size(), left = coordinates.size() / 3 - begin;
  const std::size_t end = begin + (count < left ? count : left);
  for (std::size_t i = begin; i < end; ++i) {
    const double* const c = coordinates.data() + 3 * i;
    const Vec3 vertex{c[0] + 0.0, c[1] + 0.0, c[2] + 0.0};
    const auto next = static_cast<std::uint32_t>(out.vertices.size());
    const std::uint32_t found = distance_ > 0.0 ? find_or_add_close(vertex, next, out.vertices.span())
                                                : find_or_add_equal(vertex, next, out.vertices.span());
    out.welded.push_unchecked(found == k_no_vertex ? next : found);
    if (found != k_no_vertex) continue;
    out.vertices.push_unchecked(vertex);
    out.first.push_unchecked(static_cast<std::uint32_t>(i));
  }
}

Status weld_vertices(std::span<const double> coordinates, double distance, WeldedVertices& out) {
  const std::size_t count = coordinates.size() / 3;
  Welding welding;
  const Status status = welding.start(count, distance, out);
  if (status == Status::ok) welding.step(coordinates, count, out);
  return status;
}

}  // namespace hyperplane
