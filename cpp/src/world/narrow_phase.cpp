#include "world/narrow_phase.h"

#include <hyperplane/pair.h>

#include "core/fetch_ahead.h"
#include "core/sort.h"
#include "narrowphase/composite/composite_pair.h"
#include "narrowphase/composite/part_pairs.h"
#include "narrowphase/convex/separation_cache.h"
#include "world/collider_order.h"

namespace hyperplane {

Status NarrowPhase::run(const Storage& storage, std::span<const RowPair> candidates, std::uint32_t max_contacts,
                        const StaticRule* rule) {
  max_contacts_ = max_contacts;
  rule_ = rule;
  left_.clear();
  found.clear();
  normals.clear();
  points.clear();
  features.clear();
  memory.begin_update();
  for (std::size_t first = 0; first < candidates.size(); first += k_block) {
    const std::size_t rest = candidates.size() - first, count = rest < k_block ? rest : k_block;
    // Prefetch the rows of the next block.
    const std::size_t next_end = rest < 2 * k_block ? rest : 2 * k_block;
    for (const RowPair pair : candidates.subspan(first + count, next_end - count)) {
      fetch_ahead(&storage.seen[pair.a]);
      fetch_ahead(&storage.seen[pair.b]);
    }
    if (!run_block(storage, candidates.subspan(first, count))) return Status::out_of_memory;
  }
  return left_.empty() || report_left(storage) ? Status::ok : Status::out_of_memory;
}

bool NarrowPhase::run_block(const Storage& storage, std::span<const RowPair> block) {
  std::size_t box_counts[2] = {0, 0};
  for (const RowPair pair : block) {
    const bool turned = comes_before(storage, pair.b, pair.a);
    const std::uint32_t a = turned ? pair.b : pair.a, b = turned ? pair.a : pair.b;
    const bool has_sensor = ((storage.flags[a] | storage.flags[b]) & Storage::k_sensor) != 0;
    if ((storage.flags[a] & storage.flags[b] & Storage::k_box) != 0) {
      const int list = has_sensor ? 1 : 0;
      const std::size_t place = box_counts[list]++;
      box_rows_[list][2 * place] = a;
      box_rows_[list][2 * place + 1] = b;
    } else if (!run_pair(storage, a, b, has_sensor)) {
      return false;
    }
  }

  const std::size_t contacts =
      collide_box_rows(storage.seen.data(), {box_rows_[0], 2 * box_counts[0]}, std::span(box_contacts_));
  for (std::size_t i = 0; i < contacts; ++i) {
    const std::uint32_t* const rows = box_rows_[0] + 2 * std::size_t{box_contacts_[i].pair};
    if (!report_contact(storage, rows[0], rows[1], box_contacts_[i].manifold)) return false;
  }
  if (box_counts[1] == 0) return true;
  const std::size_t touching =
      intersect_box_rows(storage.seen.data(), {box_rows_[1], 2 * box_counts[1]}, std::span(box_touching_));
  for (std::size_t i = 0; i < touching; ++i) {
    const std::uint32_t* const rows = box_rows_[1] + 2 * std::size_t{box_touching_[i]};
    if (!report_sensor(rows[0], rows[1])) return false;
  }
  return true;
}

bool NarrowPhase::run_pair(const Storage& storage, std::uint32_t a, std::uint32_t b, bool has_sensor) {
  const Shape &shape_a = storage.shapes[a], &shape_b = storage.shapes[b];
  if (has_composite(shape_a, shape_b)) return run_composite(storage, a, b, has_sensor);
  const Pose pose_a = storage.seen_pose(a), pose_b = storage.seen_pose(b);
  PairMemory::Entry* known = nullptr;
  // Spheres have closed forms, which cost no more than a lookup.
  if (shape_a.type != ShapeType::sphere && shape_b.type != ShapeType::sphere) {
    known = &(a < b ? memory.of(a, b) : memory.of(b, a));
    if (!known->has_touched()) {
      Vec3 axis = known->direction();
      if (b < a) axis = -axis;
      if (still_separated(shape_a, pose_a, shape_b, pose_b, axis)) {
        known->set_direction(b < a ? -axis : axis);
        return true;
      }
    }
  }
  bool touches;
  if (has_sensor) {
    touches = intersects(shape_a, pose_a, shape_b, pose_b);
    if (touches && !report_sensor(a, b)) return false;
  } else {
    ContactManifold manifold = collide(shape_a, pose_a, shape_b, pose_b);
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

bool NarrowPhase::run_composite(const Storage& storage, std::uint32_t a, std::uint32_t b, bool has_sensor) {
  const Shape &shape_a = storage.shapes[a], &shape_b = storage.shapes[b];
  const Pose pose_a = storage.seen_pose(a), pose_b = storage.seen_pose(b);
  if (has_sensor) return !intersects(shape_a, pose_a, shape_b, pose_b) || report_sensor(a, b);
  const std::size_t first = found.size();
  bool has_room = true;
  visit_part_contacts(shape_a, pose_a, shape_b, pose_b,
                      [&](ContactManifold contact) { has_room = has_room && report_contact(storage, a, b, contact); });
  sort(found.span().subspan(first),
       [&](const Found& l, const Found& r) { return is_before(features[l.contact], features[r.contact]); });
  return has_room;
}

bool NarrowPhase::report_contact(const Storage& storage, std::uint32_t a, std::uint32_t b, ContactManifold& manifold) {
  const bool has_rule = rule_ != nullptr && ((storage.flags[a] | storage.flags[b]) & Storage::k_static) != 0;
  if (has_rule && !rule_->apply(a, b, FlushFaces::around, manifold)) return left_.push({a, b, manifold});
  return report(storage, a, b, manifold);
}

bool NarrowPhase::report_left(const Storage& storage) {
  is_held_.clear();
  if (!is_held_.resize(storage.row_count, 0)) return false;
  for (const Found& contact : found) {
    const bool a_is_static = (storage.flags[contact.a] & Storage::k_static) != 0;
    const bool b_is_static = (storage.flags[contact.b] & Storage::k_static) != 0;
    if (contact.contact == k_sensor || a_is_static == b_is_static) continue;
    const std::uint32_t fixed = a_is_static ? contact.a : contact.b, mover = a_is_static ? contact.b : contact.a;
    // Composites may change without their neighbours being computed again.
    if (!is_composite(storage.shapes[fixed].type)) is_held_[mover] = 1;
  }
  for (Left& left : left_) {
    const bool a_is_static = (storage.flags[left.a] & Storage::k_static) != 0;
    if (is_held_[a_is_static ? left.b : left.a] != 0) {
      // The pair touches all the same.
      if (!report_sensor(left.a, left.b)) return false;
      continue;
    }
    rule_->apply(left.a, left.b, FlushFaces::all, left.manifold);
    if (!report(storage, left.a, left.b, left.manifold)) return false;
  }
  return true;
}

bool NarrowPhase::report(const Storage& storage, std::uint32_t a, std::uint32_t b, const ContactManifold& manifold) {
  const std::size_t contact = points.size();
  if (contact >= max_contacts_ || !found.push(found_pair(a, b, static_cast<std::uint32_t>(contact))) ||
      !normals.resize_uninitialized(4 * (contact + 1)) || !points.resize_uninitialized(contact + 1) ||
      !features.push(a < b ? manifold.features : exchanged(manifold.features))) {
    return false;
  }
  float* const normal = normals.data() + 4 * contact;
  // Adding 0 turns -0 into +0.
  const float side = a < b ? 1.0f : -1.0f;
  normal[0] = 0.0f + side * static_cast<float>(manifold.normal.x);
  normal[1] = 0.0f + side * static_cast<float>(manifold.normal.y);
  normal[2] = 0.0f + side * static_cast<float>(manifold.normal.z);
  normal[3] = static_cast<float>(manifold.depth);
  const double* const origin = storage.seen[a].position;
  ContactPointsRecord& record = points[contact];
  for (int k = 0; k < 3; ++k) record.origin[k] = origin[k];
  record.count = static_cast<std::uint32_t>(manifold.point_count);
  record.padding = 0;
  for (int i = 0; i < 4; ++i) {
    const ContactPoint& point = manifold.points[i];
    const bool exists = i < manifold.point_count;
    record.points[i][0] = exists ? static_cast<float>(0.5 * (point.on_a.x + point.on_b.x) - origin[0]) : 0.0f;
    record.points[i][1] = exists ? static_cast<float>(0.5 * (point.on_a.y + point.on_b.y) - origin[1]) : 0.0f;
    record.points[i][2] = exists ? static_cast<float>(0.5 * (point.on_a.z + point.on_b.z) - origin[2]) : 0.0f;
    record.points[i][3] = exists ? static_cast<float>(point.depth) : 0.0f;
    record.ids[i] = exists ? (a < b ? point.id : exchange_features(point.id)) : 0;
  }
  return true;
}

}  // namespace hyperplane
