#pragma once

#include <cstddef>
#include <cstdint>

#include <hyperplane/pair.h>

#include "core/function_ref.h"
#include "core/workspace.h"
#include "narrowphase/convex/convex_manifold.h"

namespace hyperplane {

/// Merges the contacts of a pair's triangles into patches: contacts of the same two parts whose normals are within
/// 10 degrees of the deepest one's. A patch has the normal, the depth and the triangle of its deepest contact, and at
/// most four points: the deepest, and those that span the largest area with it.
///
/// When the room is full, contacts are merged; of more patches than k_capacity the shallowest are dropped.
class ContactPatches {
 public:
  static constexpr int k_capacity = 64;
  static constexpr int k_point_capacity = 192;

  /// @param contact of a triangle, with at least one point.
  /// @param are_on_both whether its points lie on both shapes. Others stand in where a patch has none that does.
  void add(const ContactArea& contact, const PairFeatures& features, bool are_on_both = true);
  /// Merges, and visits the patches, the deepest first. The visitor may change them.
  void finish(FunctionRef<void(ContactManifold&)> visit);
  bool is_empty() const { return count_ == 0; }

 private:
  struct Patch {
    Vec3 normal;
    double depth;
    PairFeatures features;
  };
  struct Point {
    ContactPoint point;
    std::int32_t patch;
    bool is_on_both;
  };

  /// Whether one patch becomes a part of a deeper one.
  static bool belongs_to(const Patch& patch, const Patch& deeper);
  /// Merges what belongs together, the deepest first. @param most points of a patch that stay.
  void merge(std::size_t most);

  Workspace<Patch, k_capacity> patches_;
  Workspace<Point, k_point_capacity> points_;
  std::int32_t count_ = 0, point_count_ = 0;
  /// Of the first ones, deepest first, if others have given way to them; otherwise 0.
  std::int32_t full_count_ = 0;
};

}  // namespace hyperplane
