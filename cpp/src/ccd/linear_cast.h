#pragma once

#include <hyperplane/sweep.h>

#include "ccd/moving_body.h"

/// Closed forms of casts without rotation: two spheres, a sphere and a box or a triangle, two boxes.
///
/// The relative motion of two shapes that do not rotate is a ray. Their first touch is the ray's entry into the
/// Minkowski difference.
///
/// - Two spheres: the quadratic of a ray and a ball of the summed radii, solved from the point of closest approach,
///   which keeps its digits for grazing hits.
/// - A sphere and a box: the ray against the box rounded by the radius. The planes of the box's faces split the ray
///   into at most seven intervals; in each of them the squared distance to the box is a quadratic. The first root
///   counts (compare Ericson, "Real-Time Collision Detection", 2005, 5.5.7, which tests the parts one by one). Rays
///   that miss the box grown by the radius end before that (5.3.3).
/// - A sphere and a triangle: the ray against the triangle rounded by the radius. The distance at the time found must
///   be the radius, or the search decides.
/// - Two boxes: along each of the fifteen axes of the separating axis theorem the projections overlap through an
///   interval of time; the boxes overlap in the intersection of the intervals (Gottschalk's axes, swept as in Ericson
///   5.5.8 and Eberly, "Dynamic Collision Detection using Oriented Bounding Boxes", 1999). The axis whose interval
///   begins last is the normal. Almost parallel edges (k_parallel_edge_sine) are skipped.

namespace hyperplane {

/// @param a, b do not rotate. @param origin of their motions. @param latest impacts after this time may be left out.
/// @return false if the pair has no closed form.
bool cast_in_closed_form(const MovingBody& a, const MovingBody& b, const Vec3& origin, double latest, Impact& impact);

}  // namespace hyperplane
