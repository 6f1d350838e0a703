#include "world/continuous.h"

#include <hyperplane/pair.h>

#include "bvh/overlap_descent.h"
#include "ccd/moving_body.h"
#include "core/assert.h"
#include "core/constants.h"
#include "core/sort.h"

namespace hyperplane {
namespace {

/// No row: the first impact of a collider that has none.
constexpr std::uint32_t k_no_row = 0xffffffff;

bool is_same(const Quat& a, const Quat& b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

/// Bounds of all that a shape sweeps, world space.
Aabb bounds_of(const Shape& shape, const Sweep& sweep) {
  if (is_same(sweep.from.rotation, sweep.to.rotation)) {
    const Aabb start = bounds(shape, sweep.from), end = bounds(shape, sweep.to);
    return {min(start.min, end.min), max(start.max, end.max)};
  }
  const MovingBody body(shape, sweep, sweep.from.position);
  const Vec3 low = min(sweep.from.position, sweep.to.position), high = max(sweep.from.position, sweep.to.position);
  const Vec3 ball{body.ball(), body.ball(), body.ball()};
  const Vec3 reach = ball + (max(abs(low), abs(high)) + ball) * k_bounds_rounding;
  return {low - reach, high + reach};
}

/// How fast two bodies close in on each other at a point that they share at time 0, along a normal from A to B.
double closing_speed(const Sweep& a, const Sweep& b, const Vec3& point, const Vec3& normal) {
  const auto velocity = [&](const Sweep& sweep) {
    const Motion motion = motion_of(sweep, {});
    return motion.velocity + cross(motion.angular_velocity(), point - motion.position);
  };
  return dot(normal, velocity(a) - velocity(b));
}

/// Length that tolerances of a pair are relative to.
double size_of(const FloatBounds& a, const FloatBounds& b) {
  double size = 0.0;
  for (const FloatBounds* bounds : {&a, &b}) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) sum += static_cast<double>(bounds->max[k]) - static_cast<double>(bounds->min[k]);
    size = max(size, sum);
  }
  return size;
}

}  // namespace

bool ContinuousColliders::keep_starts(const Storage& storage) {
  const std::size_t known = starts_.size(), capacity = storage.capacity;
  if (known == capacity) return true;
  if (!starts_.reserve_exactly(capacity) || !places_.reserve_exactly(capacity) || !rows_.reserve_exactly(capacity)) {
    return false;
  }
  const bool sized = starts_.resize(capacity, {}) && places_.resize(capacity, k_none);
  HYPERPLANE_ASSERT(sized);
  static_cast<void>(sized);
  if (known > 0) return true;
  for (std::uint32_t row = 0; row < storage.row_count; ++row) starts_[row] = storage.seen_pose(row);
  return true;
}

bool ContinuousColliders::place(const Storage& storage, std::uint32_t row, bool is_continuous) {
  if (!is_continuous && starts_.empty()) return true;
  if (!keep_starts(storage)) return false;
  starts_[row] = storage.seen_pose(row);
  if (is_continuous) {
    places_[row] = static_cast<std::uint32_t>(rows_.size());
    rows_.push_unchecked(row);
  }
  return true;
}

void ContinuousColliders::teleport(const Storage& storage, std::uint32_t row) {
  if (row < starts_.size()) starts_[row] = storage.seen_pose(row);
}

void ContinuousColliders::remove(std::uint32_t row) {
  if (!contains(row)) return;
  rows_[places_[row]] = rows_.back();
  places_[rows_.back()] = places_[row];
  rows_.pop();
  places_[row] = k_none;
}

Sweep ContinuousColliders::sweep_of(const Storage& storage, std::uint32_t row) const {
  const Pose end = storage.seen_pose(row);
  return {storage.changed[row] != 0 ? starts_[row] : end, end};
}

bool ContinuousColliders::sweep_moved(const Storage& storage, const Vec3& origin) {
  if (!swept_bounds_.resize(storage.row_count, k_empty_bounds)) return false;
  for (const std::uint32_t row : storage.changed_rows) {
    swept_bounds_[row] = to_float_bounds(bounds_of(storage.shapes[row], sweep_of(storage, row)), origin);
  }
  const Tree::Rows rows{swept_bounds_.span(), storage.layers.span(), storage.masks.span()};
  return swept_.build(storage.changed_rows.span(), rows) == Status::ok;
}

Status ContinuousColliders::find_impacts(Storage& storage, ColliderTrees& trees, const Vec3& origin,
                                         Buffer<SweptImpact>& impacts) {
  impacts.clear();
  if (rows_.empty() || storage.changed_rows.empty()) return Status::ok;
  if (!impacts.reserve(rows_.size()) || !trees.bring_up_to_date(storage) || !sweep_moved(storage, origin)) {
    return Status::out_of_memory;
  }
  for (const std::uint32_t row : rows_) {
    const SweptImpact first = first_impact(storage, trees, row);
    if (first.b != k_no_row) impacts.push_unchecked(first);
  }
  sort(impacts.span(),
       [](const SweptImpact& l, const SweptImpact& r) { return l.time != r.time ? l.time < r.time : l.a < r.a; });
  return Status::ok;
}

SweptImpact ContinuousColliders::first_impact(const Storage& storage, const ColliderTrees& trees,
                                              std::uint32_t row) const {
  SweptImpact first;
  first.time = 2.0;
  first.a = row;
  first.b = k_no_row;
  if ((storage.flags[row] & Storage::k_sensor) != 0) return first;
  const Sweep sweep = sweep_of(storage, row);
  const bool has_moved = storage.changed[row] != 0;
  const FloatBounds& bounds = has_moved ? swept_bounds_[row] : storage.bounds[row];
  descend_overlapping(swept_, bounds, storage.masks[row],
                      [&](std::uint32_t other) { test(storage, row, sweep, other, first); });
  for (int list = 0; has_moved && list < 2; ++list) {
    descend_overlapping(trees.tree(list), bounds, storage.masks[row], [&](std::uint32_t other) {
      // What has moved was in the other tree.
      if (storage.changed[other] == 0) test(storage, row, sweep, other, first);
    });
  }
  return first;
}

void ContinuousColliders::test(const Storage& storage, std::uint32_t row, const Sweep& sweep, std::uint32_t other,
                               SweptImpact& first) const {
  const std::uint8_t flags = storage.flags[row], other_flags = storage.flags[other];
  if (row == other || (flags & other_flags & Storage::k_static) != 0 || (other_flags & Storage::k_sensor) != 0) return;
  if ((storage.layers[row] & storage.masks[other]) == 0 || (storage.layers[other] & storage.masks[row]) == 0) return;
  const RowPair pair = row < other ? RowPair{row, other} : RowPair{other, row};
  if ((flags & other_flags & Storage::k_ignores) != 0 && storage.ignored.contains(pair.a, pair.b)) return;

  const Sweep other_sweep = sweep_of(storage, other);
  const Impact impact = time_of_impact(storage.shapes[row], sweep, storage.shapes[other], other_sweep);
  if (!impact.hit || impact.time > first.time || (impact.time == first.time && other > first.b)) return;
  if (impact.time == 0.0) {
    const double least = k_impact_closing * size_of(storage.bounds[row], storage.bounds[other]);
    if (!(closing_speed(sweep, other_sweep, impact.point, impact.normal) > least)) return;
  }
  first.time = impact.time;
  first.point = impact.point;
  first.normal = impact.normal;
  first.b = other;
}

void ContinuousColliders::end_of_update(const Storage& storage) {
  if (starts_.empty()) return;
  for (const std::uint32_t row : storage.changed_rows) starts_[row] = storage.seen_pose(row);
}

void ContinuousColliders::write(const Storage& storage, ByteWriter& out) const {
  out.put_list(rows_.span());
  if (!rows_.empty()) out.put_array(starts_.span().first(storage.row_count));
}

Status ContinuousColliders::read(const Storage& storage, ByteReader& in) {
  const auto count = in.get<std::uint32_t>();
  if (in.failed() || count > storage.size || count > in.left() / sizeof(std::uint32_t)) return Status::invalid_argument;
  if (count == 0) return Status::ok;
  if (!keep_starts(storage)) return Status::out_of_memory;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto row = in.get<std::uint32_t>();
    if (row >= storage.row_count || (storage.flags[row] & Storage::k_live) == 0 || contains(row)) {
      return Status::invalid_argument;
    }
    places_[row] = i;
    rows_.push_unchecked(row);
  }
  in.get_array(starts_.span().first(storage.row_count));
  if (in.failed()) return Status::invalid_argument;
  for (std::uint32_t row = 0; row < storage.row_count; ++row) {
    const bool is_live = (storage.flags[row] & Storage::k_live) != 0;
    if (is_live && !check_pose(starts_[row]).ok()) return Status::invalid_argument;
  }
  return Status::ok;
}

}  // namespace hyperplane
