#pragma once

#include <cstdint>
#include <span>

#include "composite/mesh_fetch.h"
#include "core/buffer.h"
#include "narrowphase/box/box_rows.h"
#include "world/contact_writer.h"
#include "world/pair_memory.h"
#include "world/static_rule.h"
#include "world/storage.h"

namespace hyperplane {

/// Finds the touching pairs and contacts of candidate pairs, in blocks. Pairs of boxes go through the batch kernel four
/// at a time (box_rows.h), others one by one through the pair table, unless their remembered axis still separates them.
/// Pairs with a sensor are only tested for intersection. A pair with a composite is expanded into pairs of parts, each
/// of which may have a contact.
///
/// Candidates come in the order of rows, and so do the results: a contact is written where it stays. In the order of
/// the broad phase, which is that of space, the rows of neighbours would be in the cache, but contacts are larger than
/// rows, and would have to be sorted.
class NarrowPhase {
 public:
  /// @param candidates sorted. @param rule of contacts with static colliders; null in a world with fewer than two.
  /// @param origin of the bounds.
  /// @return `out_of_memory`, also for more contacts than `writer` takes.
  Status run(const Storage& storage, std::span<const RowPair> candidates, const StaticRule* rule, const Vec3& origin,
             ContactWriter& writer);

  /// Frees the scratch memory of contacts that are left to others, and of composites.
  void release_scratch() {
    left_.release();
    way_out_.release();
    leads_out_.release();
    of_parts_.release();
    part_order_.release();
  }

  PairMemory memory;

 private:
  static constexpr std::size_t k_block = 64;
  /// What so many pairs read of meshes fits the first-level cache.
  static constexpr std::size_t k_fetched_together = 16;
  /// A mesh of fewer triangles fits the second-level cache.
  static constexpr std::uint32_t k_mesh_in_cache = 16384;

  bool run_block(const Storage& storage, std::span<const RowPair> block);
  /// Prefetches the parts of large meshes that pairs will look at.
  void fetch_meshes(const Storage& storage, std::span<const RowPair> pairs);
  /// Tests a pair that is not two boxes.
  /// @param a, b in the order of collider_order.h. @return false when memory runs out.
  bool run_pair(const Storage& storage, std::uint32_t a, std::uint32_t b, bool has_sensor);
  /// The same for a pair with a composite.
  bool run_composite(const Storage& storage, std::uint32_t a, std::uint32_t b, bool has_sensor);
  /// @param a, b in the order of collider_order.h, as A and B of the manifold.
  void report_sensor(std::uint32_t a, std::uint32_t b) { writer_->touch(RowPair::of(a, b)); }
  /// Reports the contact of a pair, or leaves it to another static collider.
  bool report_contact(const Storage& storage, std::uint32_t a, std::uint32_t b, ContactManifold& manifold);
  /// Whether the rule for static colliders concerns a pair.
  bool has_rule(const Storage& storage, std::uint32_t a, std::uint32_t b) const {
    return rule_ != nullptr && ((storage.flags[a] | storage.flags[b]) & Storage::k_static) != 0;
  }
  /// Applies the rule for static colliders. @return whether the contact counts.
  bool keeps(const Storage& storage, std::uint32_t a, std::uint32_t b, ContactManifold& manifold) const;
  /// Adds the contacts that were left to others, if their mover has no other one with static colliders.
  bool report_left(const Storage& storage);

  const StaticRule* rule_ = nullptr;
  ContactWriter* writer_ = nullptr;
  Vec3 origin_;
  MeshFetch meshes_;
  /// Candidates that have been looked at, and all of them.
  std::size_t done_ = 0, all_ = 0;
  /// Contacts that are left to another static collider.
  Buffer<RowContact> left_;
  /// By row: of movers without a contact with a static collider, 1 + the index of the one of least depth that was left.
  Buffer<std::uint32_t> way_out_;
  /// By contact that was left: 1 where it has been given to a face after all.
  Buffer<std::uint8_t> leads_out_;
  /// Contacts of a pair with a composite, and their indices in the order of their features.
  Buffer<RowContact> of_parts_;
  Buffer<std::uint32_t> part_order_;
  /// The block's pairs in the order of collider_order.h; its box pairs, without and with a sensor, and their results.
  RowPair ordered_[k_block];
  std::uint8_t kinds_[k_block];
  std::uint32_t box_rows_[2][2 * k_block];
  std::uint32_t box_touching_[k_block];
  BoxContact box_contacts_[k_block];
};

}  // namespace hyperplane
