#include "core/sort.h"
#include "depenetration/tolerances.h"
#include "motion/tolerances.h"
#include "plane/pair/composite_sweep.h"
#include "plane/pair/tolerances.h"
#include "plane/world/world_impl.h"

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

/// m per step: velocity of a sweep's body where an impact is, in the coordinates of the sweep.
Vec2 velocity_at(const Sweep& sweep, const Impact& impact) {
  const Vec2 from_middle = impact.point - pose_at(sweep, impact.time).position;
  return sweep.to.position - sweep.from.position + left_of(from_middle) * (sweep.to.angle - sweep.from.angle);
}

/// Whether a shape is a point or thin.
bool has_no_inside(const Shape& shape) { return !is_composite(shape) && (size_of(shape) == 0.0 || is_thin(shape)); }

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
  for (const std::uint32_t row : colliders.members[Colliders::k_unbounded_list]) {
    swept[row] = colliders.tree_bounds(bounds_of_sweep(colliders.shapes[row], sweep_of(row)), {});
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

/// Whether a static collider stops a body that meets it: whether just behind the impact a contact with the union of the
/// static colliders opposes the motion. @param impact about the start of the body. @param size m, of the larger part.
bool World::Impl::stops(std::uint32_t body, std::uint32_t fixed, const Impact& impact, double size) {
  const Vec2 base = colliders.starts[body].position;
  const auto near = [&](const Sweep& motion) { return about(base, motion); };
  const Shape& shape = colliders.shapes[body];
  const Sweep path = near(sweep_of(body)), path_of_fixed = near(sweep_of(fixed));
  const auto velocity = [&](const Impact& at) { return velocity_at(path, at) - velocity_at(path_of_fixed, at); };
  const Vec2 speed = velocity(impact);
  const Vec2 motion = path.to.position - path.from.position - (path_of_fixed.to.position - path_of_fixed.from.position);
  const double fast = larger(length(speed), length(motion)), closing = magnitude(dot(speed, impact.normal));
  if (!(fast > 0.0)) return false;
  // A point, which has no size, is measured by its way.
  const double own_size = size_of(shape) > 0.0 ? size_of(shape) : length(motion);
  // At least past the gap at which an impact is found.
  const double past = closing > k_impact_closing * size ? 2.0 * k_plane_impact_gap * size * fast / closing : 0.0;
  const double into = smaller(k_behind_impact * own_size * fast / larger(closing, k_behind_impact * fast),
                              k_far_behind_impact * own_size);
  const double ahead = larger(into, past);
  Impact behind;
  behind.time = impact.time + ahead / fast;
  const auto frame_of_row = [&](std::uint32_t row) {
    const auto [from, to] = near(sweep_of(row));
    // Also behind the end of the motion.
    return frame_of_any(colliders.shapes[row], {from.position + (to.position - from.position) * behind.time,
                                                from.angle + (to.angle - from.angle) * behind.time});
  };
  Frame frame = frame_of_row(body);
  const auto rests = [&](std::uint32_t row) { return is_same(colliders.starts[row], colliders.bodies[row]); };
  const auto add_union = [&](bool with_fixed) {
    in_union.clear();
    bool has_room = !with_fixed || in_union.push(fixed);
    if (rests(fixed)) {
      colliders.visit_overlapping(1, bounds_of_any(shape, frame), base, colliders.masks[body], [&](std::uint32_t row) {
        if (row != fixed && (colliders.flags[row] & Colliders::k_sensor) == 0 && colliders.may_touch(body, row) &&
            rests(row)) {
          has_room = has_room && in_union.push(row);
        }
        return has_room;
      });
    }
    sort(in_union.span(), [&](std::uint32_t l, std::uint32_t r) { return comes_before(l, r); });
    for (const std::uint32_t row : in_union) {
      has_room = has_room && body_contacts.add(colliders.shapes[row], frame_of_row(row), shape, frame, row,
                                               placing_of(colliders.farthest(row), own_size));
    }
    return has_room;
  };
  const StaticAround around(colliders, colliders.masks[body], shape.kinds, base, middle_of(shape, frame));
  const BodyContacts::Around parts = around;
  bool has_room = true;
  if (size_of(shape) == 0.0) {
    // What a point is in hides all that it goes into: it is seen as if it had been lifted out.
    const Frame behind_frame = frame;
    frame = frame_of_any(shape, path.from);
    body_contacts.begin(own_size, &parts);
    has_room = add_union(false) && body_contacts.resolve(false);
    double deepest = -1.0;
    Vec2 lift;
    body_contacts.visit([&](std::uint32_t, const Contact& contact) {
      if (contact.depth <= deepest) return;
      deepest = contact.depth;
      lift = contact.normal * (contact.depth + 4.0 * k_union_gap * own_size);
    });
    frame = behind_frame;
    frame.origin = frame.origin + lift;
  }
  body_contacts.begin(own_size, &parts);
  has_room = has_room && add_union(true);
  if (has_no_inside(shape)) {
    // It is past another one at once.
    bool is_past = true;
    body_contacts.visit_owners([&](std::uint32_t row) { is_past = is_past && row != fixed; });
    if (is_past) return closing > k_impact_closing * size;
  }
  // Without memory an impact too many is reported.
  if (!has_room || !body_contacts.resolve(false)) return true;
  bool found = false;
  body_contacts.visit([&](std::uint32_t row, const Contact& contact) {
    behind.point = contact.points[0].on_a;
    found = found || (row == fixed && -dot(velocity(behind), contact.normal) > k_impact_closing * size);
  });
  return found;
}

/// @param have_statics_moved their tree does not know where from.
bool World::Impl::find_first_impact(std::uint32_t row, bool have_statics_moved, SweptImpact& first, bool& found) {
  const Shape& shape = colliders.shapes[row];
  const Sweep path = sweep_of(row);
  const Vec2 base = path.from.position;
  const auto near = [&](const Sweep& motion) { return about(base, motion); };
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
    // No part hides another from a half-space.
    const bool has_union =
        is_fixed && !is_half_space(shape) && (is_composite(other_shape) || colliders.has_statics_beside());
    const auto counts = [&](const LeafImpact& leaves, const Impact& impact) {
      const double size = larger(size_of(leaves.shape_a), size_of(leaves.shape_b));
      if (has_union && impact.time == 0.0) return stops(row, other, impact, size);
      const Vec2 velocity = velocity_at(leaves.sweep_a, impact) - velocity_at(leaves.sweep_b, impact);
      // What touches at the start counts if it gets deeper, and so do static colliders that a body slides onto.
      const bool closes = dot(velocity, impact.normal) > k_impact_closing * size;
      return (closes || (impact.time > 0.0 && !is_fixed)) && (!has_union || stops(row, other, impact, size));
    };
    const ImpactFilter filter = counts;
    const Impact impact = composite_time_of_impact(shape, near(path), other_shape, near(sweep_of(other)), &filter);
    if (!impact.hit) return;
    if (found && is_decided && !impact.converged) return;
    const bool replaces = !found || (impact.converged && !is_decided) || impact.time < first.time ||
                          (impact.time == first.time && comes_before(other, first.b));
    if (!replaces) return;
    found = true;
    is_decided = impact.converged;
    first = {impact.time, impact.point + base, impact.normal, row, other};
  };
  for (const std::uint32_t other : colliders.members[Colliders::k_unbounded_list]) test(other);
  for (const std::uint32_t other : colliders.members[0]) test(other);
  const Box2 around = bounds_of_sweep(shape, near(path));
  if (have_statics_moved) {
    for (const std::uint32_t other : colliders.members[1]) test(other);
    return has_room;
  }
  colliders.visit_overlapping(1, around, base, colliders.masks[row], [&](std::uint32_t other) {
    if ((colliders.flags[other] & Colliders::k_unbounded) == 0) test(other);
    return has_room;
  });
  return has_room;
}

Status World::Impl::find_crossings() {
  return hyperplane::find_crossings(
      met_sensors.span(), shown.touching.span(), next, [&](std::uint32_t a, std::uint32_t b) {
        const Vec2 base = colliders.starts[a].position;
        return composite_time_of_impact(colliders.shapes[a], about(base, sweep_of(a)), colliders.shapes[b],
                                        about(base, sweep_of(b)), nullptr);
      });
}

}  // namespace hyperplane::plane
