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
  /// Its number in the composite; 0 of a slab.
  std::uint32_t index = 0;
  EdgeCover cover;
  /// Of tiles of a map: which.
  const PlacedMap* map = nullptr;
  std::uint8_t width = 1, height = 1;
  /// Of tiles, and of the slab of a half-space, in the composite's frame: the centre of their shape is another.
  Vec2 centre;
  bool has_own_centre = false;
  /// rad, in the composite's frame.
  double angle = 0.0;
};

/// Of one with one side.
inline Vec2 front_of(const PlacedLeaf& leaf) { return rotate(leaf.frame.rotation, leaf.shape->own_normals[1]); }

/// Whether two leaves of one shape are the same.
inline bool is_same(const PlacedLeaf& a, const PlacedLeaf& b) { return a.index == b.index && a.map == b.map; }

/// The part that an answer at a point names: of a map the tile.
std::int32_t part_at(const PlacedLeaf& leaf, Vec2 point);
/// The same for a contact.
inline Vec2 middle_on_a(const Contact& contact) {
  const ContactPoint* const points = contact.points;
  return contact.point_count > 1 ? (points[0].on_a + points[1].on_a) * 0.5 : points[0].on_a;
}
inline void name_parts(Contact& contact, const PlacedLeaf& a, const PlacedLeaf& b) {
  const Vec2 point = middle_on_a(contact);
  contact.part_a = part_at(a, point);
  contact.part_b = part_at(b, point);
}

/// The slab of a half-space under a convex shape.
PlacedLeaf slab_below(const Composite& half_space, const Frame& frame, const Shape& convex,
                      const Frame& frame_of_convex);

inline bool are_convex_and_half_space(const Shape& a, const Shape& b) {
  return (is_half_space(a) && !is_composite(b)) || (is_half_space(b) && !is_composite(a));
}
/// The contact of two convex shapes, or of one and a half-space. @param margin m: how far apart they may be.
Contact collide_simple(const Shape& a, Frame frame_a, const Shape& b, Frame frame_b, double margin);

/// Visits the convex parts of a shape that may touch a box, until `visit` returns false.
/// @param frame of the shape; that of a composite has its centre at its origin. @param kinds of tiles that are there,
/// besides its own; null: all.
void visit_leaves(const Shape& shape, const Frame& frame, const Box2& box, const KindMask* kinds,
                  FunctionRef<bool(const PlacedLeaf&)> visit);
/// Visits the parts of a composite near a box in its frame, the nearest bounds first but for those of maps.
/// @param end m: `visit` may lower it.
void visit_nearest(const Shape& shape, const Frame& frame, const Box2& box, const double& end, const KindMask* kinds,
                   FunctionRef<void(const PlacedLeaf&)> visit);
/// Visits the edges of the outline of a polygon or a map near a point in its frame. @param end m: `visit` may lower it.
/// @param visit takes a segment with the inside on its left, in the composite's frame, and the part that it is of.
void visit_outline(const Shape& shape, const Frame& frame, Vec2 point, const double& end, const KindMask* kinds,
                   FunctionRef<void(const Shape& edge, const PlacedLeaf& owner)> visit);
inline bool has_outline(const Shape& shape) {
  return shape.type == ShapeType::polygon || shape.type == ShapeType::tile_map;
}

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

/// Visits pairs of parts whose bounds overlap, until `visit` returns false. @param reach m: or are no farther apart.
void visit_leaf_pairs(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                      FunctionRef<bool(const PlacedLeaf&, const PlacedLeaf&)> visit, double reach = 0.0);

/// @param margin m: or whether they are no farther apart.
bool composites_intersect(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                          double margin = 0.0);
/// Visits all contacts, in no order. @param contacts for the work. @return false when memory runs out: the contacts are
/// those of the parts for which there was room.
[[nodiscard]] bool visit_contacts(BodyContacts& contacts, const Shape& a, const Frame& frame_a, const Shape& b,
                                  const Frame& frame_b, FunctionRef<void(const Contact&)> visit);
/// A point of a part, at a corner: other parts hide it that hold it and rise above the line through it. Or a point
/// beyond an edge, a little outside: those hide it that it is inside of.
struct NearPoint {
  Vec2 point;
  /// Out of the part.
  Vec2 normal;
  bool is_beyond_edge;
};
/// What else belongs to the union of one of two shapes.
struct BesideUnion {
  bool is_of_a;
  /// m: by how much it may be off its place.
  double placing;
  /// Whether it hides a point. @param near m: how close a part is that holds it.
  FunctionRef<bool(const NearPoint& at, double near)> hides;
};
/// Whether any part of a shape hides a point. @param middle of the other shape. @param kinds of tiles that are there;
/// null: all. @param near m: how close a part is that holds it. @param own left out; null: none.
bool any_leaf_hides(const Shape& shape, const Frame& frame, const NearPoint& at, Vec2 middle, const KindMask* kinds,
                    double near, const PlacedLeaf* own);
/// Visits the contacts of parts that are apart, but within a margin, in no order. Closest points have a contact if no
/// other part of the union hides them; those of edges, if any point of the contact is not hidden.
/// @param margin m, above 0. @param beside null: nothing. @return whether any parts are within the margin, apart or
/// not.
bool visit_margin_contacts(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b, double margin,
                           FunctionRef<void(const Contact&)> visit, const BesideUnion* beside = nullptr);
/// Visits all contacts, in no order. One is no less deep than any part overlaps, also where it takes several to free
/// that.
void visit_all_contacts(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                        FunctionRef<void(const Contact&)> visit);
Contact deepest_contact(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b);
/// A distance above `max_distance` may be infinite.
Distance composite_distance(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                            double max_distance);

/// Whether a contact comes before another: the deepest first, then by parts.
inline bool is_deeper(const Contact& a, const Contact& b) {
  if (a.depth != b.depth) return a.depth > b.depth;
  return a.part_a != b.part_a ? a.part_a < b.part_a : a.part_b < b.part_b;
}

}  // namespace hyperplane::plane
