#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/pair.h>
#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "composite/compound.h"
#include "composite/shape_extent.h"
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

/// Siblings that a caller knows of one shape of a pair: of all its parts.
struct KnownSiblings {
  /// Of the shape that is A, or B.
  bool of_a;
  /// The frame of the search has the axes of the world, and this origin.
  Vec3 origin;
  SiblingSearch search;
  SegmentSearch between;
  /// m: how far they may be off their places.
  double placing;
};

/// The siblings of the parts of a pair's shapes, in the frame of A.
class PairSiblings {
 public:
  /// Known ones, and A in their frame.
  struct Known {
    KnownSiblings siblings;
    Pose a;
    Transform frame;
  };

  /// @param known may be null. The arguments must outlive this.
  PairSiblings(const Shape& a, const Shape& b, const Pose& b_in_a, const Known* known)
      : a_(a), b_(b), b_in_a_(b_in_a), known_(known) {}

  /// Whether there are siblings outside the pair.
  bool are_known() const { return known_ != nullptr; }
  /// m: how far those of a shape may be off their places.
  double placing(bool of_a) const { return knows(of_a) ? known_->siblings.placing : 0.0; }
  /// Whether any of them may be a surface.
  bool have_surfaces() const { return known_ != nullptr || has_surface(a_) || has_surface(b_); }
  /// @param part of the shape; -1: it is no compound.
  bool exist(bool of_a, std::int32_t part) const { return knows(of_a) || within(of_a, part).exist(); }
  void visit(bool of_a, std::int32_t part, const Vec3& point, double margin, ShapeSearch visit_one) const;
  void visit_between(bool of_a, std::int32_t part, const Vec3& from, const Vec3& to, ShapeSearch visit_one) const;

 private:
  bool knows(bool of_a) const { return known_ != nullptr && of_a == known_->siblings.of_a; }
  PartSiblings within(bool of_a, std::int32_t part) const {
    return of_a ? PartSiblings(a_, {}, part) : PartSiblings(b_, b_in_a_, part);
  }

  const Shape &a_, &b_;
  const Pose& b_in_a_;
  const Known* known_;
};

/// What lies beside the triangles of a surface, beyond the surface itself. In the frame of the surface.
class SurfaceSiblings {
 public:
  /// @param pose of the surface in the frame of the searches. The arguments must outlive this.
  /// @param placing m: how far siblings may be off their places.
  SurfaceSiblings(const Shape& surface, const Pose& pose, SiblingSearch search, SegmentSearch between, double placing)
      : surface_(surface),
        pose_(pose),
        search_(search),
        between_(between),
        frame_(to_transform(pose)),
        placing_(placing) {}

  double placing() const { return placing_; }

  /// Whether a sibling that has a point on its boundary rises above the plane through it across a direction.
  /// @param weld m: up to which points are one.
  bool rise_above(const Vec3& point, const Vec3& direction, double weld);
  /// Whether one of them or the surface hides all points of a contact. @param middle as in `is_hidden`.
  bool hide(const Shape& triangle, std::span<const ContactPoint> points, const Vec3& normal, const Vec3& middle,
            double weld);
  /// Whether a point lies on the boundary of a sibling.
  bool touch(const Vec3& point, double weld) const;
  /// Whether a sibling has a face with a direction as its normal at a point.
  bool have_face_at(const Vec3& point, const Vec3& direction, double tolerance);
  /// Whether any of them rose so far.
  bool have_risen() const { return have_risen_; }
  /// The same at one triangle: since the call of `begin_triangle`.
  bool have_risen_here() const { return have_risen_here_; }
  void begin_triangle() { have_risen_here_ = false; }

 private:
  /// Whether a corner of a triangle lies on the boundary of a sibling.
  bool touch_corner_of(const Shape& triangle, double weld) const;

  const Shape& surface_;
  Pose pose_;
  SiblingSearch search_;
  SegmentSearch between_;
  Transform frame_;
  double placing_;
  bool have_risen_ = false, have_risen_here_ = false;
};

}  // namespace hyperplane
