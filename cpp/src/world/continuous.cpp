#include "world/continuous.h"

#include <algorithm>
#include <functional>

#include "bvh/visit.h"
#include "ccd/motion.h"
#include "ccd/onward_impact.h"
#include "composite/shape_extent.h"
#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "core/sort.h"
#include "narrowphase/composite/composite_pair.h"
#include "narrowphase/composite/contact_patches.h"
#include "world/collider_order.h"

namespace hyperplane {
namespace {

/// Row of the other collider if there is no impact.
constexpr std::uint32_t k_no_row = 0xffffffff;

bool is_same(const Quat& a, const Quat& b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

/// Bounds of a shape's sweep, enlarged by the touch margin, world space.
Aabb bounds_of(const Shape& shape, const Sweep& sweep) {
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

bool may_meet(const Storage& storage, std::uint32_t row, std::uint32_t other) {
  const bool are_static = (storage.flags[row] & storage.flags[other] & Storage::k_static) != 0;
  return row != other && !are_static && storage.may_touch(row, other);
}

Sweep sweep_of(const Storage& storage, std::uint32_t row) { return {storage.start_pose(row), storage.seen_pose(row)}; }

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
  return swept_.build(moved, rows) == Status::ok;
}

Status ContinuousColliders::find_impacts(Storage& storage, ColliderTrees& trees, const StaticRule& rule,
                                         const Vec3& origin, Buffer<SweptImpact>& impacts) {
  impacts.clear();
  met_sensors_.clear();
  if (rows_.empty() || storage.starts.rows().empty()) return Status::ok;
  if (!impacts.reserve(rows_.size()) || !trees.bring_up_to_date(storage) || !sweep_moved(storage, origin)) {
    return Status::out_of_memory;
  }
  for (const std::uint32_t row : rows_) {
    SweptImpact first;
    if (!find_first_impact(storage, trees, rule, row, first)) return Status::out_of_memory;
    if (first.b != k_no_row) impacts.push_unchecked(first);
  }
  sort(impacts.span(),
       [](const SweptImpact& l, const SweptImpact& r) { return l.time != r.time ? l.time < r.time : l.a < r.a; });
  return Status::ok;
}

bool ContinuousColliders::find_first_impact(const Storage& storage, const ColliderTrees& trees, const StaticRule& rule,
                                            std::uint32_t row, SweptImpact& first) {
  first.time = 2.0;
  first.a = row;
  first.b = k_no_row;
  if ((storage.flags[row] & (Storage::k_sensor | Storage::k_disabled)) != 0) return true;
  FirstImpacts found{first, first};
  bool has_room = true;
  const auto look = [&](std::uint32_t other) {
    if (!may_meet(storage, row, other)) return true;
    if ((storage.flags[other] & Storage::k_sensor) != 0) {
      has_room = met_sensors_.push({row, other});
    } else {
      test(storage, rule, row, other, found);
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
  first = found.decided.b != k_no_row ? found.decided : found.undecided;
  return has_room;
}

Status ContinuousColliders::find_crossings(const Storage& storage, std::span<const RowPair> before,
                                           ContactLists& lists) const {
  const std::span<const RowPair> now = lists.touching.span();
  const std::size_t began = lists.began.size();
  for (const RowPair& met : met_sensors_) {
    const RowPair pair = RowPair::of(met.a, met.b);
    if (std::binary_search(before.begin(), before.end(), pair) || std::binary_search(now.begin(), now.end(), pair)) {
      continue;
    }
    const Impact impact = time_of_impact(storage.shapes[met.a], sweep_of(storage, met.a), storage.shapes[met.b],
                                         sweep_of(storage, met.b));
    if (!impact.hit || !impact.converged) continue;
    const auto stops_before = [&](const SweptImpact& stop) { return stop.a == met.a && stop.time < impact.time; };
    if (std::any_of(lists.impacts.begin(), lists.impacts.end(), stops_before)) continue;
    if (!lists.began.push(pair) || !lists.ended.push(pair)) return Status::out_of_memory;
  }
  if (lists.began.size() > began) {
    sort(lists.began.span(), std::less());
    sort(lists.ended.span(), std::less());
  }
  return Status::ok;
}

void ContinuousColliders::test(const Storage& storage, const StaticRule& rule, std::uint32_t row, std::uint32_t other,
                               FirstImpacts& found) const {
  const bool turned = sweeps_before(storage, other, row);
  const std::uint32_t a = turned ? other : row, b = turned ? row : other;
  const Sweep sweep_a = sweep_of(storage, a), sweep_b = sweep_of(storage, b);
  Impact impact = time_of_impact(storage.shapes[a], sweep_a, storage.shapes[b], sweep_b);
  const auto is_later = [&] { return impact.time > (impact.converged ? found.decided : found.undecided).time; };
  if (!impact.hit || is_later()) return;
  const bool has_static = ((storage.flags[row] ^ storage.flags[other]) & Storage::k_static) != 0;
  const bool a_is_static = (storage.flags[a] & Storage::k_static) != 0;
  const std::uint32_t fixed = a_is_static ? a : b, mover = a_is_static ? b : a;
  const Sweep& way = a_is_static ? sweep_b : sweep_a;
  const bool has_rule = has_static && !storage.starts.contains(fixed);
  const bool has_parts = has_composite(storage.shapes[a], storage.shapes[b]);
  const auto may_stop = [&](Impact& at) {
    Vec3 outwards = a_is_static ? at.normal : -at.normal;
    const Pose there = pose_at(way, at.time);
    const Motion motion = motion_of(way, {});
    const Vec3 speed = motion.velocity + cross(motion.angular_velocity(), at.point - there.position);
    if (!rule.may_stop(fixed, mover, a_is_static, there, at, speed, outwards)) return false;
    at.normal = a_is_static ? outwards : -outwards;
    return true;
  };
  const auto look_onwards = [&] {
    const auto passes_rule = [&](const PartPair& pair, Impact& at) {
      Impact tried = at;
      if (at.time == 0.0) {
        // Of parts that overlap, the point of an impact may be any.
        const ContactManifold contact = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
        const ContactPoint& deepest = contact.points[0];
        if (contact.point_count > 0) tried.point = sweep_a.from.position + (a_is_static ? deepest.on_a : deepest.on_b);
      }
      if (!may_stop(tried)) return false;
      at.normal = tried.normal;
      return true;
    };
    const PartImpactFilter filter = passes_rule;
    impact = onward_impact(storage.shapes[a], sweep_a, storage.shapes[b], sweep_b, has_rule ? &filter : nullptr);
    return impact.hit && !is_later();
  };
  bool is_looked_on = false;
  if (impact.time == 0.0) {
    if (has_rule && !has_parts) {
      ContactManifold contact = collide(storage.shapes[a], sweep_a.from, storage.shapes[b], sweep_b.from);
      const Vec3 alone = contact.normal;
      if (contact.point_count > 0 && !rule.apply_at(a, b, way.from, contact)) return;
      if (contact.normal != alone) impact.normal = contact.normal;
    }
    const double least = max(closing_rounding(storage.shapes[a]), closing_rounding(storage.shapes[b]));
    bool stops = true;
    if (has_rule && has_parts) {
      ContactManifold deepest;
      bool is_any_left = false;
      rule.visit_part_contacts_at(a, b, way.from, [&](ContactManifold& contact, bool is_left) {
        const bool is_kept = !is_left && rule.apply_at(a, b, way.from, contact);
        is_any_left = is_any_left || !is_kept;
        if (is_kept && (deepest.point_count == 0 || is_deeper(contact, deepest))) deepest = contact;
      });
      stops = deepest.point_count > 0 || !is_any_left;
      if (deepest.point_count > 0) impact.normal = deepest.normal;
    }
    if (!stops || !(closing_speed(sweep_a, sweep_b, impact.point, impact.normal) > least)) {
      if (!has_parts || !look_onwards()) return;
      is_looked_on = true;
    }
  }
  if (impact.time > 0.0 && has_rule && !is_looked_on && !may_stop(impact)) {
    if (!has_parts || !look_onwards()) return;
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
