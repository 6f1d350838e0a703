#include "bvh/splitter.h"

#include <bit>

#include "bvh/tolerances.h"

namespace hyperplane {
namespace {

constexpr int k_bins = 12;
/// Up to this many leaves, bins cost more than they save.
constexpr std::uint32_t k_few = 6;
/// References of the parts that are split into full leaves.
constexpr std::uint32_t k_most_in_few_leaves = 16;
/// Levels split by area. Sixteen more, split by count, hold 2^32 leaves.
constexpr int k_levels_by_area = LaneNode::k_max_depth / 2 - 16;

/// Numbers from 0 on, plus this, are rounded to whole ones, which are then the difference of the bits.
constexpr float k_to_whole = 0x1.8p23f;

}  // namespace

int Part::widest_axis() const {
  float widths[4];
  store(widths, centres.max - centres.min);
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (widths[k] > widths[axis]) axis = k;
  }
  return axis;
}

void Splitter::measure(Part& part, std::uint32_t begin, std::uint32_t end) const {
  part = {{}, begin, end};
  for (std::uint32_t i = begin; i < end; ++i) part.add(load(references_[i].min), load(references_[i].max));
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
    Part &part = parts[heaviest], &high = parts[quarters.count++];
    if (level > k_levels_by_area) {
      halve(part, part.begin + part.count() / 2, high);
    } else if (leaf_size > 1 && part.count() <= 4 * leaf_size) {
      split_into_full_leaves(part, leaf_size, high);
    } else {
      split(part, high);
    }
  }
  return quarters;
}

void Splitter::halve(Part& part, std::uint32_t middle, Part& high) const {
  measure(high, middle, part.end);
  measure(part, part.begin, middle);
}

void Splitter::split_into_full_leaves(Part& part, std::uint32_t leaf_size, Part& high) {
  const int axis = part.widest_axis();
  constexpr float k_lanes[4] = {0.0f, 1.0f, 2.0f, 3.0f};
  float keys[k_most_in_few_leaves];
  Reference copies[k_most_in_few_leaves];
  const std::span<Reference> references = references_.span().subspan(part.begin, part.count());
  HYPERPLANE_ASSERT(references.size() <= k_most_in_few_leaves);
  for (std::size_t i = 0; i < references.size(); ++i) {
    copies[i] = references[i];
    keys[i] = references[i].min[axis] + references[i].max[axis];
  }
  // Each goes where as many come before it: to sort them by comparisons would be mispredicted.
  for (std::size_t i = 0; i < references.size(); i += 4) {
    const F32x4 key = load(keys + i), place = load(k_lanes) + splat(static_cast<float>(i));
    // Counts down from zero: a mask that is set is -1.
    U32x4 before = splat(0u);
    for (std::size_t k = 0; k < references.size(); ++k) {
      const F32x4 other = splat(keys[k]);
      before = before + ((other < key) | ((other == key) & (splat(static_cast<float>(k)) < place)));
    }
    std::uint32_t places[4];
    store(places, before);
    for (std::size_t k = i; k < i + 4 && k < references.size(); ++k) references[0u - places[k - i]] = copies[k];
  }
  const std::uint32_t leaves = (part.count() + leaf_size - 1) / leaf_size;
  halve(part, part.begin + (leaves + 1) / 2 * leaf_size, high);
}

void Splitter::split(Part& part, Part& high) {
  const int axis = part.widest_axis();
  const FloatBounds centres = part.centres.bounds();
  const float low = centres.min[axis], width = centres.max[axis] - low;
  // All centres nearly coincide: no plane separates them.
  if (!(width > k_least_split_width)) return halve(part, part.begin + part.count() / 2, high);

  // Two sides of the middle are bins, too.
  const int count = part.count() > k_few ? k_bins : 2;
  const float scale = static_cast<float>(count) * k_bin_scale / width;
  Reference* const references = references_.data();
  PartBounds bins[k_bins];
  std::uint32_t counts[k_bins] = {};
  for (std::uint32_t i = part.begin; i < part.end; ++i) {
    Reference& reference = references[i];
    const F32x4 least = load(reference.min), most = load(reference.max);
    const float place = (reference.min[axis] + reference.max[axis] - low) * scale - 0.5f;
    reference.bin = std::bit_cast<std::uint32_t>(place + k_to_whole) - std::bit_cast<std::uint32_t>(k_to_whole);
    ++counts[reference.bin];
    bins[reference.bin].add(least, most);
  }
  // cost_above[p]: of all bins from p on.
  float cost_above[k_bins];
  Extent above;
  std::uint32_t count_above = 0;
  for (int p = count - 1; p > 0; --p) {
    above.add(bins[p].boxes);
    count_above += counts[p];
    cost_above[p] = above.area() * static_cast<float>(count_above);
  }
  Extent below;
  std::uint32_t count_below = 0, plane = 1;
  float best = 0.0f;
  for (int p = 1; p < count; ++p) {
    below.add(bins[p - 1].boxes);
    count_below += counts[p - 1];
    // The first and the last bin are never empty, so neither is a side.
    const float cost = below.area() * static_cast<float>(count_below) + cost_above[p];
    if (p == 1 || cost < best) {
      best = cost;
      plane = static_cast<std::uint32_t>(p);
    }
  }

  // Without a branch, which would be mispredicted.
  std::uint32_t middle = part.begin;
  for (std::uint32_t i = part.begin; i < part.end; ++i) {
    const F32x4 least = load(references[i].min), most = load(references[i].max);
    const std::uint32_t is_low = references[i].bin < plane ? 1 : 0;
    store(references[i].min, load(references[middle].min));
    store(references[i].max, load(references[middle].max));
    store(references[middle].min, least);
    store(references[middle].max, most);
    middle += is_low;
  }
  high = {{}, middle, part.end};
  part = {{}, part.begin, middle};
  for (std::uint32_t p = 0; p < static_cast<std::uint32_t>(count); ++p) (p < plane ? part : high).add(bins[p]);
}

}  // namespace hyperplane
