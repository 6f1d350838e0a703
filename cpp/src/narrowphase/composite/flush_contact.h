#pragma once

#include <hyperplane/shape.h>

#include "narrowphase/composite/siblings.h"

/// Contacts of a mover with convex shapes that lie flush beside others: parts of a compound, static colliders of a
/// world.
///
/// The least overlap of one shape alone may lie along a direction in which the union of the shapes cannot push:
/// sideways out of a seam between two tiles. A direction counts at a contact point if no sibling that holds the point
/// rises above the plane through it, or if the direction is the normal of a face that no sibling covers around the
/// point. All other contacts are left to a sibling. (Compare Terdiman, "Contact generation for meshes", 2015, and
/// surface_contact.h.)
///
/// The rule only applies if the point lies on the boundary of a sibling. Shapes that merely overlap keep the contacts
/// that each of them has alone. So do those at a point that more than k_most_siblings share, which takes
/// shapes that overlap: comparing each with all would take seconds among thousands. Points farther outside the other
/// shape's bounds than its size have no siblings.

namespace hyperplane {

/// A convex shape in a pair, in the frame of the pair.
struct FlushPart {
  const Shape& shape;
  Pose pose;
  /// Null: the shape stands alone.
  const SiblingSearch* siblings = nullptr;
  /// Null: all siblings are convex, and the one that holds a point hides it.
  const SegmentSearch* between = nullptr;
  /// m: how far siblings may be off their places.
  double placing = 0.0;
};

/// Whether a part may push another one along a direction at a point of both: false in a seam.
/// @param tilt rad, within which a direction counts as the normal of a face.
bool may_push(const FlushPart& part, const FlushPart& other, const Vec3& point, const Vec3& direction, double tilt);

}  // namespace hyperplane
