#include "decompose/adjacency.h"

#include <bit>

#include "core/hash.h"
#include "decompose/crowded_edges.h"

/// Hash tables with open addressing; places depend on vertex numbers only.

namespace hyperplane {
namespace {

constexpr std::uint32_t k_empty = 0xffffffff;

/// About 10 ms.
constexpr std::uint32_t k_half_edges_a_step = 100000;

/// Edges with more than two triangles: some milliseconds.
constexpr std::uint32_t k_crowded_a_step = 5000;

std::uint32_t slot_of(std::uint64_t a, std::uint64_t b, std::size_t slots) {
  Hash hash;
  hash.add(a);
  hash.add(b);
  return static_cast<std::uint32_t>(hash.value() & (slots - 1));
}

}  // namespace

Status TwinSearch::start(std::size_t corner_count, Buffer<std::uint32_t>& twins) {
  *this = {};
  twins.clear();
  const bool ok = table_.resize(std::bit_ceil(2 * corner_count + 2), k_empty) && twins.resize(corner_count, k_no_twin);
  return ok ? Status::ok : Status::out_of_memory;
}

Status TwinSearch::step(std::span<const Vec3> points, std::span<const std::uint32_t> corners,
                        Buffer<std::uint32_t>& twins) {
  const auto low = [&](std::uint32_t h) {
    const std::uint32_t a = corners[h], b = end_of(corners, h);
    return a < b ? a : b;
  };
  const auto high = [&](std::uint32_t h) {
    const std::uint32_t a = corners[h], b = end_of(corners, h);
    return a < b ? b : a;
  };
  const auto count = static_cast<std::uint32_t>(corners.size());
  if (at_ == count) return pair_crowded(points, corners, twins);
  for (std::uint32_t work = 0; work < k_half_edges_a_step && at_ < count; ++work, ++at_) {
    const std::uint32_t h = at_;
    std::uint32_t slot = slot_of(low(h), high(h), table_.size());
    while (table_[slot] != k_empty && (low(table_[slot]) != low(h) || high(table_[slot]) != high(h))) {
      slot = static_cast<std::uint32_t>((slot + 1) & (table_.size() - 1));
    }
    const std::uint32_t first = table_[slot];
    if (first == k_empty) {
      table_[slot] = h;
    } else if (twins[first] == k_no_twin) {
      twins[first] = h;
      twins[h] = first;
    } else {
      if (next_.empty() && !next_.resize(count, k_empty)) return Status::out_of_memory;
      if (twins[first] != first) {
        if (!crowded_.push(first)) return Status::out_of_memory;
        next_[first] = twins[first];
        twins[twins[first]] = k_no_twin;
        twins[first] = first;
      }
      next_[h] = next_[first];
      next_[first] = h;
    }
  }
  return Status::ok;
}

/// A forest of triangles; the root is the first.
Status TwinSearch::find_components(const Buffer<std::uint32_t>& twins) {
  const auto count = static_cast<std::uint32_t>(twins.size() / 3);
  if (!components_.resize_uninitialized(count)) return Status::out_of_memory;
  for (std::uint32_t t = 0; t < count; ++t) components_[t] = t;
  const auto root_of = [&](std::uint32_t t) {
    while (components_[t] != t) t = components_[t] = components_[components_[t]];
    return t;
  };
  for (std::uint32_t h = 0; h < twins.size(); ++h) {
    // The first half-edge of a crowded edge is its own twin until that is paired.
    if (twins[h] == k_no_twin || twins[h] >= h) continue;
    const std::uint32_t a = root_of(h / 3), b = root_of(twins[h] / 3);
    if (a < b) components_[b] = a;
    if (b < a) components_[a] = b;
  }
  for (std::uint32_t t = 0; t < count; ++t) components_[t] = root_of(t);
  return Status::ok;
}

Status TwinSearch::pair_crowded(std::span<const Vec3> points, std::span<const std::uint32_t> corners,
                                Buffer<std::uint32_t>& twins) {
  table_.release();
  if (!crowded_.empty() && components_.empty() && find_components(twins) != Status::ok) return Status::out_of_memory;
  Buffer<std::uint32_t> half_edges;
  for (std::uint32_t work = 0; work < k_crowded_a_step && crowded_at_ < crowded_.size(); ++work, ++crowded_at_) {
    half_edges.clear();
    twins[crowded_[crowded_at_]] = k_no_twin;
    for (std::uint32_t h = crowded_[crowded_at_]; h != k_empty; h = next_[h]) {
      if (!half_edges.push(h)) return Status::out_of_memory;
    }
    pair_crowded_edge(points, corners, components_.span(), half_edges.span(), twins);
  }
  is_done_ = crowded_at_ == crowded_.size();
  return Status::ok;
}

Status drop_duplicates(Buffer<std::uint32_t>& corners, Buffer<OppositeTriangles>& opposites) {
  const auto count = static_cast<std::uint32_t>(corners.size() / 3);
  const std::size_t slots = std::bit_ceil(2 * std::size_t{count} + 2);
  Buffer<std::uint32_t> table;
  if (!table.resize(slots, k_empty)) return Status::out_of_memory;
  struct Key {
    std::uint32_t low, middle, high;
    /// Whether an odd number of swaps sorts the corners.
    bool is_odd;
    bool has_corners_of(const Key& other) const {
      return low == other.low && middle == other.middle && high == other.high;
    }
  };
  const auto key_of = [&](std::uint32_t t) {
    std::uint32_t a = corners[3 * std::size_t{t}], b = corners[3 * std::size_t{t} + 1],
                  c = corners[3 * std::size_t{t} + 2];
    bool is_odd = false;
    const auto order = [&](std::uint32_t& x, std::uint32_t& y) {
      if (x <= y) return;
      is_odd = !is_odd;
      const std::uint32_t greater = x;
      x = y;
      y = greater;
    };
    order(a, b);
    order(b, c);
    order(a, b);
    return Key{a, b, c, is_odd};
  };
  std::uint32_t kept = 0;
  for (std::uint32_t t = 0; t < count; ++t) {
    const Key key = key_of(t);
    std::uint32_t slot = slot_of(std::uint64_t{key.low} << 32 | key.middle, key.high, slots);
    std::uint32_t opposite = k_empty;
    bool is_known = false;
    for (; table[slot] != k_empty && !is_known; slot = static_cast<std::uint32_t>((slot + 1) & (slots - 1))) {
      const Key other = key_of(table[slot]);
      if (!other.has_corners_of(key)) continue;
      is_known = other.is_odd == key.is_odd;
      opposite = table[slot];
    }
    if (is_known) continue;
    if (opposite != k_empty && !opposites.push({opposite, kept})) return Status::out_of_memory;
    // Kept triangles move forward, never past unread ones.
    for (std::size_t i = 0; i < 3; ++i) corners[3 * std::size_t{kept} + i] = corners[3 * std::size_t{t} + i];
    table[slot] = kept++;
  }
  corners.truncate(3 * std::size_t{kept});
  return Status::ok;
}

}  // namespace hyperplane
