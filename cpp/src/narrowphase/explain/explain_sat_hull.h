#pragma once

#include <hyperplane/explain.h>

/// Every candidate axis of the separating axis theorem for boxes and convex hulls, each with its projections.
///
/// Queries on such pairs do not test these axes, whose number grows with that of the faces and of the *pairs* of edges:
/// GJK and EPA find the decisive axis after testing a few (convex_convex.h). The two agree within the accuracy of each:
/// the surface of the Minkowski difference consists of the faces of both polyhedra and of parallelograms over pairs of
/// edges, and the nearest of these faces gives the depth. For separated shapes the widest gap on any axis is at most
/// the distance, and smaller if two corners, or a corner and an edge, are closest.
///
/// Edges closer to parallel than k_parallel_edge_sine give no axis; ties (k_axis_tie) go to the first axis, as for
/// boxes.

namespace hyperplane {

/// @return 0 if a shape is neither a box nor a hull.
std::size_t polyhedron_axis_count(const Shape& a, const Shape& b);

/// @param axes room for polyhedron_axis_count(a, b) axes; that count must not be 0.
SatExplanation explain_polyhedron_axes(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                       std::span<SatAxis> axes);

}  // namespace hyperplane
