#pragma once

#include <cstdint>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "decompose/polytope.h"
#include "decompose/solid.h"

namespace hyperplane {

/// A lattice over a hull: the points of the hull outside the solid, with the squares of their distances from it, and
/// the enclosed ones.
class VoidSamples {
 public:
  struct Sample {
    Vec3 point;
    /// Squared distance from the solid.
    double weight;
  };

  /// @param count approximate number of lattice points in the bounds of the hull.
  void start(const Polytope& hull, std::uint32_t count);
  /// @param work number of lattice points to process. @return `out_of_memory` or ok.
  [[nodiscard]] Status step(const Polytope& hull, const Solid& solid, std::uint32_t work);
  bool is_done() const { return at_ == end_; }

  std::span<const Sample> outside() const { return outside_.span(); }
  std::span<const Vec3> enclosed() const { return enclosed_.span(); }
  double total() const { return total_; }

 private:
  Buffer<Sample> outside_;
  Buffer<Vec3> enclosed_;
  std::uint32_t at_ = 0, end_ = 0, counts_[3] = {};
  Vec3 low_, spacing_;
  double total_ = 0.0;
  /// A point whose side of the surface is known, and the distance within which that side applies.
  Vec3 last_;
  double last_distance_ = 0.0;
  bool is_enclosed_ = false;
};

}  // namespace hyperplane
