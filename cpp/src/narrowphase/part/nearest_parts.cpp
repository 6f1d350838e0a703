#include <limits>
#include <utility>

#include "composite/compound.h"
#include "composite/shape_extent.h"
#include "core/buffer.h"
#include "math/pose.h"
#include "narrowphase/convex/tolerances.h"
#include "narrowphase/part/part_pairs.h"
#include "shape/support.h"

namespace hyperplane {
namespace {

/// Of two compounds as far apart as they are large, the trees leave far more pairs than are near: the bounds of turned
/// parts are loose. After so many pairs that they cost what the support heights of this many parts cost, those decide.
constexpr std::size_t k_heights_of_pair = 25;
/// Share of the sizes by which such compounds are at least apart. Nearer ones face each other with too many parts.
constexpr double k_far_apart = 0.5;
/// Pairs of high parts that may be left.
constexpr std::size_t k_most_high_pairs = 65536;

bool has_only_convex_parts(const Shape& shape) {
  return shape.type == ShapeType::compound && !shape.compound->may_change();
}

/// The parts of a compound that may be nearest to another shape, by their heights along a direction.
class HighParts {
 public:
  struct Part {
    const CompoundPart* part;
    std::int32_t index;
    /// m: along the direction.
    double height;
    /// m: around its origin. Both are set when the part is first kept; the origin is in the frame of A.
    double reach;
    Vec3 origin;
  };

  /// With all parts. @param in_a pose of the compound in the frame of A. @return false without memory.
  [[nodiscard]] bool begin(const Compound& compound, const Pose& in_a) {
    in_a_ = in_a;
    if (!parts_.reserve(compound.parts().size())) return false;
    for (const CompoundPart& part : compound.parts()) {
      parts_.push_unchecked({&part, static_cast<std::int32_t>(parts_.size()), 0.0, 0.0, {}});
    }
    return true;
  }

  /// Measures them along a unit direction in the frame of A, and puts the highest first. @return m: its height.
  double measure(const Vec3& direction) {
    const Vec3 local = rotate(conjugate(in_a_.rotation), direction);
    std::size_t highest = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      parts_[i].height = height_along(parts_[i].part->shape, parts_[i].part->pose, local);
      if (parts_[i].height > parts_[highest].height) highest = i;
    }
    std::swap(parts_[0], parts_[highest]);
    return parts_[0].height;
  }

  /// Keeps those of at least a height.
  void keep_above(double least) {
    std::size_t count = 0;
    for (Part& high : parts_) {
      if (high.height < least) continue;
      if (high.reach == 0.0) {
        const auto& [shape, pose] = *high.part;
        high.reach = reach_of(shape);
        high.origin = in_a_.position + rotate(in_a_.rotation, pose.position);
      }
      parts_[count++] = high;
    }
    parts_.truncate(count);
  }

  std::span<const Part> parts() const { return parts_.span(); }

 private:
  Pose in_a_;
  Buffer<Part> parts_;
};

/// The search for the nearest pair of parts.
class NearestParts {
 public:
  NearestParts(const Shape& a, const Shape& b, const Pose& b_in_a, double max_distance)
      : a_(a), b_(b), b_in_a_(b_in_a), end_(max_distance) {
    nearest_.distance = std::numeric_limits<double>::infinity();
  }

  const Distance& find() {
    constexpr auto k_unlimited = std::numeric_limits<std::size_t>::max();
    std::size_t pairs_left = k_unlimited;
    double far = 0.0;
    if (has_only_convex_parts(a_) && has_only_convex_parts(b_)) {
      pairs_left = 1 + (a_.compound->parts().size() + b_.compound->parts().size()) / k_heights_of_pair;
      far = k_far_apart * (a_.compound->size() + b_.compound->size());
    }
    visit_near_candidates(a_, b_, b_in_a_, end_, [&](const PartPair& pair) {
      if (is_complete_) return;
      measure(pair);
      if (pairs_left > 0) --pairs_left;
      if (pairs_left > 0 || !(nearest_.distance > far)) return;
      pairs_left = k_unlimited;
      is_complete_ = search_along_normals();
      if (is_complete_) end_ = 0.0;
    });
    return nearest_;
  }

 private:
  void measure(const PartPair& pair) {
    std::optional<Distance> found = distance_within(*pair.a, pair.pose_a, *pair.b, pair.pose_b, end_);
    if (!found) return;
    found->features = pair.features;
    name_parts(pair, found->point_a, found->point_b, found->normal, found->features);
    if (found->distance == nearest_.distance && !is_before(found->features, nearest_.features)) return;
    nearest_ = *found;
    end_ = found->distance;
  }

  /// Measures the highest parts along the normal of the nearest pair, until no pair is nearer; then all pairs whose gap
  /// along the normal is not above its distance. @return false without memory, or with too many such pairs: the descent
  /// goes on.
  bool search_along_normals() {
    HighParts of_a, of_b;
    if (!of_a.begin(*a_.compound, {}) || !of_b.begin(*b_.compound, b_in_a_)) return false;
    const double slack = (a_.compound->size() + b_.compound->size() + length(b_in_a_.position)) * k_separation_margin;
    for (;;) {
      const Vec3 n = nearest_.normal;
      const double high_a = of_a.measure(n), high_b = of_b.measure(-n);
      const double least = dot(b_in_a_.position, n) - end_ - slack;
      of_a.keep_above(least - high_b);
      of_b.keep_above(least - high_a);
      if (is_nearer(of_a.parts()[0], of_b.parts()[0])) continue;
      if (of_a.parts().size() * of_b.parts().size() > k_most_high_pairs) return false;
      if (!find_nearer(of_a, of_b, slack)) return true;
    }
  }

  /// Measures a pair. @return whether it is nearer than all before, and apart.
  bool is_nearer(const HighParts::Part& a, const HighParts::Part& b) {
    const double known = end_;
    measure(
        {&a.part->shape, a.part->pose, &b.part->shape, b_in_a_ * b.part->pose, {a.index, -1, b.index, -1}, {}, {}, {}});
    return end_ < known && end_ > 0.0;
  }

  /// @return whether a nearer pair was found, which ends the search along the present normal.
  bool find_nearer(const HighParts& of_a, const HighParts& of_b, double slack) {
    const Vec3 n = nearest_.normal;
    const double end = end_ + slack, between = dot(b_in_a_.position, n);
    for (const HighParts::Part& a : of_a.parts()) {
      for (const HighParts::Part& b : of_b.parts()) {
        const double gap = between - a.height - b.height;
        if (gap > end) continue;
        // The gap along a direction between the normal and one aside, along which balls around the parts are apart.
        const Vec3 way = b.origin - a.origin;
        const double aside = max(0.0, length(way - n * dot(way, n)) - a.reach - b.reach);
        if (gap > 0.0 && gap * gap + aside * aside > end * end) continue;
        if (is_nearer(a, b)) return true;
      }
    }
    return false;
  }

  const Shape &a_, &b_;
  const Pose& b_in_a_;
  double end_;
  Distance nearest_;
  bool is_complete_ = false;
};

}  // namespace

Distance nearest_parts(const Shape& a, const Shape& b, const Pose& b_in_a, double max_distance) {
  return NearestParts(a, b, b_in_a, max_distance).find();
}

}  // namespace hyperplane
