#pragma once

#include <span>

#include "math/vec3.h"

namespace hyperplane {

/// normal . x >= offset, with a normal of unit length.
struct HalfSpace {
  Vec3 normal;
  double offset = 0.0;
};

/// The point of an intersection of half-spaces that is closest to a target: what is left of a motion between planes, or
/// the shortest way out of overlaps.
///
/// The closest point is the target's projection onto the whole space, one plane, the line of two planes or the corner
/// of three, whichever of these is in all half-spaces and nearest. All are tried, which for the dozen planes that a
/// body touches is quicker than to be clever, and has no order of planes to depend on but for ties.
///
/// @param tolerance m: how far a point may be outside of a half-space.
/// @param found set to false where no such point is in all of them; the target comes back then.
Vec3 solve_planes(std::span<const HalfSpace> planes, const Vec3& target, double tolerance, bool& found);

}  // namespace hyperplane
