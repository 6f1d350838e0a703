#pragma once

#include <cstdint>

#include <hyperplane/world.h>

#include "broadphase/pairs_by_row.h"
#include "query/solve_planes.h"
#include "world/contact_lists.h"
#include "world/storage.h"

namespace hyperplane {

/// The way of a collider out of all that it touches: core/way_out.h in space.
class Separation {
 public:
  /// @param shown contacts of the last update; those with removed or disabled colliders do not count.
  /// @param contacts_by_row, touching_by_row of these lists. @return `out_of_memory`.
  Result<Vec3> find(const Storage& storage, const ContactLists& shown, PairsByRow& contacts_by_row,
                    PairsByRow& touching_by_row, std::uint32_t row);
  void release() {
    planes_.release();
    others_.release();
  }

 private:
  Buffer<HalfSpace> planes_;
  /// Rows of what the collider touches, also of those whose contact is left to another.
  Buffer<std::uint32_t> others_;
};

}  // namespace hyperplane
