#pragma once

#include <hyperplane/plane_pair.h>

#include "plane/shape/composite.h"

/// Pairs of which at least one is a composite: over all pairs of their convex parts.
///
/// The frame of all coordinates is the caller's; its origin is near the shapes. Contacts are those with the union of
/// the parts (body_contacts.h), so that neither diagonals of a polygon nor the ends of a chain's segments push anybody.

namespace hyperplane::plane {

class BodyContacts;

/// A convex part in a pair. Part -1, and no composite: the shape itself.
struct PlacedLeaf {
  const Shape* shape = nullptr;
  Frame frame;
  std::int32_t part = -1;
  LeafKind kind = LeafKind::solid;
  /// Its number in the composite.
  std::uint32_t index = 0;
  EdgeCover cover;
};

/// Visits the convex parts of a shape that may touch a box, until `visit` returns false.
/// @param frame of the shape; that of a composite has its centre at its origin.
void visit_leaves(const Shape& shape, const Frame& frame, const Box2& box, FunctionRef<bool(const PlacedLeaf&)> visit);

/// Frame of any shape.
inline Frame frame_of_any(const Shape& shape, const Pose& pose) {
  return is_composite(shape) ? Frame{pose.position, rotation_of(pose.angle), {}} : frame_of(shape, pose);
}

/// The middle of a shape's bounds in its own frame: decides which side of a one-sided chain it is on.
inline Vec2 middle_of(const Shape& shape, const Frame& frame) {
  return frame.origin + (is_composite(shape) ? rotate(frame.rotation, shape.composite->bounds.middle()) : frame.centre);
}

/// Whether a one-sided part is there for a shape: whether the middle of that is in front of it.
bool is_there(const PlacedLeaf& leaf, Vec2 middle);

/// Visits pairs of parts whose bounds overlap, until `visit` returns false.
void visit_leaf_pairs(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                      FunctionRef<bool(const PlacedLeaf&, const PlacedLeaf&)> visit);

bool composites_intersect(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b);
/// Visits all contacts, in no order. @param contacts for the work. @return false when memory runs out: the contacts are
/// those of the parts for which there was room.
[[nodiscard]] bool visit_contacts(BodyContacts& contacts, const Shape& a, const Frame& frame_a, const Shape& b,
                                  const Frame& frame_b, FunctionRef<void(const Contact&)> visit);
Contact deepest_contact(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b);
Distance composite_distance(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b);

/// Whether a contact comes before another: the deepest first, then by parts.
inline bool is_deeper(const Contact& a, const Contact& b) {
  if (a.depth != b.depth) return a.depth > b.depth;
  return a.part_a != b.part_a ? a.part_a < b.part_a : a.part_b < b.part_b;
}

}  // namespace hyperplane::plane
