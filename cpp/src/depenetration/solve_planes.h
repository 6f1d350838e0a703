#pragma once

#include <span>

#include "math/vec3.h"

namespace hyperplane {

/// normal . x >= offset, with a normal of unit length.
struct HalfSpace {
  Vec3 normal;
  double offset = 0.0;
};

/// The point of an intersection of half-spaces that is closest to a target: the part of a motion that planes allow, or
/// the shortest translation out of overlaps.
///
/// Source: Seidel, "Small-Dimensional Linear Programming and Convex Hulls Made Easy", 1991, for a quadratic objective
/// and without the random order: half-spaces are added one by one. If the nearest point so far violates the next one,
/// the new one lies on its boundary, which is the same problem in one dimension less. Linear for the few planes of a
/// body, cubic at worst.
///
/// @param tolerance m: maximum distance of a point outside a half-space.
/// @param found false if the half-spaces have no common point. @return the point, or the target if not found.
Vec3 solve_planes(std::span<const HalfSpace> planes, const Vec3& target, double tolerance, bool& found);

}  // namespace hyperplane
