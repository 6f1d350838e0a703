#pragma once

#include <cstdint>

#include <hyperplane/pair.h>

#include "narrowphase/composite/siblings.h"

/// Contacts of convex shapes that lie flush beside others: parts of a compound, static colliders of a world.
///
/// The least overlap of one shape alone may lie along a direction in which the union of the shapes cannot push:
/// sideways out of a seam between two tiles. A direction counts at a contact point if no sibling that holds the point
/// rises above the plane through it, or if the direction is the normal of a face that no sibling covers around the
/// point. Any one point of the contact is enough. All other contacts snap to the face of least depth that counts, if
/// the other shape lies over that face; if not, a sibling has the contact. So it has if the face is deeper than a way
/// out of the part and its siblings: a crate in a corner touches the block below the corner only at an edge, whose free
/// faces lead along the whole wall. (Compare Terdiman, "Contact generation for meshes", 2015, and surface_contact.h.)
///
/// The rule only applies if a point of the contact lies on the boundary of a sibling. Shapes that merely overlap keep
/// the contacts that each of them has alone. So do those at a point that more than k_most_siblings share, which takes
/// shapes that overlap: comparing each with all would take seconds among thousands. Points farther outside the other
/// shape's bounds than its size have no siblings.

namespace hyperplane {

/// A convex shape in a pair, in the frame of the pair.
struct FlushPart {
  const Shape& shape;
  Pose pose;
  /// Null: the shape stands alone.
  const SiblingSearch* siblings = nullptr;
  /// Siblings that do not lie beside the part, too, where those above are no more than that. Null: those above are all.
  const SiblingSearch* all_siblings = nullptr;
  /// Null: all siblings are convex, and the one that holds a point hides it.
  const SegmentSearch* between = nullptr;
  /// m: how far siblings may be off their places.
  double placing = 0.0;
};

/// Which faces a contact may snap to: those that the other shape sticks out of, if there are any, or also those that it
/// lies below.
enum class FlushFaces : std::uint8_t { around, all };

enum class FlushVerdict : std::uint8_t {
  kept,
  snapped,  // to a face
  left      // to a sibling; the contact stays as it is
};

/// Whether a part may push another one along a direction at a point of both: false in a seam.
/// @param tilt rad, within which a direction counts as the normal of a face.
bool may_push(const FlushPart& part, const FlushPart& other, const Vec3& point, const Vec3& direction, double tilt);

/// Finds the face of a part that a motion of another one approaches fastest, of those that siblings leave free at a
/// point: where an edge between parts is met that may push nobody, such as the lower edge of a wall on a floor.
/// @param way m per step: motion of the other part. @param normal of the face, out of the part. @return false if it
/// approaches none by more than k_seam_tilt of its way.
bool find_stopping_face(const FlushPart& part, const FlushPart& other, const Vec3& point, const Vec3& way,
                        Vec3& normal);

/// Changes the contact of two parts to one that counts. @param contact as of `collide`, with at least one point.
FlushVerdict apply_flush_rule(const FlushPart& a, const FlushPart& b, FlushFaces which, ContactManifold& contact);

/// Replaces a normal that a search has found by that of the face that it is close to, if the face lies flush with that
/// of a sibling: so that the depth does not vary from tile to tile by the error of the search.
void settle_on_flush_face(const FlushPart& a, const FlushPart& b, ContactManifold& contact);

}  // namespace hyperplane
