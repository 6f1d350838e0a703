#pragma once

#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "narrowphase/box/box_rows.h"
#include "world/contact_lists.h"
#include "world/pair_memory.h"
#include "world/storage.h"

namespace hyperplane {

/// From candidate pairs to touching pairs and contacts, in blocks: of a block's pairs those of two boxes go through the
/// batch kernel four at a time (box_rows.h), the others through the pair table one by one, unless what is remembered of
/// them shows them to be apart. Pairs with a sensor get the verdict alone.
///
/// The candidates come in the order in which the broad phase found them, which is that of space: neighbours follow each
/// other, and what is known of them is in the cache. Only what touches is sorted, afterwards.
class NarrowPhase {
 public:
  /// A pair that touches.
  struct Found {
    std::uint32_t a, b;
    /// Which of `normals` and `points`; k_sensor for a pair with a sensor.
    std::uint32_t contact;
  };
  static constexpr std::uint32_t k_sensor = 0xffffffff;

  /// Answers in `found`, `normals` and `points`, in the order of the candidates.
  /// @return `out_of_memory`, also beyond `max_contacts`.
  Status run(const Storage& storage, std::span<const RowPair> candidates, std::uint32_t max_contacts);

  PairMemory memory;
  Buffer<Found> found;
  Buffer<float> normals;
  Buffer<ContactPointsRecord> points;

 private:
  static constexpr std::size_t k_block = 64;

  /// A pair that the batch kernel is not for. @param a, b in the order of collider_order.h. @return false: no memory.
  bool run_pair(const Storage& storage, std::uint32_t a, std::uint32_t b, bool has_sensor);
  bool run_block(const Storage& storage, std::span<const RowPair> block);
  static Found found_pair(std::uint32_t a, std::uint32_t b, std::uint32_t contact) {
    return a < b ? Found{a, b, contact} : Found{b, a, contact};
  }
  /// @param a, b in the order of collider_order.h, which is that of the manifold.
  bool report_sensor(std::uint32_t a, std::uint32_t b) { return found.push(found_pair(a, b, k_sensor)); }
  bool report(const Storage& storage, std::uint32_t a, std::uint32_t b, const ContactManifold& manifold);

  std::uint32_t max_contacts_ = 0;
  /// The block's pairs of boxes, with and without a sensor, as rows; and the answers.
  std::uint32_t box_rows_[2][2 * k_block];
  std::uint32_t box_touching_[k_block];
  BoxContact box_contacts_[k_block];
};

}  // namespace hyperplane
