#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "world/contact_lists.h"
#include "world/storage.h"

namespace hyperplane {

/// A contact of the rows `a` and `b` as A and B of its manifold: in the order of collider_order.h.
struct RowContact {
  std::uint32_t a, b;
  ContactManifold manifold;

  RowPair pair() const { return RowPair::of(a, b); }
  /// Of the lower row, then of the higher.
  PairFeatures features() const { return a < b ? manifold.features : exchanged(manifold.features); }
};

/// Writes the touching pairs and contacts of an update in the order of rows: those that the narrow phase finds, pair
/// after pair, and between them those of the last update between unchanged colliders. Kept contacts have the bits that
/// the narrow phase would compute again, because its input is the same.
///
/// Every contact is written once, to its final place. Their number is unknown beforehand, and doubling lists would take
/// twice the memory of a large world: the share of touching pairs so far estimates how much to reserve.
class ContactWriter {
 public:
  /// @param shown the lists of the last update. @param next receives those of this one; complete after `finish`.
  ContactWriter(const Storage& storage, const ContactLists& shown, std::uint32_t max_contacts, ContactLists& next);

  /// Makes room for so many more touching pairs, with a contact each.
  /// @param done, all pairs that the narrow phase has processed, and their total.
  /// @return false when memory runs out, and for more than `max_contacts`.
  [[nodiscard]] bool make_room(std::size_t more, std::size_t done, std::size_t all);
  /// Makes room for parts and triangles: call before the first contact that has any. @return false without memory.
  [[nodiscard]] bool begin_features();

  /// Appends a touching pair, behind the kept pairs before it.
  void touch(const RowPair& pair);
  /// Appends a contact of the pair that `touch` was last called with.
  void append(std::uint32_t a, std::uint32_t b, const ContactManifold& manifold) {
    write(extend({a < b ? a : b, a < b ? b : a}), a, b, manifold);
  }
  /// Inserts contacts of touching pairs, each behind the others of its pair. Room must have been made.
  /// @param contacts sorted by pair.
  void insert(std::span<const RowContact> contacts);

  /// The pairs of the contacts so far, without all kept ones.
  std::span<const RowPair> pairs() const { return next_.pairs.span().first(count_); }

  /// Appends the remaining kept pairs. @return false for more than `max_contacts`.
  [[nodiscard]] bool finish();

 private:
  bool is_kept(const RowPair& pair) const {
    return (storage_.changed[pair.a] | storage_.changed[pair.b]) == 0 && storage_.takes_part(pair.a) &&
           storage_.takes_part(pair.b);
  }
  bool has_too_many() const { return count_ + kept_contacts_ > max_contacts_; }
  /// @param least, most bounds of the result. @param so_far elements of the pairs processed so far.
  /// @return how many to reserve memory for.
  static std::size_t expected(std::size_t least, std::size_t so_far, std::size_t done, std::size_t all,
                              std::uint64_t most);
  /// Appends the kept pairs before a pair; all of them, if it is null.
  void keep_before(const RowPair* end);
  /// Sets the room for contacts, which have `count_` already, and reserves memory for points. @return false without
  /// memory.
  [[nodiscard]] bool set_room(std::size_t contacts, std::size_t points);
  /// @return the index of a new contact of a pair, at the end.
  std::size_t extend(const RowPair& pair) {
    next_.pairs[count_] = pair;
    return count_++;
  }
  void write(std::size_t index, std::uint32_t a, std::uint32_t b, const ContactManifold& manifold);
  /// Copies a contact of the last update.
  void keep(std::size_t index, std::size_t to);
  /// Moves a contact of this update.
  void move(std::size_t index, std::size_t to);
  /// Copies the data of fixed size.
  void copy_fixed(const ContactLists& from, std::size_t index, std::size_t to);

  const Storage& storage_;
  const ContactLists& shown_;
  ContactLists& next_;
  std::size_t max_contacts_;
  /// The lists of contacts are `room_` long until the end.
  std::size_t count_ = 0, room_ = 0;
  bool has_features_ = false;
  /// Pairs, contacts and points of the last update that remain to be kept.
  std::size_t kept_ = 0, kept_contacts_ = 0, kept_points_ = 0;
  /// Those that have been considered.
  std::size_t old_ = 0, old_contact_ = 0;
};

}  // namespace hyperplane
