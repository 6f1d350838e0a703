#pragma once

#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "narrowphase/box/box_rows.h"
#include "world/contact_lists.h"
#include "world/pair_memory.h"
#include "world/static_rule.h"
#include "world/storage.h"

namespace hyperplane {

/// Finds the touching pairs and contacts of candidate pairs, in blocks. Pairs of boxes go through the batch kernel four
/// at a time (box_rows.h), others one by one through the pair table, unless their remembered axis still separates them.
/// Pairs with a sensor are only tested for intersection. A pair with a composite is expanded into pairs of parts, each
/// of which may have a contact.
///
/// Candidates come in the order of the broad phase, which is spatial: neighbours follow each other, and their data is
/// in the cache. Only touching pairs are sorted, afterwards.
class NarrowPhase {
 public:
  /// A contact, or a touching pair with a sensor.
  struct Found {
    std::uint32_t a, b;
    /// Index into `normals`, `points` and `features`; k_sensor for a pair with a sensor.
    std::uint32_t contact;
  };
  static constexpr std::uint32_t k_sensor = 0xffffffff;

  /// Writes `found`, `normals`, `points` and `features` in the order of the candidates; the contacts of a pair follow
  /// each other, sorted by features.
  /// @return `out_of_memory`, also for more than `max_contacts`.
  /// @param rule of contacts with static colliders; null in a world with fewer than two.
  Status run(const Storage& storage, std::span<const RowPair> candidates, std::uint32_t max_contacts,
             const StaticRule* rule);

  /// Frees the scratch memory of contacts that are left to others.
  void release_left() {
    left_.release();
    is_held_.release();
  }

  PairMemory memory;
  Buffer<Found> found;
  Buffer<float> normals;
  Buffer<ContactPointsRecord> points;
  Buffer<PairFeatures> features;

 private:
  static constexpr std::size_t k_block = 64;

  /// Tests a pair that is not two boxes.
  /// @param a, b in the order of collider_order.h. @return false when memory runs out.
  bool run_pair(const Storage& storage, std::uint32_t a, std::uint32_t b, bool has_sensor);
  /// The same for a pair with a composite.
  bool run_composite(const Storage& storage, std::uint32_t a, std::uint32_t b, bool has_sensor);
  bool run_block(const Storage& storage, std::span<const RowPair> block);
  static Found found_pair(std::uint32_t a, std::uint32_t b, std::uint32_t contact) {
    return a < b ? Found{a, b, contact} : Found{b, a, contact};
  }
  /// @param a, b in the order of collider_order.h, as A and B of the manifold.
  bool report_sensor(std::uint32_t a, std::uint32_t b) { return found.push(found_pair(a, b, k_sensor)); }
  bool report(const Storage& storage, std::uint32_t a, std::uint32_t b, const ContactManifold& manifold);
  /// Reports a contact, or leaves it to another static collider.
  bool report_contact(const Storage& storage, std::uint32_t a, std::uint32_t b, ContactManifold& manifold);
  /// Reports the pairs with contacts that are left to others: with a contact after all if a mover has no other one with
  /// static colliders.
  bool report_left(const Storage& storage);

  /// A contact that is left to another static collider. @param a, b as for `report`.
  struct Left {
    std::uint32_t a, b;
    ContactManifold manifold;
  };

  const StaticRule* rule_ = nullptr;
  Buffer<Left> left_;
  /// By row: 1 for movers with a contact with a static collider.
  Buffer<std::uint8_t> is_held_;
  std::uint32_t max_contacts_ = 0;
  /// Rows of the block's box pairs, without and with a sensor, and their results.
  std::uint32_t box_rows_[2][2 * k_block];
  std::uint32_t box_touching_[k_block];
  BoxContact box_contacts_[k_block];
};

}  // namespace hyperplane
