#include <algorithm>
#include <functional>

#include "core/sort.h"
#include "plane/composite_sweep.h"
#include "plane/convex_pair.h"
#include "plane/world_impl.h"

/// First impacts of continuous colliders on their way since the last update, a stage of World::update.

namespace hyperplane::plane {
namespace {

bool is_same(const Pose& start, const Body& body) {
  return start.position.x == body.position.x && start.position.y == body.position.y && start.angle == body.angle;
}

/// A sweep whose positions are relative to a point.
Sweep about(const Vec2& base, Sweep sweep) {
  sweep.from.position = sweep.from.position - base;
  sweep.to.position = sweep.to.position - base;
  return sweep;
}

}  // namespace

Status World::Impl::find_impacts() {
  next.impacts.clear();
  met_sensors.clear();
  if (colliders.continuous_count == 0) return Status::ok;
  if (!swept.resize_uninitialized(colliders.row_count)) return Status::out_of_memory;
  for (const std::uint32_t row : colliders.members[0]) {
    swept[row] = colliders.tree_bounds(bounds_of_sweep(colliders.shapes[row], sweep_of(row)), {});
  }
  bool have_statics_moved = false;
  for (const std::uint32_t row : colliders.members[1]) {
    const bool rests = is_same(colliders.starts[row], colliders.bodies[row]);
    have_statics_moved = have_statics_moved || !rests;
    swept[row] = rests ? colliders.bounds[row]
                       : colliders.tree_bounds(bounds_of_sweep(colliders.shapes[row], sweep_of(row)), {});
  }
  for (std::uint32_t row = 0; row < colliders.row_count; ++row) {
    const std::uint32_t flags = colliders.flags[row];
    if (!colliders.takes_part(row) || (flags & Colliders::k_continuous) == 0 || (flags & Colliders::k_sensor) != 0) {
      continue;
    }
    SweptImpact first;
    bool found = false;
    if (!find_first_impact(row, have_statics_moved, first, found)) return Status::out_of_memory;
    if (found && !next.impacts.push(first)) return Status::out_of_memory;
  }
  sort(next.impacts.span(),
       [](const SweptImpact& a, const SweptImpact& b) { return a.time != b.time ? a.time < b.time : a.a < b.a; });
  return Status::ok;
}

/// @param have_statics_moved their tree does not know where from.
bool World::Impl::find_first_impact(std::uint32_t row, bool have_statics_moved, SweptImpact& first, bool& found) {
  const Shape& shape = colliders.shapes[row];
  const Sweep path = sweep_of(row);
  const Vec2 base = path.from.position;
  const auto near = [&](const Sweep& sweep) { return about(base, sweep); };
  bool is_decided = false, has_room = true;
  const auto test = [&](std::uint32_t other) {
    if (other == row || !colliders.may_touch(row, other) ||
        ((colliders.flags[row] & colliders.flags[other]) & Colliders::k_static) != 0 ||
        !overlaps(swept[row], swept[other])) {
      return;
    }
    if ((colliders.flags[other] & Colliders::k_sensor) != 0) {
      has_room = has_room && met_sensors.push({row, other});
      return;
    }
    const Shape& other_shape = colliders.shapes[other];
    const bool is_fixed = (colliders.flags[other] & Colliders::k_static) != 0;
    const Vec2 middle = middle_of(shape, frame_of_any(shape, near(path).from));
    const StaticSiblings others(colliders, other, colliders.masks[row], base, &middle);
    const auto counts = [&](const LeafImpact& leaves, const Impact& impact) {
      const auto velocity_of = [&](const Sweep& sweep) {
        const Vec2 motion = sweep.to.position - sweep.from.position;
        const Vec2 from_middle = impact.point - pose_at(sweep, impact.time).position;
        return motion + left_of(from_middle) * (sweep.to.angle - sweep.from.angle);
      };
      const double size = larger(size_of(leaves.shape_a), size_of(leaves.shape_b));
      const Vec2 velocity = velocity_of(leaves.sweep_a) - velocity_of(leaves.sweep_b);
      const auto closes = [&](Vec2 normal) { return dot(velocity, normal) > k_impact_closing * size; };
      // What touches at the start counts if it gets deeper, and so do static colliders that a body slides onto.
      if ((impact.time == 0.0 || is_fixed) && !closes(impact.normal)) return false;
      if (!is_fixed) return true;
      const Pose fixed_pose = leaves.sweep_b.to;
      const Frame fixed_frame = frame_of(leaves.shape_b, fixed_pose);
      const Frame composite_frame = frame_of_any(other_shape, near(sweep_of(other)).to);
      const LeafSiblings own(other_shape, composite_frame, leaves.leaf_b.index, &middle);
      const Siblings around = others;
      const AllSiblings all{own, &around};
      const Siblings siblings = all;
      // Where it touches the collider, which may move, too; a little deeper than the search leaves it.
      Frame frame = frame_of(leaves.shape_a, pose_at(leaves.sweep_a, impact.time));
      frame.origin = frame.origin + (fixed_pose.position - pose_at(leaves.sweep_b, impact.time).position) +
                     impact.normal * (2.0 * k_plane_impact_gap * size);
      const Contact touch = collide_at(pair_of(leaves.shape_a, frame, leaves.shape_b, fixed_frame), frame);
      const Vec2 points[2] = {touch.points[0].on_b, touch.points[1].on_b};
      // The corner of a tile that a round body slides onto stands for the side of the tile.
      Vec2 outwards = -impact.normal;
      const double placing = others.placing(size_of(leaves.shape_a));
      return may_push(
                 {leaves.shape_b, fixed_frame, &siblings, {leaves.leaf_b.cover.covered, false}, nullptr, true, placing},
                 {leaves.shape_a, frame}, {points, static_cast<std::size_t>(touch.point_count)}, outwards,
                 k_seam_tilt) &&
             closes(-outwards);
    };
    const ImpactFilter filter = counts;
    const Impact impact = composite_time_of_impact(shape, near(path), other_shape, near(sweep_of(other)), &filter);
    if (!impact.hit) return;
    if (found && is_decided && !impact.converged) return;
    const bool replaces = !found || (impact.converged && !is_decided) || impact.time < first.time ||
                          (impact.time == first.time && other < first.b);
    if (!replaces) return;
    found = true;
    is_decided = impact.converged;
    first = {impact.time, impact.point + base, impact.normal, row, other};
  };
  for (const std::uint32_t other : colliders.members[0]) test(other);
  const Box2 around = bounds_of_sweep(shape, near(path));
  if (have_statics_moved) {
    for (const std::uint32_t other : colliders.members[1]) test(other);
    return has_room;
  }
  colliders.visit_overlapping(1, around, base, colliders.masks[row], [&](std::uint32_t other) {
    test(other);
    return has_room;
  });
  return has_room;
}

Status World::Impl::find_crossings() {
  const std::span<const RowPair> before = shown.touching.span(), now = next.touching.span();
  const std::size_t began = next.began.size();
  for (const RowPair& met : met_sensors) {
    const RowPair pair = RowPair::of(met.a, met.b);
    if (std::binary_search(before.begin(), before.end(), pair) || std::binary_search(now.begin(), now.end(), pair)) {
      continue;
    }
    const Vec2 base = colliders.starts[met.a].position;
    const Impact impact = composite_time_of_impact(colliders.shapes[met.a], about(base, sweep_of(met.a)),
                                                   colliders.shapes[met.b], about(base, sweep_of(met.b)), nullptr);
    if (!impact.hit || !impact.converged) continue;
    const auto stops_before = [&](const SweptImpact& stop) { return stop.a == met.a && stop.time < impact.time; };
    if (std::any_of(next.impacts.begin(), next.impacts.end(), stops_before)) continue;
    if (!next.began.push(pair) || !next.ended.push(pair)) return Status::out_of_memory;
  }
  if (next.began.size() > began) {
    sort(next.began.span(), std::less());
    sort(next.ended.span(), std::less());
  }
  return Status::ok;
}

}  // namespace hyperplane::plane
