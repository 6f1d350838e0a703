#pragma once

#include <cstdint>
#include <span>

#include "broadphase/pair_list.h"
#include "bvh/float_bounds.h"

namespace hyperplane {

/// What a broad phase is given: everything by row. All of them answer with the same set of pairs: those whose bounds
/// overlap (closed), of which one at least is a mover and one at least has changed, and whose layers and masks accept
/// each other. Each pair once, in no particular order.
struct BroadPhaseInput {
  std::span<const FloatBounds> bounds;
  /// The rows in use, each in one of the two lists, ascending or not.
  std::span<const std::uint32_t> movers, statics;
  std::span<const std::uint32_t> layers, masks;
  /// False: every collider accepts every other, and nobody needs to look at layers and masks.
  bool filters_matter = false;
  /// Not zero for the rows that have changed since the last update. Empty: all have.
  std::span<const std::uint8_t> changed;
  /// Those rows, each once.
  std::span<const std::uint32_t> changed_rows;
  /// Changes whenever the lists do, so that a broad phase knows whether what it remembers still fits.
  std::uint64_t membership = 0;

  bool accepts(std::uint32_t a, std::uint32_t b) const {
    return (!filters_matter || ((layers[a] & masks[b]) != 0 && (layers[b] & masks[a]) != 0)) && is_news(a, b);
  }
  bool is_news(std::uint32_t a, std::uint32_t b) const { return changed.empty() || (changed[a] | changed[b]) != 0; }
};

/// Every mover against everything: the oracle of the others.
/// @return `out_of_memory` when the list's cap or memory is exhausted; so for all broad phases.
Status find_pairs_by_brute_force(const BroadPhaseInput& input, PairList& out);

}  // namespace hyperplane
