#include "world/static_neighbours.h"

#include <cmath>

#include "bvh/visit.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "math/transform.h"
#include "narrowphase/box/box_beside_box.h"
#include "query/static_siblings.h"
#include "shape/box.h"

namespace hyperplane {
namespace {

FloatBounds grown(const FloatBounds& bounds, double by) {
  const Vec3 around{by, by, by};
  const Aabb wide = to_world_bounds(bounds, {});
  return to_float_bounds({wide.min - around, wide.max + around}, {});
}

bool may_be_neighbour(const Storage& storage, std::uint32_t row) {
  return (storage.flags[row] & Storage::k_sensor) == 0;
}

}  // namespace

void StaticNeighbours::touch(const Storage& storage, std::uint32_t row) {
  forget(row);
  if (lists_.empty() || !may_be_neighbour(storage, row)) return;
  if (touched_count_ == k_most_touched) {
    clear();
  } else {
    touched_[touched_count_++] = storage.bounds[row];
  }
}

void StaticNeighbours::clear() {
  lists_.clear();
  rows_.clear();
  unused_ = 0;
  touched_count_ = 0;
  reach_ = 0.0;
}

bool StaticNeighbours::begin_update(const Storage& storage, const Tree& statics) {
  if (unused_ > rows_.size() / 2) clear();
  for (std::uint32_t i = 0; i < touched_count_; ++i) {
    visit_overlapping(statics, grown(touched_[i], reach_), 0xffffffff, [&](std::uint32_t row) {
      forget(row);
      return true;
    });
  }
  touched_count_ = 0;
  return lists_.resize(storage.row_count, {0, k_unknown, 0, false, false});
}

bool StaticNeighbours::find(const Storage& storage, const Tree& statics, std::uint32_t row) {
  List& list = lists_[row];
  if (list.count != k_unknown) return true;
  const double size = size_of(storage.shapes[row]);
  const double placing = flush_placing(storage.seen_pose(row).position, size, HUGE_VAL);
  // The rule looks up to 11 of its tolerances about a point.
  const double reach = 2.0 * k_flush_reach * size + 12.0 * placing;
  reach_ = max(reach_, reach);
  const std::size_t start = rows_.size();
  bool has_room = true;
  visit_overlapping(statics, grown(storage.bounds[row], reach), 0xffffffff, [&](std::uint32_t other) {
    if (other == row || !may_be_neighbour(storage, other)) return true;
    has_room = rows_.push(other);
    return has_room && rows_.size() - start <= k_most;
  });
  if (!has_room) {
    rows_.truncate(start);
    return false;
  }
  list = {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(rows_.size() - start), 0, false, false};
  if (list.count > k_most) {
    rows_.truncate(start);
    list.count = k_many;
  } else {
    compare(storage, row, k_flush_reach * size + placing);
  }
  return true;
}

void StaticNeighbours::compare(const Storage& storage, std::uint32_t row, double reach) {
  List& list = lists_[row];
  const Shape shape = storage.shapes[row];
  const double size = size_of(shape);
  for (const std::uint32_t other : of(row)) {
    const Shape other_shape = storage.shapes[other];
    if (shape.type != ShapeType::box || other_shape.type != ShapeType::box) {
      // Not known.
      list.risen_faces = 0xff;
      list.may_be_flush = true;
      list.has_composite = list.has_composite || is_composite(other_shape.type);
      continue;
    }
    const BoxBeside beside = compare_beside(Box(shape).half, Box(other_shape).half,
                                            safe_pair_frames(storage.seen_pose(row), storage.seen_pose(other)).b_in_a,
                                            reach, 0.5 * k_contact_tolerance * (size + size_of(other_shape)));
    list.risen_faces |= beside.risen_faces;
    list.may_be_flush = list.may_be_flush || beside.may_be_flush;
  }
}

void StaticNeighbours::forget(std::uint32_t row) {
  if (row >= lists_.size()) return;
  List& list = lists_[row];
  if (list.count <= k_most) unused_ += list.count;
  list.count = k_unknown;
}

}  // namespace hyperplane
