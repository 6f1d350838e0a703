#pragma once

#include <hyperplane/pair.h>

#include "math/vec3.h"

/// Whether two shapes are apart, asked of a pair that is asked again and again with its shapes moved a little: a
/// direction that separated them once most often still does, and then two support points say so (Baraff, "Curved
/// Surfaces and Coherence for Non-penetrating Rigid Body Simulation", 1990; Chung and Wang, "Quick Collision Detection
/// of Polytopes in Virtual Environments", 1996).
///
/// It is a proof of separation and nothing else. Along any direction whatever the gap between the projections is a
/// lower bound of the distance; where it is greater than both roundings by k_separation_margin of the shapes' size, no
/// rounding in the functions of pair.h can make them touch. So a direction that is wrong, stale or of another pair only
/// costs time. Where it fails, GJK starts from its support points, and ends as soon as the distance is known to be
/// above that bound, or not to be.

namespace hyperplane {

/// @param axis in world space, from A to B, of any length; zero where none is known. Where the answer is true it is a
/// direction that proves it, for the next time.
/// @return true: apart, by more than can be mistaken. False: perhaps not.
bool still_separated(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Vec3& axis);

}  // namespace hyperplane
