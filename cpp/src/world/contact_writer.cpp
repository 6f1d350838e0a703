#include "world/contact_writer.h"

#include <algorithm>

#include "math/simd.h"

namespace hyperplane {
namespace {

/// The share of touching pairs is trusted once this part of the candidates has been processed: the first rows may have
/// more contacts than others.
constexpr std::size_t k_sample_divisor = 16;
/// Spare room as a part of the expected length, so that the next update fits too.
constexpr std::size_t k_spare_divisor = 16;
constexpr std::size_t k_points_a_contact = 4;

std::size_t with_spare(std::size_t count) { return count + count / k_spare_divisor; }

}  // namespace

ContactWriter::ContactWriter(const Storage& storage, const ContactLists& shown, std::uint32_t max_contacts,
                             ContactLists& next)
    : storage_(storage), shown_(shown), next_(next), max_contacts_(max_contacts) {
  for (const RowPair& pair : shown.touching) kept_ += is_kept(pair) ? 1 : 0;
  for (std::size_t i = 0; kept_ > 0 && i < shown.pairs.size(); ++i) {
    if (!is_kept(shown.pairs[i])) continue;
    ++kept_contacts_;
    kept_points_ += shown.points.count_of(i);
  }
  next.clear();
  // Reserves for as many contacts as last time. If that fails, the actual ones may still fit.
  std::size_t room = next.room(), points = next.points.point_capacity();
  if (!next.has_room_for(shown)) {
    // Frees the smaller blocks first: nothing is copied to the larger ones.
    next.release_contacts();
    room = with_spare(shown.size());
    points = with_spare(shown.points.point_count());
  }
  static_cast<void>(set_room(room, points) && next.touching.reserve_exactly(with_spare(shown.touching.size())));
}

bool ContactWriter::set_room(std::size_t contacts, std::size_t points) {
  if (!next_.pairs.reserve_exactly(contacts) || !next_.normals.reserve_exactly(4 * contacts) ||
      !next_.points.reserve_exactly(contacts, points) || (has_features_ && !next_.features.reserve_exactly(contacts))) {
    return false;
  }
  room_ = contacts;
  next_.points.resize(contacts);
  const bool is_sized = next_.pairs.resize_uninitialized(contacts) &&
                        next_.normals.resize_uninitialized(4 * contacts) &&
                        (!has_features_ || next_.features.resize_uninitialized(contacts));
  HYPERPLANE_ASSERT(is_sized);
  return is_sized;
}

std::size_t ContactWriter::expected(std::size_t least, std::size_t so_far, std::size_t done, std::size_t all,
                                    std::uint64_t most) {
  std::uint64_t likely = 2 * std::uint64_t{least};
  if (done > all / k_sample_divisor) {
    likely = least + std::uint64_t{so_far} * (all - done) / done;
    likely += likely / k_spare_divisor;
  }
  return static_cast<std::size_t>(std::max(std::min(likely, most), std::uint64_t{least}));
}

bool ContactWriter::make_room(std::size_t more, std::size_t done, std::size_t all) {
  if (has_too_many()) return false;
  const std::size_t touching = next_.touching.size(), least_touching = touching + kept_ + more;
  if (least_touching > next_.touching.capacity() &&
      !next_.touching.reserve_exactly(expected(least_touching, touching, done, all, least_touching + all - done)) &&
      !next_.touching.reserve_exactly(least_touching)) {
    return false;
  }
  const bool keeps_features = kept_contacts_ > 0 && !shown_.features.empty();
  if (keeps_features && !begin_features()) return false;
  const std::size_t least = count_ + kept_contacts_ + more, points = next_.points.point_count();
  const std::size_t least_points = points + kept_points_ + k_points_a_contact * more;
  const bool has_room = least <= room_, has_points = least_points <= next_.points.point_capacity();
  if (has_room && has_points) return true;
  const std::size_t likely = has_room ? room_ : expected(least, count_, done, all, max_contacts_);
  const std::size_t likely_points =
      has_points ? least_points : expected(least_points, points, done, all, k_points_a_contact * std::uint64_t{likely});
  return set_room(likely, likely_points) || set_room(std::max(least, room_), least_points);
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
      keep(old_contact_, extend(pair));
      --kept_contacts_;
    }
  }
}

void ContactWriter::keep(std::size_t index, std::size_t to) {
  copy_fixed(shown_, index, to);
  next_.points.copy(shown_.points, index, to);
  kept_points_ -= shown_.points.count_of(index);
}

void ContactWriter::move(std::size_t index, std::size_t to) {
  copy_fixed(next_, index, to);
  next_.points.move(index, to);
}

void ContactWriter::copy_fixed(const ContactLists& from, std::size_t index, std::size_t to) {
  next_.pairs[to] = from.pairs[index];
  store(next_.normals.data() + 4 * to, load(from.normals.data() + 4 * index));
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
  const double(&origin)[3] = storage_.seen[a].position;
  PackedContactPoint* out = next_.points.set(index, origin, static_cast<std::size_t>(manifold.point_count));
  for (int i = 0; i < manifold.point_count; ++i, ++out) {
    const ContactPoint& point = manifold.points[i];
    out->offset[0] = static_cast<float>(0.5 * (point.on_a.x + point.on_b.x) - origin[0]);
    out->offset[1] = static_cast<float>(0.5 * (point.on_a.y + point.on_b.y) - origin[1]);
    out->offset[2] = static_cast<float>(0.5 * (point.on_a.z + point.on_b.z) - origin[2]);
    out->depth = static_cast<float>(point.depth);
    out->id = a < b ? point.id : exchange_features(point.id);
  }
}

void ContactWriter::insert(std::span<const RowContact> contacts) {
  std::size_t from = count_, to = count_ + contacts.size();
  count_ = to;
  for (std::size_t left = contacts.size(); left > 0; --to) {
    const RowContact& last = contacts[left - 1];
    if (from > 0 && last.pair() < next_.pairs[from - 1]) {
      move(--from, to - 1);
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
  next_.points.resize(count_);
  next_.features.truncate(has_any ? count_ : 0);
  return !has_too_many();
}

}  // namespace hyperplane
