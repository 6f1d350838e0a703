#include "world/contact_writer.h"

#include <algorithm>

#include "math/simd.h"

namespace hyperplane {
namespace {

/// The share of pairs that touch is taken as known once this part of the candidates has been looked at: the first rows
/// may have more contacts than others.
constexpr std::size_t k_sample_divisor = 16;
/// Lists are made longer than expected by this part, so that the next update's fit, too.
constexpr std::size_t k_spare_divisor = 16;

/// How many contacts all lists have memory for.
std::size_t room_of(const ContactLists& lists) {
  const std::size_t least = std::min(lists.pairs.capacity(), lists.points.capacity());
  return std::min(least, lists.normals.capacity() / 4);
}

}  // namespace

ContactWriter::ContactWriter(const Storage& storage, const ContactLists& shown, std::uint32_t max_contacts,
                             ContactLists& next)
    : storage_(storage), shown_(shown), next_(next), max_contacts_(max_contacts) {
  for (const RowPair& pair : shown.touching) kept_ += is_kept(pair) ? 1 : 0;
  if (kept_ > 0) {
    for (const RowPair& pair : shown.pairs) kept_contacts_ += is_kept(pair) ? 1 : 0;
  }
  next.clear();
  // About as many contacts as last time. Without the memory there may still be enough for those that there are.
  std::size_t room = room_of(next);
  if (room < shown.pairs.size()) {
    // Nothing is copied to the larger blocks, and the smaller ones make room for them.
    next.pairs.release();
    next.normals.release();
    next.points.release();
    room = shown.pairs.size() + shown.pairs.size() / k_spare_divisor;
  }
  static_cast<void>(set_room(room));
}

bool ContactWriter::set_room(std::size_t contacts) {
  if (!next_.pairs.reserve_exactly(contacts) || !next_.normals.reserve_exactly(4 * contacts) ||
      !next_.points.reserve_exactly(contacts) || (has_features_ && !next_.features.reserve_exactly(contacts))) {
    return false;
  }
  room_ = contacts;
  const bool is_sized =
      next_.pairs.resize_uninitialized(contacts) && next_.normals.resize_uninitialized(4 * contacts) &&
      next_.points.resize_uninitialized(contacts) && (!has_features_ || next_.features.resize_uninitialized(contacts));
  HYPERPLANE_ASSERT(is_sized);
  return is_sized;
}

bool ContactWriter::make_room(std::size_t more, std::size_t done, std::size_t all) {
  if (has_too_many() || !next_.touching.reserve(next_.touching.size() + kept_ + more)) return false;
  const bool keeps_features = kept_contacts_ > 0 && !shown_.features.empty();
  if (keeps_features && !begin_features()) return false;
  const std::size_t least = count_ + kept_contacts_ + more;
  if (least <= room_) return true;
  std::uint64_t likely = 2 * std::uint64_t{least};
  if (done > all / k_sample_divisor) {
    likely = least + std::uint64_t{count_} * (all - done) / done;
    likely += likely / k_spare_divisor;
  }
  likely = std::max(std::min(likely, std::uint64_t{max_contacts_}), std::uint64_t{least});
  return set_room(static_cast<std::size_t>(likely)) || set_room(least);
}

bool ContactWriter::begin_features() {
  if (has_features_) return true;
  if (!next_.features.resize_uninitialized(room_)) return false;
  std::fill_n(next_.features.data(), count_, PairFeatures{});
  has_features_ = true;
  return true;
}

void ContactWriter::touch(const RowPair& pair) {
  if (kept_ > 0) keep_before(&pair);
  next_.touching.push_unchecked(pair);
}

void ContactWriter::keep_before(const RowPair* end) {
  while (kept_ > 0) {
    const RowPair pair = shown_.touching[old_];
    if (end != nullptr && !(pair < *end)) return;
    ++old_;
    const bool stays = is_kept(pair);
    if (stays) {
      next_.touching.push_unchecked(pair);
      --kept_;
    }
    // A pair with a sensor has no contact, one with a composite may have several.
    for (; old_contact_ < shown_.pairs.size() && shown_.pairs[old_contact_] == pair; ++old_contact_) {
      if (!stays) continue;
      copy(shown_, old_contact_, extend(pair));
      --kept_contacts_;
    }
  }
}

void ContactWriter::copy(const ContactLists& from, std::size_t index, std::size_t to) {
  next_.pairs[to] = from.pairs[index];
  store(next_.normals.data() + 4 * to, load(from.normals.data() + 4 * index));
  next_.points[to] = from.points[index];
  if (has_features_) next_.features[to] = from.features.empty() ? PairFeatures{} : from.features[index];
}

void ContactWriter::write(std::size_t index, std::uint32_t a, std::uint32_t b, const ContactManifold& manifold) {
  if (has_features_) next_.features[index] = a < b ? manifold.features : exchanged(manifold.features);
  float* const normal = next_.normals.data() + 4 * index;
  // Adding 0 turns -0 into +0.
  const float side = a < b ? 1.0f : -1.0f;
  normal[0] = 0.0f + side * static_cast<float>(manifold.normal.x);
  normal[1] = 0.0f + side * static_cast<float>(manifold.normal.y);
  normal[2] = 0.0f + side * static_cast<float>(manifold.normal.z);
  normal[3] = static_cast<float>(manifold.depth);
  const double* const origin = storage_.seen[a].position;
  ContactPointsRecord& record = next_.points[index];
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
}

void ContactWriter::insert(std::span<const RowContact> contacts) {
  std::size_t from = count_, to = count_ + contacts.size();
  count_ = to;
  for (std::size_t left = contacts.size(); left > 0; --to) {
    const RowContact& last = contacts[left - 1];
    if (from > 0 && last.pair() < next_.pairs[from - 1]) {
      copy(next_, --from, to - 1);
      continue;
    }
    next_.pairs[to - 1] = last.pair();
    write(to - 1, last.a, last.b, last.manifold);
    --left;
  }
}

bool ContactWriter::finish() {
  keep_before(nullptr);
  const bool has_any = has_features_ && std::any_of(next_.features.begin(), next_.features.begin() + count_,
                                                    [](const PairFeatures& one) { return !(one == PairFeatures{}); });
  next_.pairs.truncate(count_);
  next_.normals.truncate(4 * count_);
  next_.points.truncate(count_);
  next_.features.truncate(has_any ? count_ : 0);
  return !has_too_many();
}

}  // namespace hyperplane
