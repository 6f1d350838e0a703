#pragma once

#include "core/flush_placing.h"
#include "plane/colliders.h"

namespace hyperplane::plane {

/// The convex parts of the static colliders around one of them, as a mover sees them, for the rule of flush.h: separate
/// static colliders that lie flush push nobody out of their seams either. No sensors, and none that the mover would not
/// touch.
class StaticSiblings {
 public:
  /// @param fixed the static collider, which is no sibling of itself. @param mask layers that the mover may touch.
  /// @param base of all points, in the world.
  /// @param middle of the mover: one-sided parts that are not there for it are left out. Null: all.
  StaticSiblings(Colliders& colliders, std::uint32_t fixed, std::uint32_t mask, Vec2 base, const Vec2* middle = nullptr,
                 const LeafFilter* accepts = nullptr)
      : colliders_(colliders), fixed_(fixed), mask_(mask), base_(base), middle_(middle), accepts_(accepts) {}

  bool operator()(Vec2 point, double margin, ConvexVisitor visit) const {
    const Box2 box = Box2{point, point}.grown(margin);
    bool goes_on = true;
    colliders_.visit_overlapping(1, box, base_, mask_, [&](std::uint32_t row) {
      if (row == fixed_ || !counts(row)) return true;
      visit_leaves(colliders_.shapes[row], colliders_.frame_at(row, base_), box, [&](const PlacedLeaf& leaf) {
        const bool is_left_out =
            (middle_ != nullptr && !is_there(leaf, *middle_)) || (accepts_ != nullptr && !(*accepts_)(leaf));
        goes_on = is_left_out || visit(*leaf.shape, leaf.frame);
        return goes_on;
      });
      return goes_on;
    });
    return goes_on;
  }

  /// m: how far they may be off their places. @param size_of_mover m
  double placing(double size_of_mover) const {
    return flush_placing(length(colliders_.bodies[fixed_].position), size_of(colliders_.shapes[fixed_]), size_of_mover);
  }

  /// Whether there is any within a box about `base`. @param thin set to whether there are segments.
  bool are_near(const Box2& box, bool& thin) const {
    bool found = false;
    thin = false;
    colliders_.visit_overlapping(1, box, base_, mask_, [&](std::uint32_t row) {
      if (row == fixed_ || !counts(row)) return true;
      found = true;
      thin = thin || has_thin(colliders_.shapes[row]);
      return !thin;
    });
    return found;
  }

 private:
  bool counts(std::uint32_t row) const {
    return (colliders_.flags[row] & Colliders::k_sensor) == 0 && (colliders_.layers[row] & mask_) != 0;
  }

  Colliders& colliders_;
  std::uint32_t fixed_, mask_;
  Vec2 base_;
  const Vec2* middle_;
  const LeafFilter* accepts_;
};

}  // namespace hyperplane::plane
