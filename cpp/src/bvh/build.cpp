#include "bvh/tree.h"
#include "core/constants.h"
#include "math/simd.h"

/// Top-down build. A node's leaves are split in two until there are four parts, each time the part with the largest
/// product of area and leaf count. A split sorts the centres into bins along their widest axis and takes the plane with
/// the least sum of area times leaf count over both sides: the surface area heuristic (sources in tree.h). Deviations:
/// one axis is tried instead of three; small sets are split at the middle of their centres without bins; below a depth
/// that only contrived scenes reach, parts are halved by count, which bounds the depth at half of the maximum.
///
/// Precondition: bounds without NaN. On `out_of_memory` the tree is unchanged.

namespace hyperplane {
namespace {

constexpr int k_bins = 12;
/// Up to this many leaves, bins cost more than they save.
constexpr std::uint32_t k_few = 6;
/// Levels split by area. Sixteen more, split by count, hold 2^32 leaves.
constexpr int k_levels_by_area = Tree::k_max_depth / 2 - 16;

/// A future leaf: its bounds, with its row in the unused lanes.
struct alignas(32) Reference {
  float min[3];
  std::uint32_t row;
  float max[3];
  std::uint32_t padding;
};

/// Bounds under construction. The fourth lanes are unused.
struct Extent {
  F32x4 min = load(k_empty_bounds.min), max = load(k_empty_bounds.max);

  void add(F32x4 low, F32x4 high) {
    min = hyperplane::min(min, low);
    max = hyperplane::max(max, high);
  }
  void add(const Extent& other) { add(other.min, other.max); }
  FloatBounds bounds() const {
    FloatBounds b;
    store(b.min, min);
    store(b.max, max);
    return b;
  }
  /// Half the surface.
  float area() const {
    float size[4];
    store(size, max - min);
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
  }
};

/// A run of references, with the bounds of their boxes and of twice their centres.
struct Part {
  std::uint32_t begin = 0, end = 0;
  Extent boxes, centres;

  std::uint32_t count() const { return end - begin; }
  float weight() const { return boxes.area() * static_cast<float>(count()); }
};

}  // namespace

class TreeBuilder {
 public:
  TreeBuilder(Tree& tree, const Tree::Rows& rows) : tree_(tree), rows_(rows) {}

  bool run(std::span<const std::uint32_t> members) {
    std::uint32_t row_count = 0;
    if (!references_.resize_uninitialized(members.size())) return false;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::uint32_t row = members[i];
      const FloatBounds& b = rows_.bounds[row];
      references_[i] = {{b.min[0], b.min[1], b.min[2]}, row, {b.max[0], b.max[1], b.max[2]}, 0};
      row_count = row < row_count ? row_count : row + 1;
    }
    if (!built_.slots_.resize(row_count, Tree::k_none) || !built_.nodes_.reserve(members.size() / 2) ||
        !built_.filters_.reserve(members.size() / 2)) {
      return false;
    }
    if (!members.empty()) {
      const Part all = measured(0, static_cast<std::uint32_t>(members.size()));
      if (build_node(all, Tree::k_none, 1) == Tree::k_none) return false;
    }
    built_.size_ = static_cast<std::uint32_t>(members.size());
    built_.refit_all(rows_);
    built_.cost_when_built_ = built_.cost_now_;
    tree_ = static_cast<Tree&&>(built_);
    return true;
  }

 private:
  Part measured(std::uint32_t begin, std::uint32_t end) const {
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

  /// @return its index, or k_none when memory has run out.
  std::uint32_t build_node(const Part& whole, std::uint32_t parent_slot, int level) {
    Part parts[4] = {whole};
    int part_count = 1;
    while (part_count < 4) {
      int heaviest = -1;
      for (int p = 0; p < part_count; ++p) {
        if (parts[p].count() < 2) continue;
        const bool heavier = level > k_levels_by_area ? heaviest < 0 || parts[p].count() > parts[heaviest].count()
                                                      : heaviest < 0 || parts[p].weight() > parts[heaviest].weight();
        if (heavier) heaviest = p;
      }
      if (heaviest < 0) break;
      const Part part = parts[heaviest];
      const std::uint32_t middle = level > k_levels_by_area ? part.begin + part.count() / 2 : split(part);
      parts[heaviest] = measured(part.begin, middle);
      parts[part_count++] = measured(middle, part.end);
    }

    if (built_.nodes_.size() == built_.nodes_.capacity() && !built_.nodes_.reserve(2 * built_.nodes_.size() + 16)) {
      return Tree::k_none;
    }
    if (!built_.filters_.reserve(built_.nodes_.capacity())) return Tree::k_none;
    const std::uint32_t node = built_.push_node(parent_slot);
    for (int p = 0; p < part_count; ++p) {
      const std::uint32_t slot = node * 4 + static_cast<std::uint32_t>(p);
      if (parts[p].count() == 1) {
        const std::uint32_t row = references_[parts[p].begin].row;
        built_.nodes_[node].child[p] = row | Tree::k_leaf;
        built_.slots_[row] = slot;
        continue;
      }
      const std::uint32_t child = build_node(parts[p], slot, level + 1);
      if (child == Tree::k_none) return Tree::k_none;
      built_.nodes_[node].child[p] = child;
    }
    return node;
  }

  /// Reorders a part of two or more references. @return where its second half begins, strictly inside.
  std::uint32_t split(const Part& part) {
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

  Tree& tree_;
  const Tree::Rows& rows_;
  Tree built_;
  Buffer<Reference> references_;
};

Status Tree::build(std::span<const std::uint32_t> members, const Rows& rows) {
  TreeBuilder builder(*this, rows);
  return builder.run(members) ? Status::ok : Status::out_of_memory;
}

}  // namespace hyperplane
