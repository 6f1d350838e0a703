#pragma once

#include <span>

#include "math/vec3.h"

namespace hyperplane {

/// normal . x >= offset, with a normal of unit length.
struct HalfSpace {
  Vec3 normal;
  double offset = 0.0;
};

/// The point of an intersection of half-spaces that is closest to a target: the part of a motion that the planes allow,
/// or the shortest way out of overlaps.
///
/// Candidates are the target and its projections onto each plane, the line of each two planes and the corner of each
/// three; the nearest that lies in all half-spaces is the solution. Trying all is fast for the dozen planes that a body
/// touches, and depends on the order of planes only in ties.
///
/// @param tolerance m: maximum distance of a point outside a half-space.
/// @param found false if no candidate lies in all half-spaces. @return the point, or the target if not found.
Vec3 solve_planes(std::span<const HalfSpace> planes, const Vec3& target, double tolerance, bool& found);

}  // namespace hyperplane
