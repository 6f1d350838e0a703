#include "world/contact_points.h"

#include <algorithm>

namespace hyperplane {

ContactPointsRecord ContactPointsList::operator[](std::size_t contact) const {
  ContactPointsRecord record{};
  std::copy_n(origins.data() + 3 * contact, 3, record.origin);
  record.count = places[contact] % 4 + 1;
  const PackedContactPoint* const first = points.data() + places[contact] / 4;
  for (std::uint32_t i = 0; i < record.count; ++i) {
    std::copy_n(first[i].offset, 3, record.points[i]);
    record.points[i][3] = first[i].depth;
    record.ids[i] = first[i].id;
  }
  return record;
}

std::size_t ContactPoints::contact_capacity() const { return std::min(origins_.capacity() / 3, places_.capacity()); }

void ContactPoints::resize(std::size_t contacts) {
  const bool is_sized = origins_.resize_uninitialized(3 * contacts) && places_.resize_uninitialized(contacts);
  HYPERPLANE_ASSERT(is_sized);
  static_cast<void>(is_sized);
}

PackedContactPoint* ContactPoints::set(std::size_t contact, const double (&origin)[3], std::size_t count) {
  std::copy_n(origin, 3, origins_.data() + 3 * contact);
  const std::size_t first = points_.size();
  places_[contact] = static_cast<std::uint32_t>(4 * first + count - 1);
  const bool has_room = points_.resize_uninitialized(first + count);
  HYPERPLANE_ASSERT(has_room);
  static_cast<void>(has_room);
  return points_.data() + first;
}

void ContactPoints::set(std::size_t contact, const ContactPointsRecord& record) {
  PackedContactPoint* const points = set(contact, record.origin, record.count);
  for (std::uint32_t i = 0; i < record.count; ++i) {
    std::copy_n(record.points[i], 3, points[i].offset);
    points[i].depth = record.points[i][3];
    points[i].id = record.ids[i];
  }
}

void ContactPoints::copy(const ContactPoints& from, std::size_t contact, std::size_t to) {
  const double* const origin = from.origins_.data() + 3 * contact;
  const std::size_t count = from.count_of(contact);
  PackedContactPoint* const points = set(to, {origin[0], origin[1], origin[2]}, count);
  std::copy_n(from.points_.data() + from.places_[contact] / 4, count, points);
}

void ContactPoints::move(std::size_t contact, std::size_t to) {
  std::copy_n(origins_.data() + 3 * contact, 3, origins_.data() + 3 * to);
  places_[to] = places_[contact];
}

void ContactPoints::clear() {
  origins_.clear();
  places_.clear();
  points_.clear();
}

void ContactPoints::release() {
  origins_.release();
  places_.release();
  points_.release();
}

void ContactPoints::swap(ContactPoints& other) {
  origins_.swap(other.origins_);
  places_.swap(other.places_);
  points_.swap(other.points_);
}

}  // namespace hyperplane
