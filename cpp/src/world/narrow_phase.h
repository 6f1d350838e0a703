#pragma once

#include <cstdint>
#include <span>

#include "composite/mesh_fetch.h"
#include "core/buffer.h"
#include "narrowphase/box/box_rows.h"
#include "narrowphase/union/body_contacts.h"
#include "world/contact_writer.h"
#include "world/pair_memory.h"
#include "world/storage.h"

namespace hyperplane {

/// Finds the touching pairs and contacts of candidate pairs, in blocks. Pairs of boxes go through the batch kernel four
/// at a time (box_rows.h), others one by one through the pair table, unless their remembered axis still separates them.
/// Pairs with a sensor are only tested for a touch. A pair with a composite is expanded into pairs of parts, each
/// of which may have a contact. Contacts of a body with several static colliders are those with their union
/// (depenetration/union_contacts.h), and wait until all of them are known.
///
/// With margins, shapes that are apart touch as well. Contacts of shapes that overlap do not depend on that, but may
/// have further points. Those of shapes that are apart count by visit_margin_contacts, and with several static
/// colliders if none of the others hides them (margin_unions.cpp).
///
/// Candidates come in the order of rows, and so do the results: a contact is written where it stays. In the order of
/// the broad phase, which is that of space, the rows of neighbours would be in the cache, but contacts are larger than
/// rows, and would have to be sorted.
class NarrowPhase {
 public:
  /// @param candidates sorted. @param origin of the bounds.
  /// @return `out_of_memory`, also for more contacts than `writer` takes.
  Status run(const Storage& storage, std::span<const RowPair> candidates, const Vec3& origin, ContactWriter& writer);

  /// Frees the scratch memory of contacts with unions, and of composites.
  void release_scratch() {
    static_pairs_.release();
    waiting_.release();
    overlapping_.release();
    bodies_ = BodyContacts();
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
  bool run_composite(const Storage& storage, std::uint32_t a, std::uint32_t b, const Shape& shape_a,
                     const Shape& shape_b, bool has_sensor);
  /// @param a, b in the order of collider_order.h, as A and B of the manifold.
  void report_sensor(std::uint32_t a, std::uint32_t b) { writer_->touch(RowPair::of(a, b)); }
  /// Reports the contact of a pair, at once or with those of its union.
  bool report_contact(const Storage& storage, std::uint32_t a, std::uint32_t b, ContactManifold& manifold);
  /// Counts the static colliders that each body may touch. @return false when memory runs out.
  bool count_static_pairs(const Storage& storage, std::span<const RowPair> candidates);
  /// Whether the contacts of a pair wait for those with other static colliders.
  bool has_union(const Storage& storage, std::uint32_t a, std::uint32_t b) const;
  /// Writes the contacts of all unions.
  bool report_unions(const Storage& storage);
  /// The contacts of a body with a union. @param waiting those of the body, at least one.
  bool resolve_union(const Storage& storage, std::uint32_t body, std::span<const RowContact> waiting);
  /// The same in a world with margins.
  bool resolve_margin_union(const Storage& storage, std::uint32_t body, std::span<const RowContact> waiting);
  /// Adds the contacts of a body that is apart from one of its static colliders. @param placing m: by how much these
  /// may be off their places.
  bool add_margin_contacts(const Storage& storage, std::uint32_t body, std::span<const RowContact> waiting,
                           const RowContact& contact, double placing);

  ContactWriter* writer_ = nullptr;
  Vec3 origin_;
  MeshFetch meshes_;
  /// Candidates that have been looked at, and all of them.
  std::size_t done_ = 0, all_ = 0;
  /// By row: how many static colliders a body may touch. Empty in a world with fewer than two.
  Buffer<std::uint32_t> static_pairs_;
  /// Raw contacts of bodies that may touch several static colliders; without points for pairs with a composite, of
  /// negative depth if these are apart.
  Buffer<RowContact> waiting_;
  /// Those of a body whose shapes overlap, as without margins.
  Buffer<RowContact> overlapping_;
  BodyContacts bodies_;
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
