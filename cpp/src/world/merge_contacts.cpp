#include "world/merge_contacts.h"

namespace hyperplane {
namespace {

void append(const RowPair& pair, const float* normal, const ContactPointsRecord& points, ContactLists& lists) {
  lists.pairs.push_unchecked(pair);
  for (int k = 0; k < 4; ++k) lists.normals.push_unchecked(normal[k]);
  lists.points.push_unchecked(points);
}

}  // namespace

Status merge_contacts(const Storage& storage, const ContactLists& shown, const NarrowPhase& narrow_phase,
                      std::uint32_t max_contacts, ContactLists& next) {
  const std::span<const RowPair> old = shown.touching.span();
  const std::span<const NarrowPhase::Found> fresh = narrow_phase.found.span();
  // Room for the sum of both, unless all has changed.
  const auto is_kept = [&](const RowPair& pair) {
    return (storage.changed[pair.a] | storage.changed[pair.b]) == 0 &&
           (storage.flags[pair.a] & storage.flags[pair.b] & Storage::k_live) != 0;
  };
  std::size_t kept = 0;
  for (const RowPair& pair : old) kept += is_kept(pair) ? 1 : 0;
  const std::size_t most_contacts = kept + narrow_phase.points.size();
  next.clear();
  if (!next.touching.reserve(kept + fresh.size()) || !next.pairs.reserve(most_contacts) ||
      !next.normals.reserve(4 * most_contacts) || !next.points.reserve(most_contacts)) {
    return Status::out_of_memory;
  }

  std::size_t f = 0, old_contact = 0;
  const auto append_fresh = [&] {
    const NarrowPhase::Found& found = fresh[f++];
    next.touching.push_unchecked({found.a, found.b});
    if (found.contact == NarrowPhase::k_sensor) return;
    append({found.a, found.b}, narrow_phase.normals.data() + 4 * std::size_t{found.contact},
           narrow_phase.points[found.contact], next);
  };
  for (std::size_t i = 0; kept > 0 && i < old.size(); ++i) {
    const RowPair pair = old[i];
    const bool has_contact = old_contact < shown.pairs.size() && shown.pairs[old_contact] == pair;
    if (is_kept(pair)) {
      while (f < fresh.size() && RowPair{fresh[f].a, fresh[f].b} < pair) append_fresh();
      next.touching.push_unchecked(pair);
      if (has_contact) append(pair, shown.normals.data() + 4 * old_contact, shown.points[old_contact], next);
    }
    old_contact += has_contact ? 1 : 0;
  }
  while (f < fresh.size()) append_fresh();
  return next.pairs.size() <= max_contacts ? Status::ok : Status::out_of_memory;
}

}  // namespace hyperplane
