#include "world/continuous.h"

#include <algorithm>

#include <hyperplane/shape_query.h>

#include "bvh/visit.h"
#include "ccd/composite_impact.h"
#include "ccd/motion.h"
#include "ccd/time_of_impact.h"
#include "ccd/tolerances.h"
#include "composite/shape_extent.h"
#include "composite/tolerances.h"
#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "core/sort.h"
#include "depenetration/flush_placing.h"
#include "math/pose.h"
#include "motion/tolerances.h"
#include "narrowphase/composite/composite_pair.h"
#include "shape/flat_shape.h"
#include "world/collider_order.h"
#include "world/tolerances.h"

namespace hyperplane {
namespace {

/// Row of the other collider if there is no impact.
constexpr std::uint32_t k_no_row = 0xffffffff;

bool is_same(const Quat& a, const Quat& b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

/// Bounds of a shape's sweep, enlarged by the touch margin, world space.
Aabb bounds_of(const Shape& shape, const Sweep& sweep) {
  if (shape.type == ShapeType::half_space) {
    const Vec3 all{k_half_space_reach, k_half_space_reach, k_half_space_reach};
    return {-all, all};
  }
  if (is_same(sweep.from.rotation, sweep.to.rotation)) {
    const Aabb start = touch_bounds(shape, sweep.from), end = touch_bounds(shape, sweep.to);
    return {min(start.min, end.min), max(start.max, end.max)};
  }
  const Vec3 low = min(sweep.from.position, sweep.to.position), high = max(sweep.from.position, sweep.to.position);
  const double radius = reach_of(shape) * (1.0 + k_touch_margin);
  const Vec3 ball{radius, radius, radius};
  const Vec3 reach = ball + (max(abs(low), abs(high)) + ball) * k_bounds_rounding;
  return {low - reach, high + reach};
}

/// m per unit of time: speed at which two bodies approach along a normal from A to B, at a common point at time 0.
double closing_speed(const Sweep& a, const Sweep& b, const Vec3& point, const Vec3& normal) {
  const auto velocity = [&](const Sweep& sweep) {
    const Motion motion = motion_of(sweep, {});
    return motion.velocity + cross(motion.angular_velocity(), point - motion.position);
  };
  return dot(normal, velocity(a) - velocity(b));
}

/// m per step: speed at which colliders that touch may seem to approach. Triangles far from the origin of their mesh
/// are tilted if their corners went through 32 bits.
double closing_rounding(const Shape& shape) {
  return max(k_impact_closing * 2.0 * size_of(shape), k_surface_rounding * reach_of(shape));
}

/// Whether a collider may meet another one, or cross it if that is a sensor.
bool may_meet(const Storage& storage, std::uint32_t row, std::uint32_t other) {
  const bool are_static = (storage.flags[row] & storage.flags[other] & Storage::k_static) != 0;
  return row != other && !are_static && storage.may_touch(row, other);
}

/// Whether a collider at rest is part of the union of static colliders that a body may meet.
bool is_static_beside(const Storage& storage, std::uint32_t body, std::uint32_t row) {
  return (storage.flags[row] & Storage::k_sensor) == 0 && may_meet(storage, body, row) && !storage.starts.contains(row);
}

bool has_no_thickness(const Shape& shape) {
  return shape.type == ShapeType::triangle || (!is_composite(shape.type) && is_flat(shape));
}

/// Of two moving shapes, the one for which this is more is met by the other: a half-space has no size, a surface sides.
int ground_rank(const Shape& shape) { return shape.type == ShapeType::half_space ? 2 : (has_surface(shape) ? 1 : 0); }

Sweep sweep_of(const Storage& storage, std::uint32_t row) { return {storage.start_pose(row), storage.seen_pose(row)}; }

/// m: size of a body; a point, which has none, is measured by its way.
double scale_of(const Storage& storage, std::uint32_t body) {
  const double size = size_of(storage.shapes[body]);
  const Sweep sweep = sweep_of(storage, body);
  return size > 0.0 ? size : length(sweep.to.position - sweep.from.position);
}

}  // namespace

bool ContinuousColliders::add(std::uint32_t row, std::uint32_t capacity) {
  if (!rows_.reserve(rows_.size() + 1) || !places_.resize(capacity, k_none)) return false;
  places_[row] = static_cast<std::uint32_t>(rows_.size());
  rows_.push_unchecked(row);
  return true;
}

void ContinuousColliders::remove(std::uint32_t row) {
  if (!contains(row)) return;
  rows_[places_[row]] = rows_.back();
  places_[rows_.back()] = places_[row];
  rows_.pop();
  places_[row] = k_none;
}

bool ContinuousColliders::sweep_moved(const Storage& storage, const Vec3& origin) {
  if (!swept_bounds_.resize(storage.row_count, k_empty_bounds)) return false;
  const std::span<const std::uint32_t> moved = storage.starts.rows();
  for (const std::uint32_t row : moved) {
    swept_bounds_[row] = to_float_bounds(bounds_of(storage.shapes[row], sweep_of(storage, row)), origin);
  }
  const Tree::Rows rows{swept_bounds_.span(), storage.layers.span(), storage.masks.span()};
  if (storage.members[Storage::k_unbounded_list].empty()) return swept_.build(moved, rows) == Status::ok;
  swept_rows_.clear();
  if (!swept_rows_.reserve(moved.size())) return false;
  for (const std::uint32_t row : moved) {
    if ((storage.flags[row] & Storage::k_unbounded) == 0) swept_rows_.push_unchecked(row);
  }
  return swept_.build(swept_rows_.span(), rows) == Status::ok;
}

Status ContinuousColliders::find_impacts(Storage& storage, ColliderTrees& trees, const Vec3& origin,
                                         Buffer<SweptImpact>& impacts) {
  impacts.clear();
  met_sensors_.clear();
  if (rows_.empty() || storage.starts.rows().empty()) return Status::ok;
  if (!impacts.reserve(rows_.size()) || !trees.bring_up_to_date(storage) || !sweep_moved(storage, origin)) {
    return Status::out_of_memory;
  }
  for (const std::uint32_t row : rows_) {
    SweptImpact first;
    if (!find_first_impact(storage, trees, origin, row, first)) return Status::out_of_memory;
    if (first.b != k_no_row) impacts.push_unchecked(first);
  }
  sort(impacts.span(),
       [](const SweptImpact& l, const SweptImpact& r) { return l.time != r.time ? l.time < r.time : l.a < r.a; });
  return Status::ok;
}

bool ContinuousColliders::find_first_impact(const Storage& storage, const ColliderTrees& trees, const Vec3& origin,
                                            std::uint32_t row, SweptImpact& first) {
  first.time = 2.0;
  first.a = row;
  first.b = k_no_row;
  if ((storage.flags[row] & (Storage::k_sensor | Storage::k_disabled)) != 0) return true;
  FirstImpacts found{first, first};
  lifted_ = k_no_row;
  bool has_room = true;
  const auto look = [&](std::uint32_t other) {
    if (!may_meet(storage, row, other)) return true;
    if ((storage.flags[other] & Storage::k_sensor) != 0) {
      has_room = met_sensors_.push({row, other});
    } else {
      test(storage, trees, origin, row, other, found);
    }
    return has_room;
  };
  const bool has_moved = storage.starts.contains(row);
  const FloatBounds& bounds = has_moved ? swept_bounds_[row] : storage.bounds[row];
  visit_overlapping(swept_, bounds, storage.masks[row], look);
  for (int list = 0; has_moved && list < 2; ++list) {
    // Moved colliders were tested in the tree of sweeps.
    visit_overlapping(trees.tree(list), bounds, storage.masks[row],
                      [&](std::uint32_t other) { return storage.starts.contains(other) || look(other); });
  }
  for (const std::uint32_t other : storage.members[Storage::k_unbounded_list]) {
    if (has_room && (has_moved || storage.starts.contains(other))) has_room = look(other);
  }
  first = found.decided.b != k_no_row ? found.decided : found.undecided;
  return has_room;
}

Status ContinuousColliders::find_crossings(const Storage& storage, std::span<const RowPair> before,
                                           ContactLists& lists) const {
  return hyperplane::find_crossings(met_sensors_.span(), before, lists, [&](std::uint32_t a, std::uint32_t b) {
    return time_of_impact(storage.shapes[a], sweep_of(storage, a), storage.shapes[b], sweep_of(storage, b));
  });
}

bool ContinuousColliders::add_contacts(const Storage& storage, std::uint32_t fixed, const Pose& pose_of_fixed,
                                       std::uint32_t body, const Pose& pose) {
  const Shape shape = storage.shapes[body], of_fixed = storage.shapes[fixed];
  const double placing = flush_placing(pose_of_fixed.position, size_of(of_fixed), size_of(shape));
  return contacts_.add(of_fixed, pose_of_fixed, shape, pose, fixed, placing);
}

bool ContinuousColliders::add_contacts_with_statics(const Storage& storage, const ColliderTrees& trees,
                                                    const Vec3& origin, std::uint32_t body, const Pose& pose,
                                                    std::uint32_t except) {
  bool has_room = true;
  const FloatBounds bounds = to_float_bounds(touch_bounds(storage.shapes[body], pose), origin);
  const auto add = [&](std::uint32_t row) {
    if (row != except && is_static_beside(storage, body, row)) {
      has_room = add_contacts(storage, row, storage.seen_pose(row), body, pose);
    }
    return has_room;
  };
  visit_overlapping(trees.tree(1), bounds, storage.masks[body], add);
  for (const std::uint32_t row : storage.members[Storage::k_unbounded_list]) {
    if (has_room && (storage.flags[row] & Storage::k_static) != 0) add(row);
  }
  return has_room;
}

bool ContinuousColliders::stops(const Storage& storage, const ColliderTrees& trees, const Vec3& origin,
                                std::uint32_t body, std::uint32_t fixed, bool is_static, bool fixed_is_a,
                                Impact& impact) {
  const Shape shape = storage.shapes[body], of_fixed = storage.shapes[fixed];
  const Sweep sweep = sweep_of(storage, body), sweep_of_fixed = sweep_of(storage, fixed);
  const Vec3 origin_of_sweeps = sweep.from.position;
  const Motion motion = motion_of(sweep, origin_of_sweeps);
  const Motion motion_of_fixed = motion_of(sweep_of_fixed, origin_of_sweeps);
  const auto velocity_at = [&](double time, const Vec3& point) {
    const auto of = [&](const Motion& one) {
      return one.velocity + cross(one.angular_velocity(), point - origin_of_sweeps - one.at(time).position);
    };
    return of(motion) - of(motion_of_fixed);
  };
  double size = scale_of(storage, body);
  // Of two that move either may be the smaller one.
  if (of_fixed.type != ShapeType::half_space && (storage.flags[fixed] & Storage::k_static) == 0) {
    size = min(size, scale_of(storage, fixed));
  }
  const Vec3 speed = velocity_at(impact.time, impact.point);
  const double fast = max(length(speed), length(motion.velocity - motion_of_fixed.velocity));
  if (!(fast > 0.0)) return false;
  const double closing = std::fabs(dot(speed, impact.normal));
  // Deeper than parts may be off their places.
  const double placing = flush_placing(sweep_of_fixed.from.position, size_of(of_fixed), size);
  const double behind = max(k_behind_impact * size, k_behind_placing * placing);
  const double ahead =
      min(behind * fast / max(closing, k_behind_impact * fast), max(k_far_behind_impact * size, behind));
  const auto place = [&](const Motion& one, double at) {
    Pose pose = one.at(at);
    pose.position += origin_of_sweeps;
    return pose;
  };
  // Against a much larger shape an impact may come before the touch by more than that. Its point is halfway.
  double gap = 0.0;
  if (k_late_impact_gap * max(size_of(shape), size_of(of_fixed)) > behind) {
    gap = 2.0 * max(closest_point(shape, place(motion, impact.time), impact.point).distance, 0.0);
  }
  const double time = impact.time + (ahead + gap * fast / max(closing, k_least_gap_closing * fast)) / fast;
  const Pose pose = place(motion, time), pose_of_fixed = place(motion_of_fixed, time);
  const Vec3 travel = motion.velocity - motion_of_fixed.velocity;
  // The side of a surface is that of the part that met it.
  const PairFeatures& met_parts = impact.features;
  const Vec3 inner = fixed_is_a ? inner_point_of(shape, met_parts.part_b, met_parts.triangle_b)
                                : inner_point_of(shape, met_parts.part_a, met_parts.triangle_a);
  contacts_.begin(size, rotate(pose.rotation, inner - inner_point_of(shape)) -
                            travel * (2.0 * k_far_behind_impact * size / max(fast, length(travel))));
  bool has_room = add_contacts(storage, fixed, pose_of_fixed, body, pose);
  if (is_static && contacts_.part_count() > 0) {
    has_room = has_room && add_contacts_with_statics(storage, trees, origin, body, pose, fixed);
  }
  // A shape without thickness is past a surface at once.
  if (has_no_thickness(shape)) {
    const Vec3 outwards = fixed_is_a ? impact.normal : -impact.normal;
    const Pose met = place(motion_of_fixed, impact.time);
    const Vec3 point = impact.point + motion_of_point(met, pose_of_fixed, impact.point);
    const Vec3 out = rotate(pose_of_fixed.rotation, rotate(conjugate(met.rotation), outwards));
    return closing > k_behind_impact * fast && !contacts_.rises_at(point, out);
  }
  // What frees a wall sideways does not keep the body from it. Without memory an impact too many is reported.
  if (!has_room || !contacts_.resolve(false)) return true;
  const double least = max(max(closing_rounding(shape), closing_rounding(of_fixed)), k_surface_rise * length(speed));
  bool found = false;
  double deepest = 0.0;
  const bool has_points = contacts_.visit([&](std::uint32_t row, ContactManifold& contact, bool) {
    if (row != fixed || (found && contact.depth <= deepest)) return;
    if (!(-dot(velocity_at(time, contact.points[0].on_a), contact.normal) > least)) return;
    found = true;
    deepest = contact.depth;
    impact.normal = fixed_is_a ? contact.normal : -contact.normal;
  });
  if (!has_points) return true;
  if (found && contacts_.is_freed_aside(fixed, normalized(speed), k_surface_rise)) found = false;
  return found;
}

Vec3 ContinuousColliders::lift_of(const Storage& storage, const ColliderTrees& trees, const Vec3& origin,
                                  std::uint32_t body) {
  if (lifted_ == body) return lift_;
  lifted_ = body;
  lift_ = {};
  contacts_.begin(scale_of(storage, body));
  const bool has_room = add_contacts_with_statics(storage, trees, origin, body, storage.start_pose(body), k_no_row);
  if (has_room && contacts_.resolve() && contacts_.has_way()) {
    // The one point that tells whether a shape without thickness stops must be out of what it was in.
    lift_ = has_no_thickness(storage.shapes[body]) ? contacts_.way_beyond() : contacts_.way();
  }
  return lift_;
}

void ContinuousColliders::test(const Storage& storage, const ColliderTrees& trees, const Vec3& origin,
                               std::uint32_t row, std::uint32_t other, FirstImpacts& found) {
  const bool turned = sweeps_before(storage, other, row);
  const std::uint32_t a = turned ? other : row, b = turned ? row : other;
  const Sweep sweep_a = sweep_of(storage, a), sweep_b = sweep_of(storage, b);
  Impact impact = time_of_impact(storage.shapes[a], sweep_a, storage.shapes[b], sweep_b);
  const auto is_later = [&] { return impact.time > (impact.converged ? found.decided : found.undecided).time; };
  if (!impact.hit || is_later()) return;
  const bool a_is_static = (storage.flags[a] & Storage::k_static) != 0;
  const bool b_is_static = (storage.flags[b] & Storage::k_static) != 0;
  const bool has_parts = has_composite(storage.shapes[a], storage.shapes[b]);
  // The sizes of the body are the measure, and the part that it meets a surface with tells the side.
  const bool fixed_is_a =
      a_is_static || (!b_is_static && ground_rank(storage.shapes[a]) >= ground_rank(storage.shapes[b]));
  const std::uint32_t fixed = fixed_is_a ? a : b, body = fixed_is_a ? b : a;
  const bool is_static = a_is_static != b_is_static && !storage.starts.contains(fixed);
  const bool has_union = has_parts || (is_static && storage.has_statics_beside());
  const auto stops_at = [&](Impact& at) {
    if (has_union) return stops(storage, trees, origin, body, fixed, is_static, fixed_is_a, at);
    if (at.time > 0.0) return true;
    const double least = max(closing_rounding(storage.shapes[a]), closing_rounding(storage.shapes[b]));
    return closing_speed(sweep_a, sweep_b, at.point, at.normal) > least;
  };
  const PartImpactFilter filter = stops_at;
  // The filter has seen to the impacts of parts.
  const auto is_found = [&] { return impact.hit && !is_later() && (has_parts || stops_at(impact)); };
  // From what it rests in, a body may meet a wall for the first time where the ground hides it: then as if it had been
  // lifted out.
  const auto find_lifted = [&] {
    const Vec3 lift = has_union && is_static ? lift_of(storage, trees, origin, body) : Vec3{};
    if (lift == Vec3{}) return false;
    Sweep lifted_a = sweep_a, lifted_b = sweep_b;
    Sweep& lifted = fixed_is_a ? lifted_b : lifted_a;
    lifted.from.position += lift;
    lifted.to.position += lift;
    impact = has_parts ? composite_time_of_impact(storage.shapes[a], lifted_a, storage.shapes[b], lifted_b, &filter)
                       : time_of_impact(storage.shapes[a], lifted_a, storage.shapes[b], lifted_b);
    return is_found();
  };
  if (!stops_at(impact)) {
    if (has_parts) {
      impact = composite_time_of_impact(storage.shapes[a], sweep_a, storage.shapes[b], sweep_b, &filter);
    } else {
      impact = impact_once_parted({storage.shapes[a], sweep_a}, {storage.shapes[b], sweep_b}, impact, impact.time, 1.0);
    }
    if (!is_found() && !find_lifted()) return;
  }
  SweptImpact& first = impact.converged ? found.decided : found.undecided;
  if (impact.time == first.time) {
    // Equal colliders give equal impacts; the lower row makes the choice unique.
    const bool earlier = sweeps_before(storage, other, first.b), later = sweeps_before(storage, first.b, other);
    if (earlier == later ? other > first.b : later) return;
  }
  first.time = impact.time;
  first.point = impact.point;
  first.normal = turned ? Vec3{} - impact.normal : impact.normal;
  first.b = other;
}

}  // namespace hyperplane
