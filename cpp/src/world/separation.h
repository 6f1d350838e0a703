#pragma once

#include <cstdint>

#include <hyperplane/world.h>

#include "broadphase/pairs_by_row.h"
#include "query/solve_planes.h"
#include "world/contact_lists.h"
#include "world/storage.h"

namespace hyperplane {

/// The shortest translation of a collider out of all its contacts.
///
/// Each contact is a half-space of translations: at least its depth along its normal. Their common point nearest to the
/// origin is the answer (solve_planes.h). If they have none, as between two walls that are too close, the answer is the
/// one for depths that are all less by the same length, the least for which there is one, by bisection.
class Separation {
 public:
  /// @param shown contacts of the last update; those with removed or disabled colliders do not count.
  /// @param contacts_by_row of these contacts. @return `out_of_memory`.
  Result<Vec3> find(const Storage& storage, const ContactLists& shown, PairsByRow& contacts_by_row, std::uint32_t row);
  void release() { planes_.release(); }

 private:
  Buffer<HalfSpace> planes_;
};

}  // namespace hyperplane
