#pragma once

#include "narrowphase/convex/revolved_depth.h"

/// Least penetration depth of an ellipsoid and a cylinder, a cone or a segment, by branch and bound over the directions
/// as in ellipsoid_depth.h.
///
/// The solid is the hull of two discs around its axis (revolved_depth.h). Along a unit normal n the depth is the
/// greater of those with one disc each, d(n) = r |n x axis| + y n . axis + |B n| - c . n, with the matrix B that
/// stretches the unit ball to the ellipsoid and the ellipsoid's centre c. A disc is an ellipsoid, too, so each of both
/// is smooth but at the normals of the caps, and has slopes and second derivatives in closed form. Any disc or point
/// within the solid bounds the depth from below; which one depends on where a least depth lies:
/// - In the middle of a cap: by the points of the cap the depth rises all around by the distance to its rim.
/// - On the crease, the circle of normals to the side, where both discs are equally deep: by the mean of both without
///   a slope; and by a mean closer to either disc it rises on that side.
/// - At a rim, or at the apex of a cone: by the one disc.
///
/// The bound: at an angle t from n along a great circle, the support function of an ellipsoid is
///   h(t) = x + (q sin t)^2 / (h(t) + x),  x = h cos t + p sin t,
/// where p is the part of the support point along the circle and q^2 / h the radius of curvature. With z = tan(t / 2)
/// as a vector, the depth at z is at least d* up to an angle if
///   d(n) - d* - 2 slope . z + z . (2 R / (1 + z^2) - d(n) - d*) z >= 0,
/// with R the radii of curvature of ellipsoid and disc as matrices, each divided by a bound of (h(t) + x) / (2 h).
///
/// Newton's method finds least depths: from the way between the centres, and from directions that the search finds less
/// deep. It stays on the crease as long as the depth rises on both sides. Around each least depth the bound, without a
/// slope, holds in a cone of directions; that keeps the search from splitting squares without end where two are equally
/// deep. Against c, directions need no proof if the solid is symmetric: the opposite ones are less deep.
///
/// Fails (`is_proven` is false) where many directions are about equally deep: around a common axis, or where the
/// centres are in one place.
///
/// Sources: as ellipsoid_depth.h. The bounds are our own.

namespace hyperplane {

/// Whether one is a cylinder, a cone or a segment, and the other an ellipsoid with volume.
bool has_revolved_ellipsoid_depth(const ConvexPair& pair);

/// @param pair touches. @return `least` even if it is not proven.
RevolvedDepth revolved_ellipsoid_depth(ConvexPair& pair);

}  // namespace hyperplane
