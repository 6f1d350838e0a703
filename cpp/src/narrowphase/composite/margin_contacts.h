#pragma once

#include <hyperplane/pair.h>

#include "core/function_ref.h"

namespace hyperplane {

/// A point of a part, off its faces: other parts hide it that hold it and rise above the plane through it. Or a point
/// beyond a face, a little outside: those hide it that it is inside of.
struct MarginPoint {
  Vec3 point;
  /// Out of the part.
  Vec3 normal;
  bool is_beyond_face;
};

/// What else belongs to the union of one of two shapes.
struct BesideShape {
  bool is_of_a;
  /// m: by how much it may be off its place.
  double placing;
  /// Whether it hides a point. World space. @param near m: how close a part is that holds it.
  FunctionRef<bool(const MarginPoint& at, double near)> hides;
};

/// Visits the contacts of the parts of two shapes that are apart, but within a margin, in world space. Closest points
/// have a contact if no other part of the union hides them; those of faces, if any point of the manifold is not hidden.
/// Triangles of a surface are merged to patches.
/// @param margin m, above 0. @param beside null: nothing.
/// @return whether any parts are within the margin, apart or not.
bool visit_margin_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                           FunctionRef<void(ContactManifold& contact)> visit, const BesideShape* beside = nullptr);

/// Whether any part of a shape hides a point. @param frame of the shape. @param kinds of cells that are there; null:
/// all. @param near m: how close a part is that holds it. @param except leaves parts out.
bool any_part_hides(const Shape& shape, const Pose& frame, const MarginPoint& at, const KindMask* kinds, double near,
                    FunctionRef<bool(const PairFeatures&)> except);

}  // namespace hyperplane
