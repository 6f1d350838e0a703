#include "world/narrow_phase.h"

#include <algorithm>

#include <hyperplane/pair.h>

#include "composite/shape_extent.h"
#include "core/fetch_ahead.h"
#include "core/sort.h"
#include "depenetration/flush_placing.h"
#include "math/pose.h"
#include "narrowphase/composite/composite_pair.h"
#include "narrowphase/composite/half_space_pair.h"
#include "narrowphase/composite/margin_contacts.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/convex/separation_cache.h"
#include "narrowphase/pair/collide_near.h"
#include "narrowphase/part/part_pairs.h"
#include "world/collider_order.h"

namespace hyperplane {

Status NarrowPhase::run(const Storage& storage, std::span<const RowPair> candidates, const Vec3& origin,
                        ContactWriter& writer) {
  origin_ = origin;
  meshes_.begin();
  writer_ = &writer;
  waiting_.clear();
  if (!count_static_pairs(storage, candidates)) return Status::out_of_memory;
  memory.begin_update();
  done_ = 0;
  all_ = candidates.size();
  while (done_ < all_) {
    const std::size_t rest = all_ - done_, count = rest < k_block ? rest : k_block;
    // Prefetch the rows of the next block. The lower ones follow each other.
    const std::size_t next_end = rest < 2 * k_block ? rest : 2 * k_block;
    for (const RowPair pair : candidates.subspan(done_ + count, next_end - count)) fetch_ahead(&storage.seen[pair.b]);
    if (!writer.make_room(count, done_, all_) || !run_block(storage, candidates.subspan(done_, count))) {
      return Status::out_of_memory;
    }
    done_ += count;
  }
  const bool is_complete = writer.make_room(0, done_, all_) && report_unions(storage) && writer.finish();
  return is_complete ? Status::ok : Status::out_of_memory;
}

bool NarrowPhase::run_block(const Storage& storage, std::span<const RowPair> block) {
  constexpr std::uint8_t k_with_sensor = 1, k_no_boxes = 2;
  std::size_t box_counts[2] = {0, 0};
  for (std::size_t i = 0; i < block.size(); ++i) {
    const RowPair pair = block[i];
    const bool turned = comes_before(storage, pair.b, pair.a);
    const std::uint32_t a = turned ? pair.b : pair.a, b = turned ? pair.a : pair.b;
    ordered_[i] = {a, b};
    const bool has_sensor = ((storage.flags[a] | storage.flags[b]) & Storage::k_sensor) != 0;
    const bool are_boxes = (storage.flags[a] & storage.flags[b] & Storage::k_box) != 0;
    kinds_[i] = static_cast<std::uint8_t>((has_sensor ? k_with_sensor : 0) | (are_boxes ? 0 : k_no_boxes));
    if (!are_boxes) continue;
    const std::size_t place = box_counts[has_sensor ? 1 : 0]++;
    std::uint32_t* const rows = box_rows_[has_sensor ? 1 : 0] + 2 * place;
    rows[0] = a;
    rows[1] = b;
  }

  const std::size_t contacts =
      collide_box_rows(storage.seen.data(), {box_rows_[0], 2 * box_counts[0]}, std::span(box_contacts_));
  const std::size_t touching =
      box_counts[1] == 0
          ? 0
          : intersect_box_rows(storage.seen.data(), {box_rows_[1], 2 * box_counts[1]}, std::span(box_touching_));
  // Box pairs so far, and their results that have been read.
  std::uint32_t places[2] = {0, 0};
  std::size_t contact = 0, touch = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (i % k_fetched_together == 0)
      fetch_meshes(storage, block.subspan(i, std::min(k_fetched_together, block.size() - i)));
    const std::uint32_t a = ordered_[i].a, b = ordered_[i].b;
    const bool has_sensor = (kinds_[i] & k_with_sensor) != 0;
    if ((kinds_[i] & k_no_boxes) != 0) {
      if (!run_pair(storage, a, b, has_sensor)) return false;
      continue;
    }
    const std::uint32_t place = places[has_sensor ? 1 : 0]++;
    if (has_sensor) {
      if (touch == touching || box_touching_[touch] != place) continue;
      ++touch;
      report_sensor(a, b);
    } else {
      if (contact == contacts || box_contacts_[contact].pair != place) continue;
      if (!report_contact(storage, a, b, box_contacts_[contact++].manifold)) return false;
    }
  }
  return true;
}

void NarrowPhase::fetch_meshes(const Storage& storage, std::span<const RowPair> pairs) {
  if (!meshes_.is_worthwhile()) return;
  MeshRegion regions[k_fetched_together];
  std::size_t count = 0;
  for (const RowPair pair : pairs) {
    const bool of_a = storage.shapes.type(pair.a) == ShapeType::triangle_mesh;
    const std::uint32_t row = of_a ? pair.a : pair.b, other = of_a ? pair.b : pair.a;
    if (storage.shapes.type(row) != ShapeType::triangle_mesh || is_composite(storage.shapes.type(other))) continue;
    const TriangleMesh* const mesh = storage.shapes[row].mesh;
    if (mesh->triangle_count() < k_mesh_in_cache) continue;
    const Transform back = inverse(to_transform(storage.seen_pose(row)));
    const Aabb around = rotated(back.rotation, to_world_bounds(storage.bounds[other], origin_));
    regions[count++] = {mesh, mesh->to_tree({around.min + back.translation, around.max + back.translation})};
  }
  meshes_.fetch({regions, count});
}

namespace {

bool touches_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin) {
  return margin > 0.0 ? distance_within(a, pose_a, b, pose_b, margin).has_value() : intersects(a, pose_a, b, pose_b);
}

/// By pair, then by features, the deepest first.
bool comes_first(const RowContact& l, const RowContact& r) {
  const RowPair pair_l = l.pair(), pair_r = r.pair();
  if (!(pair_l == pair_r)) return pair_l < pair_r;
  const PairFeatures features_l = l.features(), features_r = r.features();
  return features_l == features_r ? l.manifold.depth > r.manifold.depth : is_before(features_l, features_r);
}

/// Of boxes of cells that overlap the same cell may be within a margin, and a body behind a one-sided triangle may be
/// in front of its neighbour.
bool are_of_same_parts(const RowContact& l, const RowContact& r) {
  return l.pair() == r.pair() && l.features() == r.features();
}

}  // namespace

bool NarrowPhase::run_pair(const Storage& storage, std::uint32_t a, std::uint32_t b, bool has_sensor) {
  const Shape shape_a = storage.shapes[a], shape_b = storage.shapes[b];
  if (has_composite(shape_a, shape_b)) return run_composite(storage, a, b, shape_a, shape_b, has_sensor);
  const Pose pose_a = storage.seen_pose(a), pose_b = storage.seen_pose(b);
  const double margin = storage.margin_of(a, b);
  PairMemory::Entry* known = nullptr;
  // Spheres have closed forms, which cost no more than a lookup.
  if (shape_a.type != ShapeType::sphere && shape_b.type != ShapeType::sphere) {
    known = &(a < b ? memory.of(a, b) : memory.of(b, a));
    if (!known->has_touched()) {
      Vec3 axis = known->direction();
      if (b < a) axis = -axis;
      if (still_separated(shape_a, pose_a, shape_b, pose_b, axis, margin)) {
        known->set_direction(b < a ? -axis : axis);
        return true;
      }
    }
  }
  bool touches;
  if (has_sensor) {
    touches = touches_within(shape_a, pose_a, shape_b, pose_b, margin);
    if (touches) report_sensor(a, b);
  } else {
    ContactManifold manifold = margin > 0.0 ? collide_near(shape_a, pose_a, shape_b, pose_b, margin)
                                            : collide(shape_a, pose_a, shape_b, pose_b);
    touches = manifold.point_count > 0;
    if (touches && !report_contact(storage, a, b, manifold)) return false;
  }
  if (known == nullptr) return true;
  if (touches) {
    known->set_touched();
  } else {
    known->forget();
  }
  return true;
}

bool NarrowPhase::run_composite(const Storage& storage, std::uint32_t a, std::uint32_t b, const Shape& shape_a,
                                const Shape& shape_b, bool has_sensor) {
  const Pose pose_a = storage.seen_pose(a), pose_b = storage.seen_pose(b);
  const double margin = storage.margin_of(a, b);
  if (has_sensor) {
    if (touches_within(shape_a, pose_a, shape_b, pose_b, margin)) report_sensor(a, b);
    return true;
  }
  if (are_convex_and_half_space(shape_a, shape_b)) {
    ContactManifold manifold = half_space_collide(shape_a, pose_a, shape_b, pose_b, margin);
    return manifold.point_count == 0 || report_contact(storage, a, b, manifold);
  }
  if (has_union(storage, a, b)) {
    ContactManifold without_points;
    if (!intersects(shape_a, pose_a, shape_b, pose_b)) {
      if (!(margin > 0.0) || !distance_within(shape_a, pose_a, shape_b, pose_b, margin)) return true;
      without_points.depth = -margin;
    }
    report_sensor(a, b);
    return waiting_.push({a, b, without_points});
  }
  of_parts_.clear();
  part_order_.clear();
  bool has_room = true, touches = false;
  const auto take = [&](const ContactManifold& contact) {
    touches = true;
    has_room = has_room && of_parts_.resize_uninitialized(of_parts_.size() + 1);
    if (!has_room) return;
    RowContact& taken = of_parts_.back();
    taken.a = a;
    taken.b = b;
    taken.manifold = contact;
  };
  visit_part_contacts(shape_a, pose_a, shape_b, pose_b, bodies_, take);
  if (margin > 0.0 && visit_margin_contacts(shape_a, pose_a, shape_b, pose_b, margin, take)) touches = true;
  if (!touches || !has_room) return has_room;
  const std::size_t count = of_parts_.size();
  if (!writer_->make_room(count + k_block, done_, all_) || !writer_->begin_features() || !part_order_.reserve(count)) {
    return false;
  }
  for (std::uint32_t i = 0; i < count; ++i) part_order_.push_unchecked(i);
  sort(part_order_.span(), [&](std::uint32_t l, std::uint32_t r) { return comes_first(of_parts_[l], of_parts_[r]); });
  report_sensor(a, b);
  const RowContact* last = nullptr;
  for (const std::uint32_t i : part_order_) {
    const RowContact& contact = of_parts_[i];
    if (last == nullptr || !are_of_same_parts(*last, contact)) writer_->append(a, b, contact.manifold);
    last = &contact;
  }
  return true;
}

bool NarrowPhase::report_contact(const Storage& storage, std::uint32_t a, std::uint32_t b, ContactManifold& manifold) {
  report_sensor(a, b);
  if (has_union(storage, a, b)) return waiting_.push({a, b, manifold});
  writer_->append(a, b, manifold);
  return true;
}

namespace {

bool is_static(const Storage& storage, std::uint32_t row) { return (storage.flags[row] & Storage::k_static) != 0; }

}  // namespace

bool NarrowPhase::count_static_pairs(const Storage& storage, std::span<const RowPair> candidates) {
  static_pairs_.clear();
  if (!storage.has_statics_beside()) return true;
  if (!static_pairs_.resize(storage.row_count, 0)) return false;
  for (const RowPair pair : candidates) {
    if (((storage.flags[pair.a] | storage.flags[pair.b]) & Storage::k_sensor) != 0) continue;
    const bool a_is_static = is_static(storage, pair.a);
    if (a_is_static != is_static(storage, pair.b)) ++static_pairs_[a_is_static ? pair.b : pair.a];
  }
  return true;
}

bool NarrowPhase::has_union(const Storage& storage, std::uint32_t a, std::uint32_t b) const {
  if (static_pairs_.empty()) return false;
  const bool a_is_static = is_static(storage, a);
  const std::uint32_t body = a_is_static ? b : a;
  // All contacts of a half-space lead along its normal.
  if ((storage.flags[body] & Storage::k_unbounded) != 0) return false;
  return a_is_static != is_static(storage, b) && static_pairs_[body] > 1;
}

bool NarrowPhase::report_unions(const Storage& storage) {
  if (waiting_.empty()) return true;
  const auto body_of = [&](const RowContact& contact) { return is_static(storage, contact.a) ? contact.b : contact.a; };
  sort(waiting_.span(), [&](const RowContact& l, const RowContact& r) {
    const std::uint32_t body_l = body_of(l), body_r = body_of(r);
    if (body_l != body_r) return body_l < body_r;
    // Of equal contacts, the same one whatever the order of rows.
    return comes_before(storage, l.a == body_l ? l.b : l.a, r.a == body_r ? r.b : r.a);
  });
  of_parts_.clear();
  for (std::size_t first = 0, end = 0; first < waiting_.size(); first = end) {
    const std::uint32_t body = body_of(waiting_[first]);
    for (end = first; end < waiting_.size() && body_of(waiting_[end]) == body; ++end) {
    }
    const std::span<const RowContact> of_body = waiting_.span().subspan(first, end - first);
    const bool has_room =
        storage.margins.empty() ? resolve_union(storage, body, of_body) : resolve_margin_union(storage, body, of_body);
    if (!has_room) return false;
  }
  sort(of_parts_.span(), comes_first);
  of_parts_.truncate(
      static_cast<std::size_t>(std::unique(of_parts_.begin(), of_parts_.end(), are_of_same_parts) - of_parts_.begin()));
  if (!writer_->make_room(of_parts_.size(), all_, all_)) return false;
  bool has_features = false;
  for (const RowContact& contact : of_parts_) {
    has_features = has_features || !(contact.manifold.features == PairFeatures{});
  }
  if (has_features && !writer_->begin_features()) return false;
  writer_->insert(of_parts_.span());
  return true;
}

bool NarrowPhase::resolve_union(const Storage& storage, std::uint32_t body, std::span<const RowContact> waiting) {
  bool has_room = true;
  // Of one alone, what it would be if no other were near.
  if (waiting.size() == 1) {
    const RowContact& only = waiting[0];
    if (only.manifold.point_count > 0) return of_parts_.push(only);
    visit_part_contacts(
        storage.shapes[only.a], storage.seen_pose(only.a), storage.shapes[only.b], storage.seen_pose(only.b), bodies_,
        [&](const ContactManifold& contact) { has_room = has_room && of_parts_.push({only.a, only.b, contact}); });
    return has_room;
  }
  const Shape shape = storage.shapes[body];
  const Pose pose = storage.seen_pose(body);
  bodies_.begin(size_of(shape));
  for (std::uint32_t i = 0; i < waiting.size(); ++i) {
    const RowContact& contact = waiting[i];
    const std::uint32_t fixed = contact.a == body ? contact.b : contact.a;
    const Pose place = storage.seen_pose(fixed);
    const Shape of_fixed = storage.shapes[fixed];
    const double placing = flush_placing(place.position, size_of(of_fixed), size_of(shape));
    has_room = contact.manifold.point_count == 0 ? bodies_.add(of_fixed, place, shape, pose, i, placing)
                                                 : bodies_.add_contact(of_fixed, place, shape, pose, i, placing,
                                                                       contact.manifold, contact.a == fixed);
    if (!has_room) return false;
  }
  if (!bodies_.resolve()) return false;
  const bool has_points = bodies_.visit([&](std::uint32_t i, ContactManifold& contact, bool is_known) {
    const RowContact& of = waiting[i];
    if (of.a == body) exchange(contact);
    has_room = has_room && of_parts_.push({of.a, of.b, is_known ? of.manifold : contact});
  });
  return has_room && has_points;
}

}  // namespace hyperplane
