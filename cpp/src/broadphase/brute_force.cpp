#include "broadphase/broad_phase.h"

namespace hyperplane {

Status find_pairs_by_brute_force(const BroadPhaseInput& input, PairList& out) {
  out.clear();
  for (std::size_t i = 0; i < input.movers.size(); ++i) {
    const std::uint32_t row = input.movers[i];
    const auto test = [&](std::uint32_t other) {
      return !overlaps(input.bounds[row], input.bounds[other]) || !input.accepts(row, other) || out.push(row, other);
    };
    for (std::size_t j = i + 1; j < input.movers.size(); ++j) {
      if (!test(input.movers[j])) return Status::out_of_memory;
    }
    for (const std::uint32_t other : input.statics) {
      if (!test(other)) return Status::out_of_memory;
    }
  }
  return Status::ok;
}

}  // namespace hyperplane
