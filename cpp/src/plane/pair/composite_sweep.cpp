#include "plane/pair/composite_sweep.h"

#include "core/constants.h"
#include "plane/pair/convex_pair.h"
#include "plane/pair/tolerances.h"

namespace hyperplane::plane {
namespace {

/// The sweep of a leaf, whose centre holds where it stands in its composite.
Sweep sweep_of(const PlacedLeaf& leaf, const Sweep& sweep) {
  return {{sweep.from.position, sweep.from.angle + leaf.angle}, {sweep.to.position, sweep.to.angle + leaf.angle}};
}

/// The shape of a leaf with its centre. @param room for that of a tile or a slab.
const Shape& shape_of(const PlacedLeaf& leaf, Shape& room) {
  if (!leaf.has_own_centre) return *leaf.shape;
  room = *leaf.shape;
  room.centre = leaf.centre;
  return room;
}

/// The part that an impact names: of a map the tile at that time.
std::int32_t part_of_impact(const PlacedLeaf& leaf, const Shape& shape, const Sweep& sweep, const Impact& impact) {
  if (leaf.map == nullptr) return leaf.part;
  const Frame frame = frame_of_any(shape, pose_at(sweep, impact.time));
  PlacedLeaf then = leaf;
  then.frame.origin = frame.origin;
  then.frame.rotation = combined(frame.rotation, leaf.map->rotation);
  then.frame.centre = rotate(then.frame.rotation, leaf.centre);
  return part_at(then, impact.point);
}

/// A box seen from a turning frame at any time: bounds of the box turned about the origin by any angle.
Box2 turned_about_origin(const Box2& box) {
  const double x = larger(magnitude(box.low.x), magnitude(box.high.x));
  const double y = larger(magnitude(box.low.y), magnitude(box.high.y));
  const double reach = length({x, y}) * (1.0 + k_bounds_rounding);
  return {{-reach, -reach}, {reach, reach}};
}

}  // namespace

Box2 bounds_of_sweep(const Shape& shape, const Sweep& sweep) {
  Box2 box = bounds_of_any(shape, frame_of_any(shape, sweep.from));
  if (sweep.from.angle == sweep.to.angle) {
    box.add(bounds_of_any(shape, frame_of_any(shape, sweep.to)));
  } else {
    const Vec2 from = sweep.from.position, to = sweep.to.position;
    const double scale = length(from) + length(to) + shape.reach;
    const double reach = shape.reach + length(shape.centre) + k_bounds_rounding * scale;
    box = {};
    for (const Vec2 at : {from, to}) box.add(Box2{at, at}.grown(reach));
  }
  const Vec2 motion = sweep.to.position - sweep.from.position;
  return box.grown(k_plane_impact_gap * (shape.reach + length(motion)));
}

Impact composite_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                                const ImpactFilter* accepts) {
  if (is_half_space(a) && is_half_space(b)) return {};
  // In coordinates relative to A's start.
  const Vec2 origin = sweep_a.from.position;
  const auto moved = [&](Sweep sweep) {
    sweep.from.position = sweep.from.position - origin;
    sweep.to.position = sweep.to.position - origin;
    return sweep;
  };
  const Sweep of_a = moved(sweep_a), of_b = moved(sweep_b);
  const Frame frame_a = frame_of_any(a, of_a.from), frame_b = frame_of_any(b, of_b.from);
  const Vec2 middle_a = middle_of(a, frame_a), middle_b = middle_of(b, frame_b);

  // B in the frame of A: without A's motion, and about A's origin if A turns.
  const auto seen_from = [](const Shape& shape, const Sweep& sweep, const Sweep& seer) {
    const Vec2 motion = seer.to.position - seer.from.position;
    Sweep relative = sweep;
    relative.from.position = relative.from.position - seer.from.position;
    relative.to.position = relative.to.position - motion - seer.from.position;
    Box2 box = bounds_of_sweep(shape, relative);
    box = box.grown(k_plane_impact_gap * length(motion));
    if (seer.from.angle != seer.to.angle) box = turned_about_origin(box);
    return Box2{box.low + seer.from.position, box.high + seer.from.position};
  };

  Impact best, undecided;
  const auto is_earlier = [](const Impact& one, const Impact& other) {
    if (!other.hit || one.time != other.time) return !other.hit || one.time < other.time;
    return one.part_a != other.part_a ? one.part_a < other.part_a : one.part_b < other.part_b;
  };
  const auto test = [&](const PlacedLeaf& leaf_a, const PlacedLeaf& leaf_b) {
    if (!is_there(leaf_a, middle_b) || !is_there(leaf_b, middle_a)) return;
    const Sweep path_a = sweep_of(leaf_a, of_a), path_b = sweep_of(leaf_b, of_b);
    Shape room_a, room_b;
    const Shape &shape_a = shape_of(leaf_a, room_a), &shape_b = shape_of(leaf_b, room_b);
    // What touches, and does not count then, may part and come back.
    double touched = -1.0;
    while (true) {
      Impact found = convex_time_of_impact(shape_a, path_a, shape_b, path_b, touched);
      if (!found.hit || !(found.time > touched)) return;
      found.part_a = part_of_impact(leaf_a, a, of_a, found);
      found.part_b = part_of_impact(leaf_b, b, of_b, found);
      Impact& known = found.converged ? best : undecided;
      if (!is_earlier(found, known)) return;
      const bool counts = accepts == nullptr || (*accepts)({leaf_a, leaf_b, shape_a, shape_b, path_a, path_b}, found);
      if (counts) {
        known = found;
        return;
      }
      touched = found.time;
    }
  };
  visit_leaves(a, frame_a, seen_from(b, of_b, of_a), b.kinds, [&](const PlacedLeaf& leaf_a) {
    Shape room;
    const Box2 box = seen_from(shape_of(leaf_a, room), sweep_of(leaf_a, of_a), of_b);
    visit_leaves(b, frame_b, box, a.kinds, [&](const PlacedLeaf& leaf_b) {
      test(leaf_a, leaf_b);
      return true;
    });
    return true;
  });
  Impact result = best.hit ? best : undecided;
  result.point = result.point + origin;
  return result;
}

}  // namespace hyperplane::plane
