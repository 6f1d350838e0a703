#pragma once

#include <hyperplane/pair.h>

#include "math/vec3.h"

/// Fast separation test for a pair that is queried repeatedly while its shapes move a little: a direction that
/// separated them once usually still does, and two support points prove it (Baraff, "Curved Surfaces and Coherence for
/// Non-penetrating Rigid Body Simulation", 1990; Chung and Wang, "Quick Collision Detection of Polytopes in Virtual
/// Environments", 1996).
///
/// The test can only prove separation, by more than a distance if wanted. Along any direction the gap between the
/// projections is a lower bound of the distance. If it exceeds the sum of both rounding radii by k_separation_margin of
/// the shapes' size, no rounding in the functions of pair.h can make them touch. So a wrong, stale or foreign direction
/// only costs time. If the direction fails, GJK starts from its support points, and ends once the distance is known to
/// be above that bound or not.

namespace hyperplane {

/// @param axis in world space, from A to B, of any length; zero if unknown. If the result is true it receives a
/// direction that proves separation, for the next call.
/// @param distance m, at least 0 and finite.
/// @return true: certainly farther apart than `distance`. False: undecided.
bool still_separated(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Vec3& axis,
                     double distance = 0.0);

}  // namespace hyperplane
