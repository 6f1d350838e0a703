#include "world/continuous.h"

#include <algorithm>

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
  if (rows_.empty() || storage.starts.rows().empty()) return Status::ok;
  if (!impacts.reserve(rows_.size()) || !trees.bring_up_to_date(storage) || !sweep_moved(storage, origin)) {
    return Status::out_of_memory;
  }
  for (const std::uint32_t row : rows_) {
    const SweptImpact first = first_impact(storage, trees, rule, row);
    if (first.b != k_no_row) impacts.push_unchecked(first);
  }
  sort(impacts.span(),
       [](const SweptImpact& l, const SweptImpact& r) { return l.time != r.time ? l.time < r.time : l.a < r.a; });
  return Status::ok;
}

SweptImpact ContinuousColliders::first_impact(const Storage& storage, const ColliderTrees& trees,
                                              const StaticRule& rule, std::uint32_t row) const {
  SweptImpact none;
  none.time = 2.0;
  none.a = row;
  none.b = k_no_row;
  if ((storage.flags[row] & (Storage::k_sensor | Storage::k_disabled)) != 0) return none;
  FirstImpacts first{none, none};
  const bool has_moved = storage.starts.contains(row);
  const FloatBounds& bounds = has_moved ? swept_bounds_[row] : storage.bounds[row];
  visit_overlapping(swept_, bounds, storage.masks[row], [&](std::uint32_t other) {
    test(storage, rule, row, other, first);
    return true;
  });
  for (int list = 0; has_moved && list < 2; ++list) {
    visit_overlapping(trees.tree(list), bounds, storage.masks[row], [&](std::uint32_t other) {
      // Moved colliders were tested in the tree of sweeps.
      if (!storage.starts.contains(other)) test(storage, rule, row, other, first);
      return true;
    });
  }
  return first.decided.b != k_no_row ? first.decided : first.undecided;
}

std::optional<double> ContinuousColliders::time_of_crossing(const Storage& storage, std::uint32_t row,
                                                            std::uint32_t sensor) const {
  const std::uint16_t flags = storage.flags[row], other_flags = storage.flags[sensor];
  if (row == sensor || (other_flags & Storage::k_sensor) == 0 || (flags & other_flags & Storage::k_static) != 0) {
    return std::nullopt;
  }
  if ((storage.layers[row] & storage.masks[sensor]) == 0 || (storage.layers[sensor] & storage.masks[row]) == 0) {
    return std::nullopt;
  }
  const RowPair pair = row < sensor ? RowPair{row, sensor} : RowPair{sensor, row};
  if ((flags & other_flags & Storage::k_ignores) != 0 && storage.ignored.contains(pair.a, pair.b)) return std::nullopt;
  const Impact impact =
      time_of_impact(storage.shapes[row], sweep_of(storage, row), storage.shapes[sensor], sweep_of(storage, sensor));
  return impact.hit && impact.converged ? std::optional(impact.time) : std::nullopt;
}

Status ContinuousColliders::find_crossings(const Storage& storage, const ColliderTrees& trees,
                                           std::span<const RowPair> before, ContactLists& lists) const {
  if (storage.sensor_count == 0 || storage.starts.rows().empty()) return Status::ok;
  const auto comes_first = [](const RowPair& l, const RowPair& r) { return l < r; };
  const auto touches = [&](std::span<const RowPair> pairs, const RowPair& pair) {
    return std::binary_search(pairs.begin(), pairs.end(), pair, comes_first);
  };
  const std::size_t began = lists.began.size(), ended = lists.ended.size();
  bool has_room = true;
  for (const std::uint32_t row : rows_) {
    if ((storage.flags[row] & (Storage::k_sensor | Storage::k_disabled)) != 0) continue;
    double end = 1.0;
    for (const SweptImpact& impact : lists.impacts) {
      if (impact.a == row) end = impact.time;
    }
    const auto look = [&](std::uint32_t sensor) {
      const RowPair pair = row < sensor ? RowPair{row, sensor} : RowPair{sensor, row};
      const std::optional<double> time = time_of_crossing(storage, row, sensor);
      if (!time || *time > end || touches(before, pair) || touches(lists.touching.span(), pair)) return true;
      has_room = has_room && lists.began.push(pair) && lists.ended.push(pair);
      return has_room;
    };
    const bool has_moved = storage.starts.contains(row);
    const FloatBounds& bounds = has_moved ? swept_bounds_[row] : storage.bounds[row];
    visit_overlapping(swept_, bounds, storage.masks[row], look);
    for (int list = 0; has_moved && list < 2; ++list) {
      visit_overlapping(trees.tree(list), bounds, storage.masks[row],
                        [&](std::uint32_t sensor) { return storage.starts.contains(sensor) || look(sensor); });
    }
  }
  if (!has_room) return Status::out_of_memory;
  // Two continuous colliders never cross each other as sensors, so that no pair is there twice.
  if (lists.began.size() > began) sort(lists.began.span(), comes_first);
  if (lists.ended.size() > ended) sort(lists.ended.span(), comes_first);
  return Status::ok;
}

void ContinuousColliders::test(const Storage& storage, const StaticRule& rule, std::uint32_t row, std::uint32_t other,
                               FirstImpacts& found) const {
  const std::uint16_t flags = storage.flags[row], other_flags = storage.flags[other];
  if (row == other || (flags & other_flags & Storage::k_static) != 0 || (other_flags & Storage::k_sensor) != 0) return;
  if ((storage.layers[row] & storage.masks[other]) == 0 || (storage.layers[other] & storage.masks[row]) == 0) return;
  const RowPair pair = row < other ? RowPair{row, other} : RowPair{other, row};
  if ((flags & other_flags & Storage::k_ignores) != 0 && storage.ignored.contains(pair.a, pair.b)) return;

  const bool turned = sweeps_before(storage, other, row);
  const std::uint32_t a = turned ? other : row, b = turned ? row : other;
  const Sweep sweep_a = sweep_of(storage, a), sweep_b = sweep_of(storage, b);
  Impact impact = time_of_impact(storage.shapes[a], sweep_a, storage.shapes[b], sweep_b);
  const auto is_later = [&] { return impact.time > (impact.converged ? found.decided : found.undecided).time; };
  if (!impact.hit || is_later()) return;
  const bool has_static = ((flags ^ other_flags) & Storage::k_static) != 0;
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
