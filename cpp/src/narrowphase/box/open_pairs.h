#pragma once

#include <cstddef>
#include <cstdint>

#include "core/workspace.h"
#include "math/transform.h"
#include "narrowphase/box/box_filter.h"

namespace hyperplane {

/// Collects the pairs that the filter leaves open and decides about a dozen at a time: first the frames of all, then
/// the axes of all. A mispredicted branch over the axes of one pair then does not wait for a long chain of arithmetic.
/// The order of the pairs is kept.
/// @tparam FramesOf frames_of(pair) gives the PairFrames of a pair.
/// @tparam Decide decide(pair, frames, candidates) handles one pair.
template <class FramesOf, class Decide>
class OpenPairs {
 public:
  OpenPairs(FramesOf frames_of, Decide decide) : frames_of_(frames_of), decide_(decide) {}

  /// @param pairs the indices of the group's pairs; the last may be missing.
  void add(const BoxFilterResult& filtered, const std::size_t (&pairs)[4], int count) {
    for (int lane = 0; lane < count; ++lane) {
      open_[count_].pair = pairs[lane];
      open_[count_].candidates = filtered.candidates[lane];
      count_ += (filtered.apart >> lane & 1u) != 0 ? 0 : 1;
    }
    if (count_ > k_capacity - 5) decide_all();  // room for a group, and for one entry that is written but not kept
  }

  /// Call after the last group.
  void decide_all() {
    for (int i = 0; i < count_; ++i) open_[i].frames = frames_of_(open_[i].pair);
    for (int i = 0; i < count_; ++i) decide_(open_[i].pair, open_[i].frames, open_[i].candidates);
    count_ = 0;
  }

 private:
  static constexpr int k_capacity = 32;
  struct OpenPair {
    std::size_t pair;
    std::uint32_t candidates;
    PairFrames frames;
  };

  FramesOf frames_of_;
  Decide decide_;
  int count_ = 0;
  Workspace<OpenPair, k_capacity> open_;
};

}  // namespace hyperplane
