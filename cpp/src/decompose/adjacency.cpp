#include "decompose/adjacency.h"

#include <bit>

#include "core/hash.h"

/// Hash tables with open addressing; places depend on vertex numbers only.

namespace hyperplane {
namespace {

constexpr std::uint32_t k_empty = 0xffffffff;

/// About 10 ms.
constexpr std::uint32_t k_half_edges_a_step = 100000;

std::uint32_t slot_of(std::uint64_t a, std::uint64_t b, std::size_t slots) {
  Hash hash;
  hash.add(a);
  hash.add(b);
  return static_cast<std::uint32_t>(hash.value() & (slots - 1));
}

}  // namespace

Status TwinSearch::start(std::size_t corner_count, Buffer<std::uint32_t>& twins) {
  const bool ok = table_.resize(std::bit_ceil(2 * corner_count + 2), k_empty) && twins.resize(corner_count, k_no_twin);
  return ok ? Status::ok : Status::out_of_memory;
}

bool TwinSearch::step(std::span<const std::uint32_t> corners, Buffer<std::uint32_t>& twins) {
  const auto low = [&](std::uint32_t h) {
    const std::uint32_t a = corners[h], b = end_of(corners, h);
    return a < b ? a : b;
  };
  const auto high = [&](std::uint32_t h) {
    const std::uint32_t a = corners[h], b = end_of(corners, h);
    return a < b ? b : a;
  };
  const auto count = static_cast<std::uint32_t>(corners.size());
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
      if (twins[first] != first) twins[twins[first]] = k_no_twin;
      twins[first] = first;
    }
  }
  if (at_ < count) return false;
  for (std::uint32_t h = 0; h < count; ++h) {
    if (twins[h] == h) twins[h] = k_no_twin;
  }
  return true;
}

Status drop_duplicates(Buffer<std::uint32_t>& corners) {
  const auto count = static_cast<std::uint32_t>(corners.size() / 3);
  const std::size_t slots = std::bit_ceil(2 * std::size_t{count} + 2);
  Buffer<std::uint32_t> table;
  if (!table.resize(slots, k_empty)) return Status::out_of_memory;
  struct Key {
    std::uint32_t low, middle, high;
    bool operator==(const Key&) const = default;
  };
  const auto key_of = [&](std::uint32_t t) {
    std::uint32_t a = corners[3 * std::size_t{t}], b = corners[3 * std::size_t{t} + 1],
                  c = corners[3 * std::size_t{t} + 2];
    const auto order = [](std::uint32_t& x, std::uint32_t& y) {
      if (x <= y) return;
      const std::uint32_t greater = x;
      x = y;
      y = greater;
    };
    order(a, b);
    order(b, c);
    order(a, b);
    return Key{a, b, c};
  };
  std::uint32_t kept = 0;
  for (std::uint32_t t = 0; t < count; ++t) {
    const Key key = key_of(t);
    std::uint32_t slot = slot_of(std::uint64_t{key.low} << 32 | key.middle, key.high, slots);
    while (table[slot] != k_empty && key_of(table[slot]) != key) {
      slot = static_cast<std::uint32_t>((slot + 1) & (slots - 1));
    }
    if (table[slot] != k_empty) continue;
    // Kept triangles move forward, behind all that are still to come.
    for (std::size_t i = 0; i < 3; ++i) corners[3 * std::size_t{kept} + i] = corners[3 * std::size_t{t} + i];
    table[slot] = kept++;
  }
  corners.truncate(3 * std::size_t{kept});
  return Status::ok;
}

}  // namespace hyperplane
