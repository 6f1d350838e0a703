#include "bvh/splitter.h"

#include "bvh/tolerances.h"
#include "core/sort.h"

namespace hyperplane {
namespace {

constexpr int k_bins = 12;
/// Up to this many leaves, bins cost more than they save.
constexpr std::uint32_t k_few = 6;
/// Levels split by area. Sixteen more, split by count, hold 2^32 leaves.
constexpr int k_levels_by_area = LaneNode::k_max_depth / 2 - 16;

}  // namespace

Part Splitter::measured(std::uint32_t begin, std::uint32_t end) const {
  Part part;
  part.begin = begin;
  part.end = end;
  for (std::uint32_t i = begin; i < end; ++i) {
    const F32x4 low = load(references_[i].min), high = load(references_[i].max);
    part.boxes.add(low, high);
    part.centres.add(low + high, low + high);
  }
  return part;
}

Splitter::Quarters Splitter::quarter(const Part& whole, int level, std::uint32_t leaf_size) {
  Quarters quarters{{whole}, 1};
  Part* const parts = quarters.parts;
  while (quarters.count < 4) {
    int heaviest = -1;
    for (int p = 0; p < quarters.count; ++p) {
      if (parts[p].count() <= leaf_size) continue;
      const bool heavier = level > k_levels_by_area ? heaviest < 0 || parts[p].count() > parts[heaviest].count()
                                                    : heaviest < 0 || parts[p].weight() > parts[heaviest].weight();
      if (heavier) heaviest = p;
    }
    if (heaviest < 0) break;
    const Part part = parts[heaviest];
    const std::uint32_t middle = level > k_levels_by_area ? part.begin + part.count() / 2
                                 : leaf_size > 1 && part.count() <= 4 * leaf_size
                                     ? split_into_full_leaves(part, leaf_size)
                                     : split(part);
    parts[heaviest] = measured(part.begin, middle);
    parts[quarters.count++] = measured(middle, part.end);
  }
  return quarters;
}

std::uint32_t Splitter::split_into_full_leaves(const Part& part, std::uint32_t leaf_size) {
  const FloatBounds centres = part.centres.bounds();
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (centres.max[k] - centres.min[k] > centres.max[axis] - centres.min[axis]) axis = k;
  }
  sort(references_.span().subspan(part.begin, part.count()),
       [&](const Reference& a, const Reference& b) { return a.min[axis] + a.max[axis] < b.min[axis] + b.max[axis]; });
  const std::uint32_t leaves = (part.count() + leaf_size - 1) / leaf_size;
  return part.begin + (leaves + 1) / 2 * leaf_size;
}

/// Reorders a part of two or more references. @return where its second half begins, strictly inside.
std::uint32_t Splitter::split(const Part& part) {
  const FloatBounds centres = part.centres.bounds();
  int axis = 0;
  float widths[3];
  for (int k = 0; k < 3; ++k) {
    widths[k] = centres.max[k] - centres.min[k];
    if (widths[k] > widths[axis]) axis = k;
  }
  const float low = centres.min[axis], width = widths[axis];
  // All centres nearly coincide: no plane separates them.
  if (!(width > k_least_split_width)) return part.begin + part.count() / 2;

  const float scale = static_cast<float>(k_bins) / width;
  const auto bin_of = [&](const Reference& r) {
    const int bin = static_cast<int>((r.min[axis] + r.max[axis] - low) * scale);
    return bin < k_bins ? bin : k_bins - 1;
  };
  int plane = k_bins / 2;
  if (part.count() > k_few) {
    Extent boxes[k_bins];
    std::uint32_t counts[k_bins] = {};
    for (std::uint32_t i = part.begin; i < part.end; ++i) {
      const int bin = bin_of(references_[i]);
      ++counts[bin];
      boxes[bin].add(load(references_[i].min), load(references_[i].max));
    }
    // cost_above[p]: of all bins from p on.
    float cost_above[k_bins];
    Extent above;
    std::uint32_t count_above = 0;
    for (int p = k_bins - 1; p > 0; --p) {
      above.add(boxes[p]);
      count_above += counts[p];
      cost_above[p] = count_above == 0 ? 0.0f : above.area() * static_cast<float>(count_above);
    }
    Extent below;
    std::uint32_t count_below = 0;
    float best = 0.0f;
    for (int p = 1; p < k_bins; ++p) {
      below.add(boxes[p - 1]);
      count_below += counts[p - 1];
      // The first and the last bin are never empty, so neither is a side.
      const float cost = below.area() * static_cast<float>(count_below) + cost_above[p];
      if (p == 1 || cost < best) {
        best = cost;
        plane = p;
      }
    }
  }

  std::uint32_t i = part.begin, j = part.end;
  while (i < j) {
    if (bin_of(references_[i]) < plane) {
      ++i;
    } else {
      --j;
      const Reference reference = references_[i];
      references_[i] = references_[j];
      references_[j] = reference;
    }
  }
  return i;
}

}  // namespace hyperplane
