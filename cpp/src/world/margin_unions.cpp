#include <algorithm>

#include <hyperplane/pair.h>

#include "composite/shape_extent.h"
#include "depenetration/flush_placing.h"
#include "narrowphase/composite/margin_contacts.h"
#include "world/narrow_phase.h"

/// Contacts of a body with several static colliders in a world with margins. What it overlaps has the contacts of a
/// world without margins. What it is apart from has its closest points for a contact, unless another of the colliders
/// hides them (narrowphase/composite/margin_contacts.h).

namespace hyperplane {

bool NarrowPhase::resolve_margin_union(const Storage& storage, std::uint32_t body,
                                       std::span<const RowContact> waiting) {
  overlapping_.clear();
  for (const RowContact& contact : waiting) {
    RowContact alone = contact;
    if (contact.manifold.depth < 0.0) continue;
    if (contact.manifold.point_count > 0 && storage.margin_of(contact.a, contact.b) > 0.0) {
      alone.manifold = collide(storage.shapes[contact.a], storage.seen_pose(contact.a), storage.shapes[contact.b],
                               storage.seen_pose(contact.b));
      // By rounding, the distance and the depth may disagree about a touch.
      if (alone.manifold.point_count == 0) alone = contact;
    }
    if (!overlapping_.push(alone)) return false;
  }
  const std::size_t first = of_parts_.size();
  if (!overlapping_.empty() && !resolve_union(storage, body, overlapping_.span())) return false;
  // Contacts that stay as they are get the points within the margin.
  for (RowContact& found : of_parts_.span().subspan(first)) {
    const auto is_of_pair = [&](const RowContact& contact) { return contact.a == found.a && contact.b == found.b; };
    const RowContact& alone = *std::find_if(overlapping_.begin(), overlapping_.end(), is_of_pair);
    if (alone.manifold.point_count == 0 || found.manifold.normal != alone.manifold.normal) continue;
    found.manifold = std::find_if(waiting.begin(), waiting.end(), is_of_pair)->manifold;
  }
  double placing = 0.0;
  for (const RowContact& contact : waiting) {
    const std::uint32_t fixed = contact.a == body ? contact.b : contact.a;
    placing = max(placing, flush_placing(storage.seen_pose(fixed).position, size_of(storage.shapes[fixed]),
                                         size_of(storage.shapes[body])));
  }
  for (const RowContact& contact : waiting) {
    if (!add_margin_contacts(storage, body, waiting, contact, placing)) return false;
  }
  return true;
}

bool NarrowPhase::add_margin_contacts(const Storage& storage, std::uint32_t body, std::span<const RowContact> waiting,
                                      const RowContact& contact, double placing) {
  const double margin = storage.margin_of(contact.a, contact.b);
  const bool is_convex = contact.manifold.point_count > 0;
  if (!(margin > 0.0) || (is_convex && contact.manifold.depth >= 0.0)) return true;
  const bool fixed_is_a = contact.b == body;
  const Shape shape = storage.shapes[body];
  const auto hides = [&](const MarginPoint& at, double near) {
    return std::any_of(waiting.begin(), waiting.end(), [&](const RowContact& other) {
      const std::uint32_t row = other.a == body ? other.b : other.a;
      return &other != &contact && any_part_hides(storage.shapes[row], storage.seen_pose(row), at, shape.kinds, near,
                                                  [](const PairFeatures&) { return false; });
    });
  };
  const BesideShape beside{fixed_is_a, placing, hides};
  bool has_room = true;
  visit_margin_contacts(
      storage.shapes[contact.a], storage.seen_pose(contact.a), storage.shapes[contact.b], storage.seen_pose(contact.b),
      margin,
      [&](const ContactManifold& found) {
        has_room = has_room && of_parts_.push({contact.a, contact.b, is_convex ? contact.manifold : found});
      },
      &beside);
  return has_room;
}

}  // namespace hyperplane
