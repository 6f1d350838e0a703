#include "plane/composite_pair.h"

#include <initializer_list>

#include "core/sort.h"
#include "core/step_out.h"
#include "core/workspace.h"
#include "plane/convex_pair.h"

namespace hyperplane::plane {
namespace {

using LeafPairVisitor = FunctionRef<bool(const PlacedLeaf&, const PlacedLeaf&)>;

/// A frame seen from another.
Frame seen_from(const Frame& from, const Frame& frame) {
  return {unrotate(from.rotation, frame.origin - from.origin), relative(from.rotation, frame.rotation),
          unrotate(from.rotation, frame.centre)};
}

PlacedLeaf placed_whole(const Shape& shape, const Frame& frame) { return {&shape, frame, -1, LeafKind::solid, 0, {}}; }

/// @param frame of the composite.
PlacedLeaf placed_leaf(const Composite& composite, const Frame& frame, std::uint32_t i) {
  const Leaf& leaf = composite.leaves[i];
  return {&leaf.shape, frame_of(leaf, frame), leaf.part, leaf.kind, i, leaf.cover};
}

std::size_t leaf_count(const Shape& shape) { return is_composite(shape) ? shape.composite->leaves.size() : 1; }

/// Pairs of parts whose bounds overlap. Goes through the shape with fewer parts.
void visit_leaf_pairs(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                      LeafPairVisitor visit) {
  const bool by_a = leaf_count(a) <= leaf_count(b);
  const Shape &few = by_a ? a : b, &many = by_a ? b : a;
  const Frame &of_few = by_a ? frame_a : frame_b, &of_many = by_a ? frame_b : frame_a;
  bool goes_on = true;
  const auto pass_on = [&](const PlacedLeaf& leaf, const PlacedLeaf& other) {
    goes_on = by_a ? visit(leaf, other) : visit(other, leaf);
    return goes_on;
  };
  visit_leaves(few, of_few, bounds_of_any(many, of_many), [&](const PlacedLeaf& leaf) {
    if (!is_composite(many)) return pass_on(leaf, placed_whole(many, of_many));
    many.composite->tree.visit(bounds_of(*leaf.shape, seen_from(of_many, leaf.frame)), [&](std::uint32_t i) {
      return pass_on(leaf, placed_leaf(*many.composite, of_many, i));
    });
    return goes_on;
  });
}

Pair pair_of(const PlacedLeaf& a, const PlacedLeaf& b) { return pair_of(*a.shape, a.frame, *b.shape, b.frame); }

Vec2 front_of(const PlacedLeaf& leaf) { return rotate(leaf.frame.rotation, leaf.shape->own_normals[1]); }

/// The siblings of both leaves of a pair in their composites.
struct PairSiblings {
  LeafSiblings a, b;
};

FlushSide side_of(const PlacedLeaf& leaf, const Siblings* parts) {
  return {*leaf.shape, leaf.frame, nullptr, {}, parts};
}

/// A contact with a one-sided part pushes towards its front.
void turn_to_front(const PlacedLeaf& a, const PlacedLeaf& b, const PairSiblings* beside, Contact& contact) {
  for (const bool of_a : {true, false}) {
    const PlacedLeaf& leaf = of_a ? a : b;
    if (leaf.kind != LeafKind::front) continue;
    const Vec2 outwards = of_a ? contact.normal : -contact.normal;
    if (dot(outwards, front_of(leaf)) > k_face_normal_tilt) continue;
    if (beside == nullptr) {
      contact = edge_contact(side_of(a, nullptr), side_of(b, nullptr), of_a, 1);
    } else {
      const Siblings parts_a = beside->a, parts_b = beside->b;
      contact = edge_contact(side_of(a, &parts_a), side_of(b, &parts_b), of_a, 1);
    }
  }
}

/// Contact of two parts by themselves; no points: they are apart. @param beside null: only its depth and normal count.
Contact contact_of_leaves(const PlacedLeaf& a, const PlacedLeaf& b, const PairSiblings* beside) {
  Contact contact = collide_at(pair_of(a, b), a.frame);
  if (contact.point_count == 0) return contact;
  turn_to_front(a, b, beside, contact);
  contact.part_a = a.part;
  contact.part_b = b.part;
  return contact;
}

/// Whether two parts are apart after no less than their depth. A one-sided part counts the way to its front.
bool is_least_way(const PlacedLeaf& a, const PlacedLeaf& b) {
  return a.kind != LeafKind::front && b.kind != LeafKind::front;
}

/// A translation that takes B out of A: `normal` times `depth`.
struct Overlap {
  Vec2 normal;
  double depth = 0.0;
  /// Whether none is shorter.
  bool is_least = false;
};

/// The overlap of two parts, if it is deeper than `least`; else none, or one that is not. @param slack m, above all
/// roundings.
Overlap overlap_beyond(const PlacedLeaf& a, const PlacedLeaf& b, double least, double slack) {
  if (!is_least_way(a, b)) {
    const Contact contact = contact_of_leaves(a, b, nullptr);
    return {contact.normal, contact.depth, false};
  }
  // Shapes overlap no deeper than the circles around them.
  const double reach = a.shape->reach + b.shape->reach - least + slack;
  const Vec2 apart = (b.frame.origin - a.frame.origin) + (b.frame.centre - a.frame.centre);
  if (reach < 0.0 || dot(apart, apart) > reach * reach) return {};
  const Pair pair = pair_of(a, b);
  const Separation at = separate(pair, pair.radius() - least + slack);
  return {rotate(a.frame.rotation, at.normal), pair.radius() - at.gap, true};
}

FlushVerdict apply_rule(const PairSiblings& beside, const Around& around, const PlacedLeaf& leaf_a,
                        const PlacedLeaf& leaf_b, FlushEdges which, Contact& contact) {
  const AllSiblings around_a{beside.a, around.a}, around_b{beside.b, around.b};
  if (!around_a.exist() && !around_b.exist()) return FlushVerdict::kept;
  const Siblings parts_a = beside.a, parts_b = beside.b, siblings_a = around_a, siblings_b = around_b;
  const auto side = [&](const PlacedLeaf& leaf, const AllSiblings& all, const Siblings& parts,
                        const Siblings& siblings) {
    const EdgeCover cover{leaf.cover.covered, leaf.cover.is_all && all.others == nullptr};
    const bool has_thin = all.own.have_thin() || (all.others != nullptr && around.has_thin);
    const double placing = all.others != nullptr ? around.placing : 0.0;
    return FlushSide{*leaf.shape, leaf.frame, all.exist() ? &siblings : nullptr, cover, &parts, has_thin, placing};
  };
  return apply_flush_rule(side(leaf_a, around_a, parts_a, siblings_a), side(leaf_b, around_b, parts_b, siblings_b),
                          which, contact);
}

/// Contact of a polygon with a part that touches no part of it at an edge that counts: across the edge of the outline
/// that is nearest to the middle of the other part. It names the part of the polygon that has the edge, so that depth
/// and part agree; that part need not be one that is touched.
/// @param of_a whether A is the polygon.
Contact contact_with_outline(const Shape& polygon, const Frame& frame, const PlacedLeaf& other, bool of_a) {
  const Composite& composite = *polygon.composite;
  const Vec2 middle = unrotate(frame.rotation, other.frame.origin + other.frame.centre - frame.origin);
  const double same = k_plane_point * 2.0 * polygon.reach;
  const Leaf* nearest = nullptr;
  double least = HUGE_VAL, end = HUGE_VAL, above = 0.0;
  composite.outline_tree.visit_nearest(Box2{middle, middle}, end, [&](std::uint32_t i) {
    const Leaf& edge = composite.outline[i];
    const double distance = distance_to(edge.shape, frame_of(edge, {}), middle);
    // Two edges meet at a nearest corner: the one that faces the middle more squarely tells inside from outside.
    const double height = magnitude(dot(middle - edge.shape.centre, edge.shape.own_normals[0]));
    if (distance > least + same || (distance >= least - same && height <= above)) return;
    least = smaller(least, distance);
    end = least + same;
    above = height;
    nearest = &edge;
  });
  const Leaf& owner = composite.leaves[static_cast<std::size_t>(nearest->part)];
  // Its edge along the one of the outline, the first normal of which is outwards.
  const auto along = [&](int i) { return dot(normals_of(owner.shape)[i], nearest->shape.own_normals[0]); };
  int edge = 0;
  for (int i = 1; i < edge_count(owner.shape); ++i) {
    if (along(i) > along(edge)) edge = i;
  }
  const LeafSiblings beside(polygon, frame, static_cast<std::uint32_t>(nearest->part));
  const Siblings parts = beside;
  const FlushSide side{owner.shape, frame_of(owner, frame), nullptr, {}, &parts}, body = side_of(other, nullptr);
  Contact contact = of_a ? edge_contact(side, body, true, edge) : edge_contact(body, side, false, edge);
  contact.part_a = of_a ? owner.part : other.part;
  contact.part_b = of_a ? other.part : owner.part;
  return contact;
}

/// The parts of two shapes with their bounds, for several looks at their deepest overlap while B moves.
class PartOverlaps {
 public:
  /// More parts, and those around a body without parts, are found faster by their tree.
  static bool takes(const Shape& a, const Shape& b) {
    return is_composite(a) && is_composite(b) && leaf_count(a) + leaf_count(b) <= k_most;
  }

  bool is_filled() const { return is_filled_; }
  /// @param middle_a, middle_b see is_there.
  void fill(const Shape& a, const Frame& frame_a, Vec2 middle_a, const Shape& b, const Frame& frame_b, Vec2 middle_b) {
    is_filled_ = true;
    origin_ = frame_b.origin;
    add(a, frame_a, middle_b);
    count_a_ = count_;
    add(b, frame_b, middle_a);
  }

  /// Calls `look(part of A, part of B)` for pairs that may overlap by more than `deepest`, once B has moved.
  /// @param way since the start. @param slack m, above all roundings.
  template <class Look>
  void visit(Vec2 way, double slack, const double& deepest, const Look& look) {
    for (std::ptrdiff_t i = 0; i < count_a_; ++i) {
      const Part& a = parts_[i];
      const Vec2 low = a.box.low - way, high = a.box.high - way;
      for (std::ptrdiff_t k = count_a_; k < count_; ++k) {
        Part& b = parts_[k];
        // Along an axis shapes overlap no deeper than their bounds.
        const double x = smaller(high.x - b.box.low.x, b.box.high.x - low.x);
        const double y = smaller(high.y - b.box.low.y, b.box.high.y - low.y);
        if (smaller(x, y) + slack <= (is_least_way(a.leaf, b.leaf) ? deepest : 0.0)) continue;
        b.leaf.frame.origin = origin_ + way;
        look(a.leaf, b.leaf);
      }
    }
  }

 private:
  static constexpr std::size_t k_most = 64;

  struct Part {
    PlacedLeaf leaf;
    Box2 box;
  };

  /// @param middle of the other shape.
  void add(const Shape& shape, const Frame& frame, Vec2 middle) {
    for (std::uint32_t i = 0; i < shape.composite->leaves.size(); ++i) {
      const PlacedLeaf leaf = placed_leaf(*shape.composite, frame, i);
      if (is_there(leaf, middle)) parts_[count_++] = {leaf, bounds_of(*leaf.shape, leaf.frame)};
    }
  }

  Workspace<Part, k_most> parts_;
  Vec2 origin_;
  /// Of all, those of A first.
  std::ptrdiff_t count_ = 0, count_a_ = 0;
  bool is_filled_ = false;
};

/// The contacts of a pair, with the rule of flush.h.
class ContactSearch {
 public:
  ContactSearch(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b, const Around& around,
                FlushEdges which)
      : a_(a),
        b_(b),
        frame_a_(frame_a),
        frame_b_(frame_b),
        middle_a_(middle_of(a, frame_a)),
        middle_b_(middle_of(b, frame_b)),
        around_(around),
        which_(which),
        touch_(k_contact_tolerance * (a.reach + b.reach)),
        thin_(k_flush_reach * smaller(a.reach, b.reach)) {}

  using Visit = FunctionRef<void(const PlacedLeaf& a, const PlacedLeaf& b, const Contact& alone, const Contact& contact,
                                 FlushVerdict)>;
  /// Visits the contacts of all parts that touch: that of the two by themselves, and the one that counts.
  void for_each(Visit visit) {
    visit_leaf_pairs(a_, frame_a_, b_, frame_b_, [&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) {
      if (!is_there(leaf_a, middle_b_) || !is_there(leaf_b, middle_a_)) return true;
      const PairSiblings beside = siblings_of(leaf_a, leaf_b);
      const Contact alone = contact_of_leaves(leaf_a, leaf_b, &beside);
      if (alone.point_count == 0) return true;
      if (is_least_way(leaf_a, leaf_b)) least_way_ = larger(least_way_, alone.depth);
      Contact contact = alone;
      const FlushVerdict verdict = apply_rule(beside, around_, leaf_a, leaf_b, which_, contact);
      visit(leaf_a, leaf_b, alone, contact, verdict);
      return true;
    });
  }

  /// Whether contacts of some depth leave parts overlapping: no way out is shorter than that out of two parts alone,
  /// and contacts square to each other add up. What lies around the pair may have deeper contacts.
  bool are_too_shallow(double depth, double alone) const {
    return around_.a == nullptr && around_.b == nullptr && alone > k_separation_parts_corner * depth + touch_;
  }

  /// The contact of two parts that their siblings do not have after all. @param alone of the two by themselves.
  Contact left_contact(const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b, const Contact& alone) {
    Contact contact = alone;
    const FlushVerdict verdict =
        apply_rule(siblings_of(leaf_a, leaf_b), around_, leaf_a, leaf_b, FlushEdges::all, contact);
    return verdict == FlushVerdict::left || is_too_deep(contact.depth) ? alone : contact;
  }

  /// Whether a contact is deeper than a translation that takes the shapes out of each other. Snapped to an edge, or to
  /// the outline, it is then that of a corner that barely touches, across half of the shape.
  bool is_too_deep(double depth) {
    const auto may_be = [&] { return depth > k_too_deep * (least_way_ - larger(thin_, touch_)); };
    if (!may_be()) return false;
    if (way_ < 0.0) {
      if (!is_first_known_) first_ = deepest_at({});
      is_first_known_ = true;
      if (first_.is_least) least_way_ = larger(least_way_, first_.depth);
      if (!may_be()) return false;
      way_ = length_of_way_out<Vec2>([&](Vec2 way) { return way == Vec2{} ? first_ : deepest_at(way); }, thin_, touch_);
    }
    // Where shapes merely touch both are roundings.
    return depth > k_too_deep * way_ + touch_;
  }

 private:
  const Shape &a_, &b_;
  const Frame &frame_a_, &frame_b_;
  Vec2 middle_a_, middle_b_;
  const Around& around_;
  FlushEdges which_;
  /// Depth that may be a rounding, and depth that a way out may leave; m.
  double touch_, thin_;
  /// Depth of two parts: no way out is shorter, but for what it may leave; m.
  double least_way_ = 0.0;
  /// Of all parts, where they are; if known.
  Overlap first_;
  bool is_first_known_ = false;
  /// Length of a translation that takes the shapes apart; m. Negative: not known yet.
  double way_ = -1.0;
  PartOverlaps parts_;

  PairSiblings siblings_of(const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) const {
    return {{a_, frame_a_, leaf_a.index, &middle_b_}, {b_, frame_b_, leaf_b.index, &middle_a_}};
  }

  /// The deepest overlap of two parts once B has moved; what lies around A or B counts, too.
  Overlap deepest_at(Vec2 way) {
    Frame moved = frame_b_;
    moved.origin = moved.origin + way;
    Overlap deepest;
    const auto keep = [&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) {
      const Overlap found = overlap_beyond(leaf_a, leaf_b, deepest.depth, touch_);
      if (found.depth > deepest.depth) deepest = found;
      return true;
    };
    if (parts_.takes(a_, b_)) {
      if (!parts_.is_filled()) parts_.fill(a_, frame_a_, middle_a_, b_, frame_b_, middle_b_);
      parts_.visit(way, touch_, deepest.depth, keep);
    } else {
      visit_leaf_pairs(a_, frame_a_, b_, moved, [&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) {
        return !is_there(leaf_a, middle_b_) || !is_there(leaf_b, middle_a_) || keep(leaf_a, leaf_b);
      });
    }
    for (const bool of_a : {true, false}) {
      const Siblings* const others = of_a ? around_.a : around_.b;
      if (others == nullptr) continue;
      const Shape& body = of_a ? b_ : a_;
      const Vec2 aside = of_a ? Vec2{} : way;
      const Frame& at = of_a ? moved : frame_a_;
      const Box2 box = bounds_of_any(body, at);
      (*others)(box.middle() - aside, length(box.high - box.low) * 0.5, [&](const Shape& shape, Frame frame) {
        frame.origin = frame.origin + aside;
        const PlacedLeaf other = placed_whole(shape, frame);
        visit_leaves(body, at, bounds_of(shape, frame),
                     [&](const PlacedLeaf& leaf) { return of_a ? keep(other, leaf) : keep(leaf, other); });
        return true;
      });
    }
    return deepest;
  }
};

}  // namespace

bool is_there(const PlacedLeaf& leaf, Vec2 middle) {
  if (leaf.kind != LeafKind::front) return true;
  return dot(middle - (leaf.frame.origin + leaf.frame.centre), front_of(leaf)) >= 0.0;
}

void visit_leaves(const Shape& shape, const Frame& frame, const Box2& box, FunctionRef<bool(const PlacedLeaf&)> visit) {
  if (!is_composite(shape)) {
    visit(placed_whole(shape, frame));
    return;
  }
  // The box in the composite's frame.
  const Vec2 half = (box.high - box.low) * 0.5, middle = unrotate(frame.rotation, box.middle() - frame.origin);
  const double c = magnitude(frame.rotation.cosine), s = magnitude(frame.rotation.sine);
  const double slack = k_bounds_rounding * (length(box.middle()) + length(frame.origin) + length(half));
  const Vec2 reach{c * half.x + s * half.y + slack, s * half.x + c * half.y + slack};
  const Composite& composite = *shape.composite;
  composite.tree.visit(Box2{middle - reach, middle + reach},
                       [&](std::uint32_t i) { return visit(placed_leaf(composite, frame, i)); });
}

bool LeafSiblings::operator()(Vec2 point, double margin, ConvexVisitor visit) const {
  bool goes_on = true;
  visit_leaves(shape_, frame_, Box2{point, point}.grown(margin), [&](const PlacedLeaf& leaf) {
    const bool counts = leaf.index != index_ && (middle_ == nullptr || is_there(leaf, *middle_)) &&
                        (accepts_ == nullptr || (*accepts_)(leaf));
    goes_on = !counts || visit(*leaf.shape, leaf.frame);
    return goes_on;
  });
  return goes_on;
}

bool composites_intersect(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b) {
  bool found = false;
  const Vec2 middle_a = middle_of(a, frame_a), middle_b = middle_of(b, frame_b);
  visit_leaf_pairs(a, frame_a, b, frame_b, [&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) {
    found = is_there(leaf_a, middle_b) && is_there(leaf_b, middle_a) && intersect_at(pair_of(leaf_a, leaf_b));
    return !found;
  });
  return found;
}

bool visit_contacts(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b, const Around& around,
                    FlushEdges which, FunctionRef<void(const Contact&)> visit) {
  bool is_apart = true, is_left_to_siblings = false;
  const bool outline_a = a.type == ShapeType::polygon, outline_b = b.type == ShapeType::polygon;
  const bool has_outline = outline_a || outline_b;
  // Of two polygons the way out is that of the larger one.
  const bool of_a = outline_a && (!outline_b || is_judged_first(a, middle_of(a, frame_a), b, middle_of(b, frame_b)));
  Contact way_out, deepest_left;
  PlacedLeaf left_a, left_b;
  double deepest = 0.0;
  ContactSearch search(a, frame_a, b, frame_b, around, which);
  search.for_each([&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b, const Contact& alone, const Contact& found,
                      FlushVerdict verdict) {
    const bool is_wrong = verdict == FlushVerdict::snapped && search.is_too_deep(found.depth);
    if (has_outline ? is_wrong || verdict == FlushVerdict::left
                    : verdict == FlushVerdict::left && which == FlushEdges::around) {
      is_left_to_siblings = true;
      if (deepest_left.point_count == 0 || alone.depth > deepest_left.depth) {
        deepest_left = alone;
        left_a = leaf_a;
        left_b = leaf_b;
      }
      if (which == FlushEdges::around || !is_apart) return;
      Contact contact =
          of_a ? contact_with_outline(a, frame_a, leaf_b, true) : contact_with_outline(b, frame_b, leaf_a, false);
      // It may merely touch a corner, from outside.
      if (!(contact.depth >= 0.0) || search.is_too_deep(contact.depth)) contact = alone;
      if (way_out.point_count == 0 || is_deeper(contact, way_out)) way_out = contact;
      return;
    }
    is_apart = false;
    const Contact& contact = is_wrong ? alone : found;
    deepest = larger(deepest, contact.depth);
    visit(contact);
  });
  if (!is_left_to_siblings) return false;
  if (!is_apart) {
    if (search.are_too_shallow(deepest, deepest_left.depth)) visit(search.left_contact(left_a, left_b, deepest_left));
    return false;
  }
  if (which == FlushEdges::around) return true;
  visit(way_out);
  return false;
}

Contact deepest_contact(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b) {
  Contact deepest;
  visit_contacts(a, frame_a, b, frame_b, [&](const Contact& contact) {
    if (deepest.point_count == 0 || is_deeper(contact, deepest)) deepest = contact;
  });
  return deepest;
}

Distance composite_distance(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b) {
  const Contact contact = deepest_contact(a, frame_a, b, frame_b);
  if (contact.point_count > 0) {
    // As far apart as the contact is deep, even where its points are not.
    const ContactPoint& point = contact.points[0];
    const Vec2 more = contact.normal * ((contact.depth - point.depth) * 0.5);
    return {-contact.depth, point.on_a + more, point.on_b - more, contact.normal, contact.part_a, contact.part_b};
  }
  // Nothing overlaps, but for one-sided parts seen from behind: they are at distance 0.
  const bool by_a = leaf_count(a) <= leaf_count(b);
  const Shape &few = by_a ? a : b, &many = by_a ? b : a;
  const Frame &of_few = by_a ? frame_a : frame_b, &of_many = by_a ? frame_b : frame_a;
  Distance best;
  double end = HUGE_VAL;
  const auto test = [&](const PlacedLeaf& leaf, const PlacedLeaf& other) {
    const PlacedLeaf &leaf_a = by_a ? leaf : other, &leaf_b = by_a ? other : leaf;
    Distance found = distance_at(pair_of(leaf_a, leaf_b), leaf_a.frame);
    if (found.distance < 0.0) {
      found.distance = 0.0;
      found.point_b = found.point_a;
    }
    found.part_a = leaf_a.part;
    found.part_b = leaf_b.part;
    const bool is_first = found.part_a != best.part_a ? found.part_a < best.part_a : found.part_b < best.part_b;
    if (found.distance < end || (found.distance == end && is_first)) {
      end = found.distance;
      best = found;
    }
  };
  const auto visit_many = [&](const PlacedLeaf& leaf) {
    if (!is_composite(many)) return test(leaf, placed_whole(many, of_many));
    const Box2 box = bounds_of(*leaf.shape, seen_from(of_many, leaf.frame));
    many.composite->tree.visit_nearest(box, end,
                                       [&](std::uint32_t i) { test(leaf, placed_leaf(*many.composite, of_many, i)); });
  };
  if (!is_composite(few)) {
    visit_many(placed_whole(few, of_few));
    return best;
  }
  const Composite& composite = *few.composite;
  for (std::uint32_t i = 0; i < composite.leaves.size(); ++i) visit_many(placed_leaf(composite, of_few, i));
  return best;
}

}  // namespace hyperplane::plane
