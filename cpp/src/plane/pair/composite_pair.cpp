#include "plane/pair/composite_pair.h"

#include <algorithm>
#include <span>

#include "composite/kind_masks.h"
#include "core/constants.h"
#include "depenetration/tolerances.h"
#include "plane/pair/body_contacts.h"
#include "plane/pair/convex_pair.h"

namespace hyperplane::plane {
namespace {

/// A frame seen from another.
Frame seen_from(const Frame& from, const Frame& frame) {
  return {unrotate(from.rotation, frame.origin - from.origin), relative(from.rotation, frame.rotation),
          unrotate(from.rotation, frame.centre)};
}

PlacedLeaf placed_whole(const Shape& shape, const Frame& frame) {
  PlacedLeaf leaf;
  leaf.shape = &shape;
  leaf.frame = frame;
  return leaf;
}

/// @param frame of the composite.
PlacedLeaf placed_leaf(const Composite& composite, const Frame& frame, std::uint32_t i) {
  const Leaf& leaf = composite.leaves[i];
  return {&leaf.shape, frame_of(leaf, frame), leaf.part, leaf.kind, i, leaf.cover, nullptr, 1, 1, {}, false,
          leaf.angle};
}

PlacedLeaf placed_tiles(const PlacedMap& map, const Frame& frame, const TilePart& tiles) {
  const Rotation rotation = combined(frame.rotation, map.rotation);
  const Vec2 centre = map.origin + tiles.centre;
  return {tiles.shape,
          {frame.origin, rotation, rotate(rotation, centre)},
          map.part < 0 ? static_cast<std::int32_t>(tiles.tile) : map.part,
          tiles.is_one_sided ? LeafKind::front : LeafKind::solid,
          tiles.tile,
          {},
          &map,
          tiles.width,
          tiles.height,
          centre,
          true,
          map.angle};
}

/// The slab of a half-space under a box in its frame.
PlacedLeaf placed_slab(const Composite& half_space, const Frame& frame, const Box2& box) {
  const Slab slab = slab_under(half_space, box);
  PlacedLeaf leaf = placed_whole(*slab.shape, {frame.origin, frame.rotation, rotate(frame.rotation, slab.centre)});
  leaf.centre = slab.centre;
  leaf.has_own_centre = true;
  return leaf;
}

/// Bounds of a box seen from a frame that is turned. @param middle of the box, in that frame. @param origin of it.
Box2 seen_from(const Rotation& rotation, Vec2 middle, Vec2 origin, const Box2& box) {
  const Vec2 half = (box.high - box.low) * 0.5;
  const double c = magnitude(rotation.cosine), s = magnitude(rotation.sine);
  const double slack = k_bounds_rounding * (length(box.middle()) + length(origin) + length(half));
  const Vec2 reach{c * half.x + s * half.y + slack, s * half.x + c * half.y + slack};
  return {middle - reach, middle + reach};
}
Box2 seen_from(const Frame& frame, const Box2& box) {
  return seen_from(frame.rotation, unrotate(frame.rotation, box.middle() - frame.origin), frame.origin, box);
}
Box2 seen_from(const PlacedMap& map, const Box2& box) {
  return seen_from(map.rotation, unrotate(map.rotation, box.middle()) - map.origin, map.origin, box);
}

/// Visits the parts of a composite that may touch a box in its frame, until `visit` returns false.
void visit_within(const Shape& shape, const Frame& frame, const Box2& box, const KindMask* kinds,
                  FunctionRef<bool(const PlacedLeaf&)> visit) {
  const Composite& composite = *shape.composite;
  KindMask room;
  kinds = common_kinds(shape.kinds, kinds, room);
  bool goes_on = true;
  if (!composite.slabs.empty()) {
    visit(placed_slab(composite, frame, box));
    return;
  }
  composite.tree.visit(box, [&](std::uint32_t i) {
    goes_on = visit(placed_leaf(composite, frame, i));
    return goes_on;
  });
  for (const PlacedMap& map : composite.maps) {
    if (!goes_on) return;
    map.map->visit(seen_from(map, box), kinds, [&](const TilePart& tiles) {
      goes_on = visit(placed_tiles(map, frame, tiles));
      return goes_on;
    });
  }
}

std::size_t leaf_count(const Shape& shape) {
  if (!is_composite(shape)) return 1;
  std::size_t count = shape.composite->leaves.size();
  for (const PlacedMap& map : shape.composite->maps) count += map.map->tiles.size();
  return count;
}

Pair pair_of(const PlacedLeaf& a, const PlacedLeaf& b) { return pair_of(*a.shape, a.frame, *b.shape, b.frame); }

/// Whether the first of two shapes is the union in their contacts: the composite, the larger one, or the one whose
/// middle is farther left, then lower. The same for the pair exchanged.
bool is_union(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b) {
  if (is_composite(a) != is_composite(b)) return is_composite(a);
  if (a.reach != b.reach) return a.reach > b.reach;
  const Vec2 middle_a = middle_of(a, frame_a), middle_b = middle_of(b, frame_b);
  return middle_a.x != middle_b.x ? middle_a.x < middle_b.x : middle_a.y <= middle_b.y;
}

}  // namespace

PlacedLeaf slab_below(const Composite& half_space, const Frame& frame, const Shape& convex,
                      const Frame& frame_of_convex) {
  return placed_slab(half_space, frame, bounds_of(convex, seen_from(frame, frame_of_convex)));
}

bool is_there(const PlacedLeaf& leaf, Vec2 middle) {
  if (leaf.kind != LeafKind::front) return true;
  return dot(middle - (leaf.frame.origin + leaf.frame.centre), front_of(leaf)) >= 0.0;
}

std::int32_t part_at(const PlacedLeaf& leaf, Vec2 point) {
  if (leaf.map == nullptr || leaf.map->part >= 0) return leaf.part;
  const TilePart tiles{leaf.shape, leaf.centre, leaf.index, leaf.width, leaf.height, false};
  const Vec2 from_centre = unrotate(leaf.frame.rotation, point - leaf.frame.origin - leaf.frame.centre);
  return static_cast<std::int32_t>(leaf.map->map->tile_near(tiles, from_centre));
}

void visit_nearest(const Shape& shape, const Frame& frame, const Box2& box, const double& end, const KindMask* kinds,
                   FunctionRef<void(const PlacedLeaf&)> visit) {
  const Composite& composite = *shape.composite;
  KindMask room;
  kinds = common_kinds(shape.kinds, kinds, room);
  if (!composite.slabs.empty()) {
    visit(placed_slab(composite, frame, box));
    return;
  }
  composite.tree.visit_nearest(box, end, [&](std::uint32_t i) { visit(placed_leaf(composite, frame, i)); });
  for (const PlacedMap& map : composite.maps) {
    const Box2 local = seen_from(map, box);
    const Vec2 size = map.map->size();
    const auto gap = [](double low, double high, double most) { return larger(low - most, -high); };
    const double apart =
        larger(larger(gap(local.low.x, local.high.x, size.x), gap(local.low.y, local.high.y, size.y)), 0.0);
    // Boxes that get larger: what is in one has been visited when the next one is not needed.
    for (double reach = apart + larger(map.map->tile_size.x, map.map->tile_size.y); apart <= end; reach *= 2.0) {
      const Box2 around = local.grown(smaller(reach, end));
      map.map->visit(around, kinds, [&](const TilePart& tiles) {
        visit(placed_tiles(map, frame, tiles));
        return true;
      });
      if (end <= reach ||
          (around.low.x <= 0.0 && around.low.y <= 0.0 && around.high.x >= size.x && around.high.y >= size.y)) {
        break;
      }
    }
  }
}

void visit_outline(const Shape& shape, const Frame& frame, Vec2 point, const double& end, const KindMask* kinds,
                   FunctionRef<void(const Shape& edge, const PlacedLeaf& owner)> visit) {
  const Composite& composite = *shape.composite;
  KindMask room;
  kinds = common_kinds(shape.kinds, kinds, room);
  composite.outline_tree.visit_nearest(Box2{point, point}, end, [&](std::uint32_t i) {
    const Leaf& edge = composite.outline[i];
    visit(edge.shape, placed_leaf(composite, frame, static_cast<std::uint32_t>(edge.part)));
  });
  for (const PlacedMap& map : composite.maps) {
    const Vec2 local = unrotate(map.rotation, point) - map.origin;
    map.map->visit_outline(local, end, kinds, [&](const TilePart& tile, Vec2 from, Vec2 to) {
      const Vec2 a = rotate(map.rotation, map.origin + from), b = rotate(map.rotation, map.origin + to);
      visit(segment_between(a, b), placed_tiles(map, frame, tile));
    });
  }
}

void visit_leaves(const Shape& shape, const Frame& frame, const Box2& box, const KindMask* kinds,
                  FunctionRef<bool(const PlacedLeaf&)> visit) {
  if (!is_composite(shape)) {
    visit(placed_whole(shape, frame));
    return;
  }
  visit_within(shape, frame, seen_from(frame, box), kinds, visit);
}

void visit_leaf_pairs(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                      FunctionRef<bool(const PlacedLeaf&, const PlacedLeaf&)> visit, double reach) {
  if (is_half_space(a) && is_half_space(b)) return;
  // Goes through the shape with fewer parts.
  const bool by_a = leaf_count(a) <= leaf_count(b);
  const Shape &few = by_a ? a : b, &many = by_a ? b : a;
  const Frame &of_few = by_a ? frame_a : frame_b, &of_many = by_a ? frame_b : frame_a;
  bool goes_on = true;
  const auto pass_on = [&](const PlacedLeaf& leaf, const PlacedLeaf& other) {
    goes_on = by_a ? visit(leaf, other) : visit(other, leaf);
    return goes_on;
  };
  visit_leaves(few, of_few, bounds_of_any(many, of_many).grown(reach), many.kinds, [&](const PlacedLeaf& leaf) {
    if (!is_composite(many)) return pass_on(leaf, placed_whole(many, of_many));
    const Box2 box = bounds_of(*leaf.shape, seen_from(of_many, leaf.frame)).grown(reach);
    visit_within(many, of_many, box, few.kinds, [&](const PlacedLeaf& other) { return pass_on(leaf, other); });
    return goes_on;
  });
}

bool composites_intersect(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b, double margin) {
  bool found = false;
  const Vec2 middle_a = middle_of(a, frame_a), middle_b = middle_of(b, frame_b);
  const auto test = [&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) {
    found = is_there(leaf_a, middle_b) && is_there(leaf_b, middle_a) && intersect_at(pair_of(leaf_a, leaf_b), margin);
    return !found;
  };
  visit_leaf_pairs(a, frame_a, b, frame_b, test, margin);
  return found;
}

bool visit_contacts(BodyContacts& contacts, const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                    FunctionRef<void(const Contact&)> visit) {
  const bool of_a = is_union(a, frame_a, b, frame_b);
  contacts.begin(size_of(of_a ? b : a));
  const bool has_room =
      of_a ? contacts.add(a, frame_a, b, frame_b, 0, 0.0) : contacts.add(b, frame_b, a, frame_a, 0, 0.0);
  const bool is_resolved = contacts.resolve();
  contacts.visit([&](std::uint32_t, const Contact& contact) { visit(of_a ? contact : exchanged(contact)); });
  return has_room && is_resolved;
}

bool any_leaf_hides(const Shape& shape, const Frame& frame, const NearPoint& at, Vec2 middle, const KindMask* kinds,
                    double near, const PlacedLeaf* own) {
  bool found = false;
  visit_leaves(shape, frame, Box2{at.point, at.point}.grown(near), kinds, [&](const PlacedLeaf& leaf) {
    if ((own != nullptr && is_same(leaf, *own)) || !is_there(leaf, middle)) return true;
    found = at.is_beyond_edge ? is_within(*leaf.shape, leaf.frame, at.point, -k_beyond_margin_face_depth * near)
                              : rises_above(*leaf.shape, leaf.frame, at.point, at.normal, near, near);
    return !found;
  });
  return found;
}

namespace {

/// @param at a point of an edge of a part. @param near m: of it. Neighbours that are flush do not reach there, nor do
/// walls that stand on the end of the edge.
NearPoint beyond_edge(const PlacedLeaf& leaf, Vec2 at, Vec2 normal, double near) {
  const Vec2 to_middle = leaf.frame.origin + leaf.frame.centre - at;
  const double along = dot(to_middle, left_of(normal)), aside = k_beside_margin_face * near;
  return {at + normal * (k_beyond_margin_face * near) + left_of(normal) * clamped(along, -aside, aside), normal, true};
}

}  // namespace

bool visit_margin_contacts(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b, double margin,
                           FunctionRef<void(const Contact&)> visit, const BesideUnion* beside) {
  const double near = union_gap_of(size_of(a), size_of(b)) + (beside == nullptr ? 0.0 : beside->placing);
  const Vec2 middle_a = middle_of(a, frame_a), middle_b = middle_of(b, frame_b);
  const auto hides = [&](bool of_a, const PlacedLeaf& leaf, const NearPoint& at) {
    const Shape &whole = of_a ? a : b, &other = of_a ? b : a;
    if (is_composite(whole) &&
        any_leaf_hides(whole, of_a ? frame_a : frame_b, at, of_a ? middle_b : middle_a, other.kinds, near, &leaf)) {
      return true;
    }
    return beside != nullptr && beside->is_of_a == of_a && beside->hides(at, near);
  };
  bool is_near = false;
  /// Contacts at corners, which several parts share.
  Buffer<Contact> corners;
  const auto test = [&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) {
    if (!is_there(leaf_a, middle_b) || !is_there(leaf_b, middle_a)) return true;
    const Pair pair = pair_of(leaf_a, leaf_b);
    const double radius = pair.radius();
    const Separation at = separate(pair, margin + radius);
    if (at.gap > margin + radius) return true;
    is_near = true;
    if (at.gap <= radius) return true;
    Contact contact = contact_of(pair, leaf_a.frame, at, margin);
    const auto is_hidden = [&](bool of_a, bool is_of_edge) {
      const std::span<const ContactPoint> points(contact.points, static_cast<std::size_t>(contact.point_count));
      const PlacedLeaf& leaf = of_a ? leaf_a : leaf_b;
      const Vec2 normal = of_a ? contact.normal : -contact.normal;
      const auto place_of = [&](const ContactPoint& point) { return of_a ? point.on_a : point.on_b; };
      const auto is_covered = [&](const ContactPoint& point) {
        return hides(of_a, leaf, beyond_edge(leaf, place_of(point), normal, near));
      };
      return is_of_edge ? std::all_of(points.begin(), points.end(), is_covered)
                        : hides(of_a, leaf, {place_of(points[0]), normal, false});
    };
    for (const bool of_a : {true, false}) {
      const bool is_of_edge = at.source == (of_a ? Separation::Source::edge_a : Separation::Source::edge_b);
      if (!is_hidden(of_a, is_of_edge)) continue;
      // At a joint of flush parts, of which the one that is nearer hides the corner of the other, their edges go on.
      if (is_of_edge || !lay_along_edge(leaf_a, leaf_b, of_a, margin, near, contact) || is_hidden(true, true) ||
          is_hidden(false, true)) {
        return true;
      }
      break;
    }
    name_parts(contact, leaf_a, leaf_b);
    if (contact.point_count == 1) {
      const ContactPoint& point = contact.points[0];
      for (const Contact& known : corners) {
        const ContactPoint& same = known.points[0];
        if (length(same.on_a - point.on_a) <= near && length(same.on_b - point.on_b) <= near) return true;
      }
      // Without memory it is reported again.
      static_cast<void>(corners.push(contact));
    }
    visit(contact);
    return true;
  };
  visit_leaf_pairs(a, frame_a, b, frame_b, test, margin);
  return is_near;
}

void visit_all_contacts(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                        FunctionRef<void(const Contact&)> visit) {
  BodyContacts contacts;
  double deepest = -1.0;
  static_cast<void>(visit_contacts(contacts, a, frame_a, b, frame_b, [&](const Contact& contact) {
    deepest = larger(deepest, contact.depth);
    visit(contact);
  }));
  const Contact* const left = contacts.find_deeper(deepest);
  if (left != nullptr) visit(is_union(a, frame_a, b, frame_b) ? *left : exchanged(*left));
}

Contact deepest_contact(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b) {
  Contact deepest;
  visit_all_contacts(a, frame_a, b, frame_b, [&](const Contact& contact) {
    if (deepest.point_count == 0 || is_deeper(contact, deepest)) deepest = contact;
  });
  return deepest;
}

Distance composite_distance(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                            double max_distance) {
  Distance best;
  best.distance = HUGE_VAL;
  if (is_half_space(a) && is_half_space(b)) return best;
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
  double end = larger(max_distance, 0.0);
  const auto test = [&](const PlacedLeaf& leaf, const PlacedLeaf& other) {
    const PlacedLeaf &leaf_a = by_a ? leaf : other, &leaf_b = by_a ? other : leaf;
    Distance found = distance_at(pair_of(leaf_a, leaf_b), leaf_a.frame, end);
    if (found.distance > end) return;
    if (found.distance < 0.0) {
      found.distance = 0.0;
      found.point_b = found.point_a;
    }
    found.part_a = part_at(leaf_a, found.point_a);
    found.part_b = part_at(leaf_b, found.point_b);
    const bool is_first = found.part_a != best.part_a ? found.part_a < best.part_a : found.part_b < best.part_b;
    if (found.distance == best.distance && !is_first) return;
    end = found.distance;
    best = found;
  };
  const auto visit_many = [&](const PlacedLeaf& leaf) {
    if (!is_composite(many)) return test(leaf, placed_whole(many, of_many));
    const Box2 box = bounds_of(*leaf.shape, seen_from(of_many, leaf.frame));
    visit_nearest(many, of_many, box, end, few.kinds, [&](const PlacedLeaf& other) { test(leaf, other); });
  };
  if (!is_composite(few)) {
    visit_many(placed_whole(few, of_few));
    return best;
  }
  visit_nearest(few, of_few, bounds_of_any(many, seen_from(of_few, of_many)), end, many.kinds, visit_many);
  return best;
}

}  // namespace hyperplane::plane
