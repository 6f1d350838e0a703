#include "bvh/splitter.h"

#include <utility>

#include "bvh/tolerances.h"
#include "core/sort.h"

namespace hyperplane {
namespace {

constexpr int k_bins = 12;
/// Up to this many leaves, bins cost more than they save.
constexpr std::uint32_t k_few = 6;
/// References of the parts that are split into full leaves.
constexpr std::uint32_t k_most_in_few_leaves = 16;
/// Levels split by area. Sixteen more, split by count, hold 2^32 leaves.
constexpr int k_levels_by_area = LaneNode::k_max_depth / 2 - 16;

}  // namespace

Part Splitter::measured(std::uint32_t begin, std::uint32_t end) const {
  Part part;
  part.begin = begin;
  part.end = end;
  for (std::uint32_t i = begin; i < end; ++i) {
    part.add(load(references_[i].min), load(references_[i].max));
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
    Part &low = parts[heaviest], &high = parts[quarters.count++];
    if (level > k_levels_by_area) {
      halve(part, part.begin + part.count() / 2, low, high);
    } else if (leaf_size > 1 && part.count() <= 4 * leaf_size) {
      split_into_full_leaves(part, leaf_size, low, high);
    } else {
      split(part, low, high);
    }
  }
  return quarters;
}

void Splitter::halve(const Part& part, std::uint32_t middle, Part& low, Part& high) const {
  low = measured(part.begin, middle);
  high = measured(middle, part.end);
}

void Splitter::split_into_full_leaves(const Part& part, std::uint32_t leaf_size, Part& low, Part& high) {
  const FloatBounds centres = part.centres.bounds();
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (centres.max[k] - centres.min[k] > centres.max[axis] - centres.min[axis]) axis = k;
  }
  struct Keyed {
    float key;
    std::uint32_t place;
  };
  Keyed keyed[k_most_in_few_leaves];
  Reference copies[k_most_in_few_leaves];
  const std::span<Reference> references = references_.span().subspan(part.begin, part.count());
  HYPERPLANE_ASSERT(references.size() <= k_most_in_few_leaves);
  for (std::uint32_t i = 0; i < references.size(); ++i) {
    copies[i] = references[i];
    keyed[i] = {references[i].min[axis] + references[i].max[axis], i};
  }
  sort_detail::sort_by_insertion(std::span(keyed, references.size()),
                                 [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
  for (std::uint32_t i = 0; i < references.size(); ++i) references[i] = copies[keyed[i].place];
  const std::uint32_t leaves = (part.count() + leaf_size - 1) / leaf_size;
  halve(part, part.begin + (leaves + 1) / 2 * leaf_size, low, high);
}

void Splitter::split(const Part& part, Part& low_part, Part& high_part) {
  const FloatBounds centres = part.centres.bounds();
  int axis = 0;
  float widths[3];
  for (int k = 0; k < 3; ++k) {
    widths[k] = centres.max[k] - centres.min[k];
    if (widths[k] > widths[axis]) axis = k;
  }
  const float low = centres.min[axis], width = widths[axis];
  // All centres nearly coincide: no plane separates them.
  if (!(width > k_least_split_width)) return halve(part, part.begin + part.count() / 2, low_part, high_part);

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

  // Measures both sides on the way.
  Part below, above;
  std::uint32_t i = part.begin, j = part.end;
  while (i < j) {
    Reference& reference = references_[i];
    const F32x4 least = load(reference.min), most = load(reference.max);
    if (bin_of(reference) < plane) {
      below.add(least, most);
      ++i;
    } else {
      above.add(least, most);
      --j;
      std::swap(reference, references_[j]);
    }
  }
  low_part = {part.begin, i, below.boxes, below.centres};
  high_part = {i, part.end, above.boxes, above.centres};
}

}  // namespace hyperplane
