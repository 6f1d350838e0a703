#include "composite/weld.h"

#include <bit>
#include <cmath>

#include "core/constants.h"
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

/// Equal vertices, by a hash table with open addressing.
class ExactWeld {
 public:
  [[nodiscard]] bool reserve(std::size_t count) {
    const std::size_t slots = std::bit_ceil(2 * count + 2);
    mask_ = static_cast<std::uint32_t>(slots - 1);
    return table_.resize(slots, k_no_vertex);
  }
  /// @return the kept vertex that `vertex` joins, or k_no_vertex; then the caller keeps it as number `next`.
  std::uint32_t find_or_add(const Vec3& vertex, std::uint32_t next, std::span<const Vec3> kept) {
    std::uint32_t slot = slot_of(vertex, mask_);
    for (; table_[slot] != k_no_vertex; slot = (slot + 1) & mask_) {
      if (kept[table_[slot]] == vertex) return table_[slot];
    }
    table_[slot] = next;
    return k_no_vertex;
  }

 private:
  Buffer<std::uint32_t> table_;
  std::uint32_t mask_ = 0;
};

/// Vertices closer than a distance, by a hashed grid of cells of that size. Kept vertices are that far apart, so a cell
/// holds few.
class GridWeld {
 public:
  explicit GridWeld(double distance) : distance_(distance) {}

  [[nodiscard]] bool reserve(std::size_t count) {
    const std::size_t slots = std::bit_ceil(count + 1);
    mask_ = static_cast<std::uint32_t>(slots - 1);
    return heads_.resize(slots, k_no_vertex) && next_.resize(count, k_no_vertex);
  }
  std::uint32_t find_or_add(const Vec3& vertex, std::uint32_t next, std::span<const Vec3> kept) {
    const Vec3 cell{std::floor(vertex.x / distance_), std::floor(vertex.y / distance_),
                    std::floor(vertex.z / distance_)};
    std::uint32_t found = k_no_vertex;
    for (int i = 0; i < 27; ++i) {
      const int x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
      // Adding zero drops the sign of a negative zero, which the hash would see.
      const Vec3 near{cell.x + x + 0.0, cell.y + y + 0.0, cell.z + z + 0.0};
      for (std::uint32_t v = heads_[slot_of(near, mask_)]; v != k_no_vertex; v = next_[v]) {
        if (v < found && length(kept[v] - vertex) < distance_) found = v;
      }
    }
    if (found != k_no_vertex) return found;
    std::uint32_t& head = heads_[slot_of(cell + Vec3{}, mask_)];
    next_[next] = head;
    head = next;
    return k_no_vertex;
  }

 private:
  double distance_;
  /// Chains of the kept vertices in cells with the same hash.
  Buffer<std::uint32_t> heads_, next_;
  std::uint32_t mask_ = 0;
};

template <class Finder>
Status weld_by(Finder& finder, std::span<const double> coordinates, WeldedVertices& out) {
  const std::size_t count = coordinates.size() / 3;
  if (!finder.reserve(count) || !out.vertices.reserve_exactly(count) || !out.first.reserve_exactly(count) ||
      !out.welded.reserve_exactly(count)) {
    return Status::out_of_memory;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double* const c = coordinates.data() + 3 * i;
    const Vec3 vertex{c[0] + 0.0, c[1] + 0.0, c[2] + 0.0};
    const auto next = static_cast<std::uint32_t>(out.vertices.size());
    const std::uint32_t found = finder.find_or_add(vertex, next, out.vertices.span());
    out.welded.push_unchecked(found == k_no_vertex ? next : found);
    if (found != k_no_vertex) continue;
    out.vertices.push_unchecked(vertex);
    out.first.push_unchecked(static_cast<std::uint32_t>(i));
  }
  return Status::ok;
}

}  // namespace

Status weld_vertices(std::span<const double> coordinates, double distance, WeldedVertices& out) {
  if (distance >= k_least_weld) {
    GridWeld grid(distance);
    return weld_by(grid, coordinates, out);
  }
  ExactWeld exact;
  return weld_by(exact, coordinates, out);
}

}  // namespace hyperplane
