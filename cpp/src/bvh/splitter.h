#pragma once

#include <cstdint>

#include "bvh/float_bounds.h"
#include "bvh/node.h"
#include "core/buffer.h"
#include "math/simd.h"

/// The splits of a top-down build, for trees of any kind. A node's leaves are split in two until there are four parts,
/// each time the part with the largest product of area and leaf count. A split sorts the centres into bins along their
/// widest axis and takes the plane with the least sum of area times leaf count over both sides: the surface area
/// heuristic (sources in tree.h). Deviations: one axis is tried instead of three; small sets are split at the middle of
/// their centres without bins; below a depth that only contrived scenes reach, parts are halved by count, which bounds
/// the depth at half of the maximum.
///
/// Precondition: bounds without NaN.

namespace hyperplane {

/// A future leaf: its bounds, with its row in the unused lanes.
struct alignas(32) Reference {
  float min[3];
  std::uint32_t row;
  float max[3];
  /// Of the last split; once all are done, of use to others.
  std::uint32_t bin;
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

/// Of boxes, and of twice their centres.
struct PartBounds {
  Extent boxes, centres;

  void add(F32x4 low, F32x4 high) {
    boxes.add(low, high);
    centres.add(low + high, low + high);
  }
  void add(const PartBounds& other) {
    boxes.add(other.boxes);
    centres.add(other.centres);
  }
};

/// A run of references, with the bounds of their boxes and centres.
struct Part : PartBounds {
  std::uint32_t begin = 0, end = 0;

  std::uint32_t count() const { return end - begin; }
  /// Along which the centres differ most.
  int widest_axis() const;
  float weight() const { return boxes.area() * static_cast<float>(count()); }
};

/// References and their splits.
class Splitter {
 public:
  /// The parts that become a node's children, at most four.
  struct Quarters {
    Part parts[4];
    int count = 0;
  };

  [[nodiscard]] bool reserve(std::size_t count) { return references_.reserve_exactly(count); }
  void add(const FloatBounds& b, std::uint32_t row) {
    references_.push_unchecked({{b.min[0], b.min[1], b.min[2]}, row, {b.max[0], b.max[1], b.max[2]}, 0});
  }
  std::size_t size() const { return references_.size(); }
  void clear() { references_.clear(); }
  std::uint32_t row(std::uint32_t reference) const { return references_[reference].row; }
  std::span<Reference> references() { return references_.span(); }

  Part whole() const {
    Part part;
    measure(part, 0, static_cast<std::uint32_t>(references_.size()));
    return part;
  }
  /// Splits a part in up to four. @param leaf_size parts of up to this many references are not split.
  /// @param level of the node to be, 1 for the root.
  Quarters quarter(const Part& whole, int level, std::uint32_t leaf_size);

 private:
  void measure(Part& part, std::uint32_t begin, std::uint32_t end) const;
  /// Splits a part: it becomes its first half. @param high receives the second one.
  void halve(Part& part, std::uint32_t middle, Part& high) const;
  /// The same for a part of two or more references, which it reorders. Neither half is empty.
  void split(Part& part, Part& high);
  /// The same for a part of a few leaves: all leaves but one are full.
  void split_into_full_leaves(Part& part, std::uint32_t leaf_size, Part& high);

  Buffer<Reference> references_;
};

}  // namespace hyperplane
