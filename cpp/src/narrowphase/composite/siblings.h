#pragma once

#include <cstdint>

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "composite/compound.h"
#include "core/function_ref.h"
#include "math/aabb.h"
#include "math/transform.h"

/// Siblings: the shapes that lie beside a part of a shape. For a part of a compound the other parts, for a static
/// collider of a world the others.

namespace hyperplane {

/// Returns whether to go on.
using ShapeSearch = FunctionRef<bool(const Shape&, const Pose&)>;
/// Visits the siblings of a part whose bounds are within `margin` of a point; m.
using SiblingSearch = FunctionRef<void(const Vec3& point, double margin, ShapeSearch visit)>;

/// Visits the siblings that a segment may meet.
using SegmentSearch = FunctionRef<void(const Vec3& from, const Vec3& to, ShapeSearch visit)>;

/// Visits the convex parts of a shape whose bounds are within `margin` of a point, until `visit` returns false. A
/// triangle of a surface is a convex part. @return whether `visit` never did.
bool visit_parts_around(const Shape& shape, const Pose& pose, const Vec3& point, double margin, ShapeSearch visit);

/// The same for all siblings.
inline void visit_parts_around(SiblingSearch siblings, const Vec3& point, double margin, ShapeSearch visit) {
  siblings(point, margin,
           [&](const Shape& shape, const Pose& pose) { return visit_parts_around(shape, pose, point, margin, visit); });
}

/// Whether `rises_from` knows a shape: a box, a hull or a triangle.
inline bool has_faces(const Shape& shape) {
  return shape.type == ShapeType::box || shape.type == ShapeType::convex_hull || shape.type == ShapeType::triangle;
}

/// Whether a shape with faces that has a point on its boundary rises above the plane through it across a direction: by
/// more than rotations in 32 bits tilt it, and farther than the tolerance. Otherwise two that meet at a ridge would
/// leave its edge to each other.
/// @param nearest of the shape to the point. @param tolerance m: by how much the shape may be off its place.
bool rises_from(const ClosestPoint& nearest, const Shape& shape, const Pose& pose, const Vec3& point,
                const Vec3& direction, double tolerance);

/// Whether a shape beside a convex part hides a point of it from another shape: it lies between, and the part lies
/// flush with it, below its face there. So does the floor beside a tile hide the side of the tile. False among more
/// than k_most_siblings.
/// @param frame of the part. @param outwards unit length: a little way along it is free, where the point is.
/// @param middle of the other shape. @param tolerance m, within which shapes lie flush.
bool is_hidden(SegmentSearch beside, const Shape& part, const Transform& frame, const Vec3& point, const Vec3& outwards,
               const Vec3& middle, double tolerance);

/// The siblings of a part within its shape. None, unless the shape is a compound.
class PartSiblings {
 public:
  /// @param part -1: not a compound. @param pose of the shape in the frame of the points.
  PartSiblings(const Shape& shape, const Pose& pose, std::int32_t part)
      : compound_(part >= 0 && shape.compound->has_neighbours() ? shape.compound : nullptr), part_(part), pose_(pose) {}

  bool exist() const { return compound_ != nullptr; }
  void operator()(const Vec3& point, double margin, ShapeSearch visit) const;
  void visit_between(const Vec3& from, const Vec3& to, ShapeSearch visit) const;

 private:
  const Compound* compound_;
  std::int32_t part_;
  Pose pose_;
};

}  // namespace hyperplane
