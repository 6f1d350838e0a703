#pragma once

#include <hyperplane/plane_pair.h>

#include "plane/composite.h"
#include "plane/flush.h"

/// Pairs of which at least one is a composite: over all pairs of their convex parts.
///
/// The frame of all coordinates is the caller's; its origin is near the shapes. Contacts of parts follow the rule of
/// flush.h, so that neither diagonals of a polygon nor the ends of a chain's segments push anybody; where that leaves
/// no contact, each part has its own.

namespace hyperplane::plane {

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

/// @return false: leaves the leaf out.
using LeafFilter = FunctionRef<bool(const PlacedLeaf&)>;

/// The siblings of a leaf in its composite.
class LeafSiblings {
 public:
  /// @param middle of the other shape: one-sided parts that are not there for it are left out. Null: all.
  LeafSiblings(const Shape& shape, const Frame& frame, std::uint32_t index, const Vec2* middle = nullptr,
               const LeafFilter* accepts = nullptr)
      : shape_(shape), frame_(frame), index_(index), middle_(middle), accepts_(accepts) {}
  bool exist() const { return is_composite(shape_) && shape_.composite->leaves.size() > 1; }
  bool have_thin() const { return exist() && shape_.composite->has_thin; }
  bool operator()(Vec2 point, double margin, ConvexVisitor visit) const;

 private:
  const Shape& shape_;
  const Frame& frame_;
  std::uint32_t index_;
  const Vec2* middle_;
  const LeafFilter* accepts_;
};

/// Those, and what else lies around the shape. Null: nothing.
struct AllSiblings {
  const LeafSiblings& own;
  const Siblings* others;

  bool exist() const { return own.exist() || others != nullptr; }
  bool operator()(Vec2 point, double margin, ConvexVisitor visit) const {
    return (!own.exist() || own(point, margin, visit)) && (others == nullptr || (*others)(point, margin, visit));
  }
};

bool composites_intersect(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b);
/// What lies around the shapes of a pair beside their own parts. Null: nothing.
struct Around {
  const Siblings* a = nullptr;
  const Siblings* b = nullptr;
  /// Whether there are segments in it.
  bool has_thin = false;
  /// As of FlushSide.
  double placing = 0.0;
};
/// Visits all contacts, in no order. @param which with `around`, contacts that are left to siblings are not visited.
/// @return whether the shapes touch, but all contacts are left to siblings. With `all` never.
bool visit_contacts(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b, const Around& around,
                    FlushEdges which, FunctionRef<void(const Contact&)> visit);
/// The same for a pair by itself: with all edges where nothing else is left.
inline void visit_contacts(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                           FunctionRef<void(const Contact&)> visit) {
  if (visit_contacts(a, frame_a, b, frame_b, {}, FlushEdges::around, visit)) {
    visit_contacts(a, frame_a, b, frame_b, {}, FlushEdges::all, visit);
  }
}
Contact deepest_contact(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b);
Distance composite_distance(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b);

/// Whether a contact comes before another: the deepest first, then by parts.
inline bool is_deeper(const Contact& a, const Contact& b) {
  if (a.depth != b.depth) return a.depth > b.depth;
  return a.part_a != b.part_a ? a.part_a < b.part_a : a.part_b < b.part_b;
}

}  // namespace hyperplane::plane
