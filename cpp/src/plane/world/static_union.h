#pragma once

#include "plane/pair/body_contacts.h"
#include "plane/world/colliders.h"

namespace hyperplane::plane {

/// The convex parts of the static colliders around a point that a body may touch. Coordinates are about a base.
class StaticAround {
 public:
  /// @param kinds of tiles that are there for the body. @param middle of the body, about the base: one-sided parts that
  /// are not there for it are left out.
  StaticAround(Colliders& colliders, std::uint32_t mask, const KindMask* kinds, Vec2 base, Vec2 middle)
      : colliders_(colliders), mask_(mask), kinds_(kinds), base_(base), middle_(middle) {}

  void operator()(Vec2 point, double near, FunctionRef<bool(const Shape&, const Frame&)> visit) const {
    const Box2 box = Box2{point, point}.grown(near);
    bool goes_on = true;
    colliders_.visit_overlapping(1, box, base_, mask_, [&](std::uint32_t row) {
      if ((colliders_.flags[row] & Colliders::k_sensor) != 0) return true;
      visit_leaves(colliders_.shapes[row], colliders_.frame_at(row, base_), box, kinds_, [&](const PlacedLeaf& leaf) {
        goes_on = !is_there(leaf, middle_) || visit(*leaf.shape, leaf.frame);
        return goes_on;
      });
      return goes_on;
    });
  }

 private:
  Colliders& colliders_;
  std::uint32_t mask_;
  const KindMask* kinds_;
  Vec2 base_, middle_;
};

}  // namespace hyperplane::plane
