#pragma once

#include <cstdint>

#include <hyperplane/world.h>

#include "broadphase/pairs_by_row.h"
#include "composite/surface.h"
#include "core/buffer.h"
#include "depenetration/solve_planes.h"
#include "world/contact_lists.h"
#include "world/storage.h"

namespace hyperplane {

/// Parts of a collider and of another one that may touch, in the frame of the collider.
struct NearParts {
  Shape a, b;
  Pose pose_a, pose_b;
  Surface surface_a, surface_b;
  /// Whether A is that of the parts before.
  bool shares_a = false;
  /// m; negative if not known yet.
  double overlap = -1.0;
};

/// The way of a collider out of all that it touches: depenetration/find_separation.h in space.
class Separation {
 public:
  /// @param shown contacts of the last update; those with removed or disabled colliders do not count.
  /// @param contacts_by_row, touching_by_row of these lists. @return `out_of_memory`.
  Result<Vec3> find(const Storage& storage, const ContactLists& shown, PairsByRow& contacts_by_row,
                    PairsByRow& touching_by_row, std::uint32_t row);
  void release() {
    planes_.release();
    others_.release();
    parts_.release();
    extents_.release();
  }

 private:
  Buffer<HalfSpace> planes_;
  /// Rows of what the collider touches, also of those whose contact is left to another.
  Buffer<std::uint32_t> others_;
  Buffer<NearParts> parts_;
  /// m: ways along a direction after which the collider is beyond each part.
  Buffer<double> extents_;
};

}  // namespace hyperplane
