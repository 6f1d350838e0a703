#include "core/hash.h"
#include "world/world_impl.h"

/// The hash of a world: the sum of the hashes of its colliders, pairs, contacts and impacts, so that the order of rows
/// does not matter. Pairs identify their colliders by hash, and are hashed both ways round.

namespace hyperplane {
namespace {

std::uint64_t hash_of_collider(const Storage& storage, std::uint32_t row) {
  Hash hash;
  hash.add(storage.shapes.hash(row));
  hash.add(std::uint32_t{storage.flags[row]} & (Storage::k_static | Storage::k_sensor | Storage::k_disabled));
  hash.add(storage.layers[row]);
  hash.add(storage.masks[row]);
  if (const KindMask* const kinds = storage.shapes.kinds(row)) hash.add_bytes(std::as_bytes(std::span(kinds->words)));
  hash.add_bytes(std::as_bytes(std::span(storage.seen[row].position)));
  hash.add_bytes(std::as_bytes(std::span(storage.seen[row].rotation)));
  if (const double margin = storage.margin(row); margin > 0.0) hash.add(margin);
  return hash.value();
}

enum class Member : std::uint32_t { collider, ignored, touching, began, ended, contact, impact };

class WorldHash {
 public:
  explicit WorldHash(const Storage& storage) : storage_(storage) {}

  void add_collider(std::uint32_t row) {
    Hash hash = start(Member::collider);
    hash.add(hash_of_collider(storage_, row));
    sum_ += hash.value();
  }

  void add_pair(Member member, const RowPair& pair) {
    add_both_ways(pair, [&](std::uint64_t a, std::uint64_t b, bool) { return start(member, a, b); });
  }

  void add_contact(const RowPair& pair, const float* normal, const ContactPointsRecord& points) {
    add_both_ways(pair, [&](std::uint64_t a, std::uint64_t b, bool turned) {
      Hash hash = start(Member::contact, a, b);
      for (int k = 0; k < 3; ++k) hash.add(turned ? 0.0f - normal[k] : normal[k]);
      hash.add(normal[3]);
      // Ids are left out: they follow from poses and shapes.
      hash.add_bytes(std::as_bytes(std::span(&points, 1)).first(offsetof(ContactPointsRecord, ids)));
      return hash;
    });
  }

  void add_impact(const SweptImpact& impact) {
    Hash hash = start(Member::impact, hash_of_collider(storage_, impact.a), hash_of_collider(storage_, impact.b));
    for (const double number : {impact.time, impact.point.x, impact.point.y, impact.point.z, impact.normal.x,
                                impact.normal.y, impact.normal.z}) {
      hash.add(number);
    }
    sum_ += hash.value();
  }

  std::uint64_t value() const {
    Hash hash;
    hash.add(std::uint64_t{storage_.size});
    hash.add(sum_);
    return hash.value();
  }

 private:
  static Hash start(Member member, std::uint64_t a = 0, std::uint64_t b = 0) {
    Hash hash;
    hash.add(static_cast<std::uint32_t>(member));
    hash.add(a);
    hash.add(b);
    return hash;
  }

  template <class HashOf>
  void add_both_ways(const RowPair& pair, const HashOf& hash_of) {
    const std::uint64_t a = hash_of_collider(storage_, pair.a), b = hash_of_collider(storage_, pair.b);
    sum_ += hash_of(a, b, false).value() + hash_of(b, a, true).value();
  }

  const Storage& storage_;
  std::uint64_t sum_ = 0;
};

}  // namespace

std::uint64_t World::hash() const {
  const Storage& storage = impl_->storage;
  WorldHash hash(storage);
  for (std::uint32_t row = 0; row < storage.row_count; ++row) {
    if ((storage.flags[row] & Storage::k_live) != 0) hash.add_collider(row);
  }
  storage.ignored.for_each([&](std::uint32_t a, std::uint32_t b) { hash.add_pair(Member::ignored, {a, b}); });
  const ContactLists& shown = impl_->shown;
  for (const RowPair pair : shown.touching) hash.add_pair(Member::touching, pair);
  for (const RowPair pair : shown.began) hash.add_pair(Member::began, pair);
  for (const RowPair pair : shown.ended) hash.add_pair(Member::ended, pair);
  const ContactPointsList points = shown.points.list();
  for (std::size_t i = 0; i < shown.pairs.size(); ++i) {
    hash.add_contact(shown.pairs[i], shown.normals.data() + 4 * i, points[i]);
  }
  for (const SweptImpact& impact : shown.impacts) hash.add_impact(impact);
  return hash.value();
}

}  // namespace hyperplane
