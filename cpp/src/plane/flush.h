#pragma once

#include <span>

#include <hyperplane/plane_pair.h>

#include "core/function_ref.h"
#include "plane/core_shape.h"

/// Contacts of convex shapes that lie flush beside others: parts of a composite, static colliders of a world. The rule
/// of narrowphase/composite/flush_contact.h, in the plane.
///
/// The least overlap of one shape alone may lie along a direction in which the union of the shapes cannot push:
/// sideways out of a seam between two tiles, out of the inside of a polygon through a diagonal. A direction counts at a
/// point of the contact if no sibling that holds the point rises above the line through it, or if it is the normal of
/// an edge that no sibling covers beside the point. Any one point of the contact is enough. Other contacts snap to the
/// edge of least depth that counts, if the other shape lies over it; if there is none, a sibling has the contact.
///
/// Parts of a cut polygon know which of their edges are diagonals, which a sibling covers from end to end, and that all
/// others are open: what lies beside such a part lies on a diagonal, and siblings are asked only there.
///
/// The rule only applies if a point of the contact lies on the boundary of a sibling: shapes that merely overlap keep
/// the contacts that each of them has alone. So do those at a point that more than k_most_siblings share.
///
/// A segment has no inside, so that a shape which has sunk into it reaches edges that lie behind it: the side of a
/// block at the end of a chain, or the next segment where a chain turns down. Points of these do not count.

namespace hyperplane::plane {

/// @return false: has seen enough.
using ConvexVisitor = FunctionRef<bool(const Shape&, const Frame&)>;
/// Visits the convex siblings of a shape whose bounds are within `margin` of a point, until `visit` returns false; m.
/// @return whether it never did.
using Siblings = FunctionRef<bool(Vec2 point, double margin, ConvexVisitor visit)>;

/// A convex shape in a pair. All coordinates are near the origin.
struct FlushSide {
  FlushSide(const Shape& of_shape, const Frame& at, const Siblings* beside = nullptr, EdgeCover known = {},
            const Siblings* of_same = nullptr, bool are_thin = false, double off_places = 0.0)
      : shape(of_shape),
        frame(at),
        siblings(beside),
        cover(known),
        parts(of_same),
        has_thin(are_thin),
        placing(off_places) {}

  const Shape& shape;
  Frame frame;
  /// Null: the shape stands alone.
  const Siblings* siblings;
  EdgeCover cover;
  /// Of the siblings the parts of the same composite, on which points of contacts may lie, too. Null: none is known.
  const Siblings* parts;
  /// Whether there may be segments among the siblings.
  bool has_thin;
  /// m: how far siblings may be off their places (flush_placing).
  double placing;
};

/// Which edges a contact may snap to: those that the other shape sticks out of, or all.
enum class FlushEdges : std::uint8_t { around, all };

enum class FlushVerdict : std::uint8_t {
  kept,
  snapped,  // to an edge
  left      // to a sibling; the contact stays as it is
};

/// Changes the contact of A and B to one that counts.
FlushVerdict apply_flush_rule(const FlushSide& a, const FlushSide& b, FlushEdges which, Contact& contact);

/// Whether a side may push another shape along a direction at one of the points of both: false in a seam.
/// @param points the deepest first, on the side. @param direction set to the normal of an edge if it only counts as
/// that. @param tilt rad, within which it does.
bool may_push(const FlushSide& side, const FlushSide& other, std::span<const Vec2> points, Vec2& direction,
              double tilt);

/// The contact along the normal of an edge. @param of_a whose edge.
Contact edge_contact(const FlushSide& a, const FlushSide& b, bool of_a, int edge);

/// Size of a shape, as tolerances take it; m.
inline double size_of(const Shape& shape) { return 2.0 * shape.reach; }

/// Which of two shapes is judged first: the larger, of equal ones the one whose middle is farther left, then lower. The
/// same for the pair exchanged.
inline bool is_judged_first(const Shape& a, Vec2 middle_a, const Shape& b, Vec2 middle_b) {
  if (a.reach != b.reach) return a.reach > b.reach;
  return middle_a.x != middle_b.x ? middle_a.x < middle_b.x : middle_a.y <= middle_b.y;
}

}  // namespace hyperplane::plane
