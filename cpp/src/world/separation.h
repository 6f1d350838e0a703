#pragma once

#include <cstdint>

#include <hyperplane/world.h>

#include "query/solve_planes.h"
#include "world/contact_lists.h"
#include "world/storage.h"

namespace hyperplane {

/// The shortest translation of a collider out of all its contacts.
///
/// Each contact is a half-space of translations: at least its depth along its normal. Their common point nearest to the
/// origin is the answer (solve_planes.h). If they have none, as between two walls that are too close, the answer is the
/// one for depths that are all less by the same length, the least for which there is one, by bisection.
///
/// The contacts of each collider are listed once, when the first is asked for after an update.
class Separation {
 public:
  /// Call when the contacts have changed.
  void mark_stale() { is_listed_ = false; }
  /// @param shown contacts of the last update; those with removed colliders do not count. @return `out_of_memory`.
  Result<Vec3> find(const Storage& storage, const ContactLists& shown, std::uint32_t row);
  void release();

 private:
  bool list_contacts(std::uint32_t row_count, const ContactLists& shown);

  /// Contacts by row: those of row i are contacts_[starts_[i]] to contacts_[starts_[i + 1] - 1].
  Buffer<std::uint32_t> starts_, contacts_;
  Buffer<HalfSpace> planes_;
  bool is_listed_ = false;
};

}  // namespace hyperplane
