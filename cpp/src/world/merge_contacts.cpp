#include "world/merge_contacts.h"

#include "core/fetch_ahead.h"
#include "math/simd.h"

namespace hyperplane {
namespace {

/// Appends contacts to lists whose memory is reserved.
struct Appender {
  RowPair *touching, *pairs;
  float* normals;
  ContactPointsRecord* points;
  PairFeatures* features;

  explicit Appender(ContactLists& lists)
      : touching(lists.touching.data()),
        pairs(lists.pairs.data()),
        normals(lists.normals.data()),
        points(lists.points.data()),
        features(lists.features.data()) {}

  void append(const RowPair& pair, const float* normal, const ContactPointsRecord& record, const PairFeatures& parts) {
    *pairs++ = pair;
    store(normals, load(normal));
    normals += 4;
    *points++ = record;
    *features++ = parts;
  }
};

/// Prefetch distance in contacts: the narrow phase stored them in spatial order and they are read in the order of rows,
/// so that each would miss the cache.
constexpr std::size_t k_prefetch = 8;

}  // namespace

Status merge_contacts(const Storage& storage, const ContactLists& shown, const NarrowPhase& narrow_phase,
                      std::uint32_t max_contacts, ContactLists& next) {
  const std::span<const RowPair> old = shown.touching.span();
  const std::span<const NarrowPhase::Found> fresh = narrow_phase.found.span();
  // Reserve room for kept and new pairs.
  const auto is_kept = [&](const RowPair& pair) {
    return (storage.changed[pair.a] | storage.changed[pair.b]) == 0 && storage.takes_part(pair.a) &&
           storage.takes_part(pair.b);
  };
  std::size_t kept = 0, kept_contacts = 0;
  for (const RowPair& pair : old) kept += is_kept(pair) ? 1 : 0;
  if (kept > 0) {
    for (const RowPair& pair : shown.pairs) kept_contacts += is_kept(pair) ? 1 : 0;
  }
  const std::size_t contacts = kept_contacts + narrow_phase.points.size();
  next.clear();
  if (!next.touching.resize_uninitialized(kept + fresh.size()) || !next.pairs.resize_uninitialized(contacts) ||
      !next.normals.resize_uninitialized(4 * contacts) || !next.points.resize_uninitialized(contacts) ||
      !next.features.resize_uninitialized(contacts)) {
    return Status::out_of_memory;
  }
  Appender out(next);

  std::size_t f = 0, old_contact = 0;
  const auto append_fresh = [&] {
    if (f + k_prefetch < fresh.size() && fresh[f + k_prefetch].contact != NarrowPhase::k_sensor) {
      const ContactPointsRecord* const ahead = narrow_phase.points.data() + fresh[f + k_prefetch].contact;
      fetch_ahead(ahead);
      fetch_ahead(reinterpret_cast<const char*>(ahead) + 64);
    }
    const NarrowPhase::Found& found = fresh[f++];
    const RowPair pair{found.a, found.b};
    if (out.touching == next.touching.data() || !(out.touching[-1] == pair)) *out.touching++ = pair;
    if (found.contact == NarrowPhase::k_sensor) return;
    out.append(pair, narrow_phase.normals.data() + 4 * std::size_t{found.contact}, narrow_phase.points[found.contact],
               narrow_phase.features[found.contact]);
  };
  for (std::size_t i = 0; kept > 0 && i < old.size(); ++i) {
    const RowPair pair = old[i];
    const bool stays = is_kept(pair);
    if (stays) {
      while (f < fresh.size() && RowPair{fresh[f].a, fresh[f].b} < pair) append_fresh();
      *out.touching++ = pair;
    }
    // A pair with a sensor has no contact, one with a composite may have several.
    for (; old_contact < shown.pairs.size() && shown.pairs[old_contact] == pair; ++old_contact) {
      if (!stays) continue;
      out.append(pair, shown.normals.data() + 4 * old_contact, shown.points[old_contact], shown.features[old_contact]);
    }
  }
  while (f < fresh.size()) append_fresh();
  next.touching.truncate(static_cast<std::size_t>(out.touching - next.touching.data()));
  return contacts <= max_contacts ? Status::ok : Status::out_of_memory;
}

}  // namespace hyperplane
