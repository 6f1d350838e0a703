#pragma once

#include "depenetration/tolerances.h"
#include "plane/pair/composite_pair.h"
#include "plane/world/world_impl.h"

namespace hyperplane::plane {

/// Visits unit directions evenly all round. @return the angle between them, rad.
double visit_all_round(FunctionRef<void(Vec2)> visit);
/// Visits the two directions at an angle beside a unit direction.
void visit_beside(Vec2 direction, double angle, FunctionRef<void(Vec2)> visit);

/// The translations that part a collider from what it touches, by its contacts.
struct ContactPlanes {
  /// The deepest; shallower ones of so many hardly ever count.
  static constexpr std::size_t k_most = 24;

  /// Deepest first; of those that face the same way only the deepest.
  HalfPlane all[k_most];
  std::size_t count = 0;

  std::span<const HalfPlane> span() const { return {all, count}; }
  void add(const HalfPlane& plane);
};

/// The problem of depenetration/find_separation.h in the plane. Coordinates are about the collider, at its pose of the
/// last update.
class SeparationProblem {
 public:
  /// @param planes at least one; those of a point are lifted. @param obstacles the colliders that it touches, and
  /// static ones that it nearly does.
  SeparationProblem(const Colliders& colliders, std::span<const Obstacle> obstacles, std::uint32_t row,
                    ContactPlanes& planes);

  Vec2 solve(double less, bool& found) const;
  /// Whether any of the shapes has parts, or is part of a union: contacts may be fewer than parts that touch.
  bool has_composite() const;
  double least_way() const { return deepest_overlap({}); }
  bool is_free(Vec2 at) const { return deepest_overlap(at) <= tolerance(); }
  double free_along(Vec2 direction, double limit) const;
  double visit_directions(FunctionRef<void(Vec2)> visit) const;
  void visit_beside(Vec2 direction, double angle, FunctionRef<void(Vec2)> visit) const;

 private:
  using PartsVisitor = FunctionRef<bool(const PlacedLeaf& own, const PlacedLeaf& other)>;
  /// Visits the parts that may overlap with the collider moved by `at`, until `visit` returns false.
  void visit_parts(Vec2 at, PartsVisitor visit) const;
  /// Of two parts; at least 0.
  double deepest_overlap(Vec2 at) const;
  double tolerance() const { return k_separation_overlap * size_; }

  const Colliders& colliders_;
  std::span<const Obstacle> obstacles_;
  const ContactPlanes& planes_;
  Shape shape_;
  Frame frame_;
  Box2 box_;
  double size_ = 0.0;
};

}  // namespace hyperplane::plane
