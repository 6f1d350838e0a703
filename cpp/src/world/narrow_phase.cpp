#include "world/narrow_phase.h"

#include <hyperplane/pair.h>

namespace hyperplane {

Status NarrowPhase::run(const Storage& storage, std::span<const RowPair> candidates, std::uint32_t max_contacts) {
  max_contacts_ = max_contacts;
  found.clear();
  normals.clear();
  points.clear();
  for (std::size_t first = 0; first < candidates.size(); first += k_block) {
    const std::size_t count = candidates.size() - first < k_block ? candidates.size() - first : k_block;
    if (!run_block(storage, candidates.subspan(first, count))) return Status::out_of_memory;
  }
  return Status::ok;
}

bool NarrowPhase::run_block(const Storage& storage, std::span<const RowPair> block) {
  std::size_t box_counts[2] = {0, 0};
  for (const auto [a, b] : block) {
    const bool has_sensor = ((storage.flags[a] | storage.flags[b]) & Storage::k_sensor) != 0;
    if ((storage.flags[a] & storage.flags[b] & Storage::k_box) != 0) {
      const int list = has_sensor ? 1 : 0;
      const std::size_t place = box_counts[list]++;
      box_rows_[list][2 * place] = a;
      box_rows_[list][2 * place + 1] = b;
    } else if (has_sensor) {
      if (intersects(storage.shapes[a], storage.seen_pose(a), storage.shapes[b], storage.seen_pose(b)) &&
          !report_sensor({a, b})) {
        return false;
      }
    } else {
      const ContactManifold manifold =
          collide(storage.shapes[a], storage.seen_pose(a), storage.shapes[b], storage.seen_pose(b));
      if (manifold.point_count > 0 && !report(storage, {a, b}, manifold)) return false;
    }
  }

  const auto pair_at = [&](int list, std::uint32_t i) {
    return RowPair{box_rows_[list][2 * std::size_t{i}], box_rows_[list][2 * std::size_t{i} + 1]};
  };
  const std::size_t contacts =
      collide_box_rows(storage.seen.data(), {box_rows_[0], 2 * box_counts[0]}, std::span(box_contacts_));
  for (std::size_t i = 0; i < contacts; ++i) {
    if (!report(storage, pair_at(0, box_contacts_[i].pair), box_contacts_[i].manifold)) return false;
  }
  if (box_counts[1] == 0) return true;
  const std::size_t touching =
      intersect_box_rows(storage.seen.data(), {box_rows_[1], 2 * box_counts[1]}, std::span(box_touching_));
  for (std::size_t i = 0; i < touching; ++i) {
    if (!report_sensor(pair_at(1, box_touching_[i]))) return false;
  }
  return true;
}

bool NarrowPhase::report(const Storage& storage, const RowPair& pair, const ContactManifold& manifold) {
  const std::size_t contact = points.size();
  if (contact >= max_contacts_ || !found.push({pair.a, pair.b, static_cast<std::uint32_t>(contact)}) ||
      !normals.resize_uninitialized(4 * (contact + 1)) || !points.resize_uninitialized(contact + 1)) {
    return false;
  }
  float* const normal = normals.data() + 4 * contact;
  normal[0] = static_cast<float>(manifold.normal.x);
  normal[1] = static_cast<float>(manifold.normal.y);
  normal[2] = static_cast<float>(manifold.normal.z);
  normal[3] = static_cast<float>(manifold.depth);
  const double* const origin = storage.seen[pair.a].position;
  ContactPointsRecord& record = points[contact];
  for (int k = 0; k < 3; ++k) record.origin[k] = origin[k];
  record.count = static_cast<std::uint32_t>(manifold.point_count);
  record.padding = 0;
  for (int i = 0; i < 4; ++i) {
    const ContactPoint& point = manifold.points[i];
    const bool exists = i < manifold.point_count;
    record.points[i][0] = exists ? static_cast<float>(point.on_a.x - origin[0]) : 0.0f;
    record.points[i][1] = exists ? static_cast<float>(point.on_a.y - origin[1]) : 0.0f;
    record.points[i][2] = exists ? static_cast<float>(point.on_a.z - origin[2]) : 0.0f;
    record.points[i][3] = exists ? static_cast<float>(point.depth) : 0.0f;
  }
  return true;
}

}  // namespace hyperplane
