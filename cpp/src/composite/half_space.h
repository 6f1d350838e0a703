#pragma once

#include <cstdint>

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "math/aabb.h"

namespace hyperplane {

/// All points with y <= 0: the half-space as a composite. It has no size of its own, so that tolerances are those of
/// the shapes that it meets. Its one part is a box laid under what is near; see `slab_under`.
class HalfSpaceShape {
 public:
  static double size() { return 0.0; }
  static double reach() { return 0.0; }
  static std::uint64_t hash();

  /// Rounded outwards; k_half_space_reach to all sides except the one that the normal faces along an axis.
  static Aabb bounds_at(const Pose& pose);
  /// @param direction unit length.
  static RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates);
  /// Where a ray that starts inside leaves it; no hit if it never does.
  static RayHit leave(const Vec3& origin, const Vec3& direction);
  static ClosestPoint closest_point(const Vec3& point, double within);
  /// The origin for the normal; a point k_half_space_reach away for other directions.
  static Vec3 support(const Vec3& direction);
};

/// A box that stands for the half-space to whatever is within bounds: its top is in the plane, and its other faces are
/// so far from the bounds that nothing is pushed out through them.
/// @param bounds in the frame of the half-space. @return the box at its pose there.
CompoundPart slab_under(const Aabb& bounds);

}  // namespace hyperplane
