#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/workspace.h"
#include "motion/tolerances.h"

/// What a mover's body has around it, in the plane and in space (motion/collide_and_slide.h).

namespace hyperplane {

/// A collider beside the body.
template <class Vec>
struct MoverContactOf {
  std::uint32_t row = 0;
  /// Out of the collider.
  Vec normal, point;
  /// m; negative when they overlap.
  double gap = 0.0;
};

/// Order of contacts with equal gap or time. Rows are compared last.
template <class Vec>
bool is_before(const MoverContactOf<Vec>& a, const MoverContactOf<Vec>& b) {
  if (a.normal != b.normal) return is_less(a.normal, b.normal);
  if (a.point != b.point) return is_less(a.point, b.point);
  return a.row < b.row;
}

/// End of a motion: at a contact, or complete.
template <class Vec>
struct MoverStopOf {
  bool hit = false;
  /// Fraction of the motion, 0 to 1.
  double time = 1.0;
  MoverContactOf<Vec> contact;
};

/// The nearest contacts, sorted by gap, then by normal and point. The row only decides between equal contacts, so that
/// the order of the rows does not matter. Further contacts than the capacity are dropped.
template <class Vec, int capacity>
struct NearestContacts {
  using Contact = MoverContactOf<Vec>;
  static constexpr int k_capacity = capacity;

  int count = 0;
  Workspace<Contact, k_capacity> contacts;

  NearestContacts() = default;
  /// Copies the contacts that there are.
  NearestContacts(const NearestContacts& other) { *this = other; }
  NearestContacts& operator=(const NearestContacts& other) {
    count = other.count;
    for (int i = 0; i < count; ++i) contacts[i] = other.contacts[i];
    return *this;
  }

  std::size_t size() const { return static_cast<std::size_t>(count); }
  bool empty() const { return count == 0; }
  const Contact& operator[](std::size_t i) const { return contacts.data()[i]; }
  const Contact* begin() const { return contacts.data(); }
  const Contact* end() const { return begin() + count; }

  /// Those whose gap is at most `reach`.
  std::span<const Contact> within(double reach) const {
    std::size_t near = 0;
    while (near < size() && contacts.data()[near].gap <= reach) ++near;
    return {begin(), near};
  }

  void add(const Contact& contact) {
    const auto is_nearer = [](const Contact& a, const Contact& b) {
      return a.gap != b.gap ? a.gap < b.gap : is_before(a, b);
    };
    for (int i = 0; i < count; ++i) {
      const Contact& known = contacts[i];
      if (known.row != contact.row || dot(known.normal, contact.normal) < k_same_plane_cosine) continue;
      // One of the parts of the same plane is enough.
      if (!is_nearer(contact, known)) return;
      for (int k = i; k + 1 < count; ++k) contacts[k] = contacts[k + 1];
      --count;
      break;
    }
    if (count == k_capacity && !is_nearer(contact, contacts[count - 1])) return;
    int at = count < k_capacity ? count++ : count - 1;
    for (; at > 0 && is_nearer(contact, contacts[at - 1]); --at) contacts[at] = contacts[at - 1];
    contacts[at] = contact;
  }
};

}  // namespace hyperplane
