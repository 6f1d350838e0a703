#pragma once

#include <cstddef>
#include <cstdint>

#include <hyperplane/world.h>

#include "core/buffer.h"

namespace hyperplane {

/// The points of contacts as `ContactPointsList` shows them: contacts can change places, points stay where they are.
class ContactPoints {
 public:
  /// Maximum number of points: an index takes 30 bits.
  static constexpr std::size_t k_max_points = std::size_t{1} << 30;

  /// Capacity in contacts, and in points.
  std::size_t contact_capacity() const;
  std::size_t point_capacity() const { return points_.capacity(); }
  std::size_t size() const { return places_.size(); }
  std::size_t point_count() const { return points_.size(); }

  /// Reserves room for a total. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool reserve_exactly(std::size_t contacts, std::size_t points) {
    return points <= k_max_points && origins_.reserve_exactly(3 * contacts) && places_.reserve_exactly(contacts) &&
           points_.reserve_exactly(points);
  }
  /// Sets the number of contacts, for which there must be room; new ones are not set.
  void resize(std::size_t contacts);

  /// Sets a contact that has none yet. There must be room.
  /// @param count 1 to 4. @return its points, to be written at once.
  PackedContactPoint* set(std::size_t contact, const double (&origin)[3], std::size_t count);
  void set(std::size_t contact, const ContactPointsRecord& record);
  /// Sets a contact that has none yet to a contact of another list.
  void copy(const ContactPoints& from, std::size_t contact, std::size_t to);
  /// Gives the points of a contact to another, which has none yet.
  void move(std::size_t contact, std::size_t to);

  /// Number of points of a contact.
  std::size_t count_of(std::size_t contact) const { return places_[contact] % 4 + 1; }
  /// For a Loan while the list is unused.
  Buffer<PackedContactPoint>& memory() { return points_; }
  ContactPointsList list() const { return {origins_.span(), places_.span(), points_.span()}; }

  void clear();
  /// Returns the memory as well.
  void release();
  void swap(ContactPoints& other);

 private:
  Buffer<double> origins_;
  Buffer<std::uint32_t> places_;
  Buffer<PackedContactPoint> points_;
};

}  // namespace hyperplane
