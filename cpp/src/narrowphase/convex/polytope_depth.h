#pragma once

#include "narrowphase/convex/minimize_depth.h"

/// Least penetration depth of two polytopes, exactly and for any number of vertices: the separating axis theorem over
/// the faces of the Minkowski difference, in about linear time and without memory.
///
/// Source: Gregorius, "The Separating Axis Test between Convex Polyhedra" (2013), for the Gauss map: a face of the
/// Minkowski difference is a face of A, a face of B, or spanned by an edge of each whose arcs of normals cross. Instead
/// of testing all pairs of edges, each arc of one polytope is walked through the Gauss map of the other: the support
/// vertex is known at the start of the arc, and the next crossing leads to the neighbouring vertex that becomes the
/// support vertex first.
///
/// The depth along every direction found is computed from the support points, so it is an upper bound despite rounding;
/// the exact direction is among them. EPA is several times faster for few vertices. It runs first, and its upper bound
/// saves this search most of the support points.

namespace hyperplane {

/// @param pair two polytopes, at least one of them a hull.
/// @param start the best direction known, with its depth.
/// @return a direction of least depth; never deeper than `start`.
DirectionalDepth polytope_depth(ConvexPair& pair, const DirectionalDepth& start);

}  // namespace hyperplane
