#pragma once

#include <cstdint>
#include <span>

#include "broadphase/pair_list.h"
#include "bvh/float_bounds.h"

namespace hyperplane {

/// Input of a broad phase, by row. Every broad phase returns the same set of pairs: those whose bounds overlap
/// (closed), with at least one mover and at least one changed collider, and whose layers and masks accept each other.
/// Each pair appears once, unordered.
struct BroadPhaseInput {
  std::span<const FloatBounds> bounds;
  /// The rows in use, each in one of the two lists, ascending or not.
  std::span<const std::uint32_t> movers, statics;
  std::span<const std::uint32_t> layers, masks;
  /// False: every collider accepts every other; layers and masks need not be read.
  bool filters_matter = false;
  /// Non-zero for rows changed since the last update. Empty: all have changed.
  std::span<const std::uint8_t> changed;
  /// The changed rows, each once.
  std::span<const std::uint32_t> changed_rows;
  /// Changes whenever the lists change; invalidates the order that a broad phase keeps.
  std::uint64_t membership = 0;

  bool accepts(std::uint32_t a, std::uint32_t b) const {
    return (!filters_matter || ((layers[a] & masks[b]) != 0 && (layers[b] & masks[a]) != 0)) && is_news(a, b);
  }
  bool is_news(std::uint32_t a, std::uint32_t b) const { return changed.empty() || (changed[a] | changed[b]) != 0; }
};

/// Tests every mover against all rows: the fastest for a few, and the oracle of the other broad phases.
/// @return `out_of_memory` when the list's cap or memory is exhausted, as for all broad phases.
Status find_pairs_by_brute_force(const BroadPhaseInput& input, PairList& out);

}  // namespace hyperplane
