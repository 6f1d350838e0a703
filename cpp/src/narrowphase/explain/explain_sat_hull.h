#pragma once

#include <hyperplane/explain.h>

/// Every candidate axis of the separating axis theorem for boxes and convex hulls, each with its projections.
///
/// The queries on such pairs do not go through these axes, whose number is that of the faces and of the *pairs* of
/// edges: GJK and EPA find the one that counts among a few (convex.h). The two agree within the accuracy of each: the
/// surface of the Minkowski difference consists of the faces of both polyhedra and of parallelograms over pairs of
/// edges, and the nearest of these faces gives the depth. For separated shapes the widest gap on any of the axes is at
/// most the distance, and less where two corners, or a corner and an edge, are closest.
///
/// Edges closer to parallel than k_parallel_edge_sine give no axis; of axes that tie (k_axis_tie) the first one
/// decides, as for boxes.

namespace hyperplane {

/// @return 0 where a shape is neither a box nor a hull.
std::size_t polyhedron_axis_count(const Shape& a, const Shape& b);

/// @param axes polyhedron_axis_count(a, b) of them, which is not 0.
SatExplanation explain_polyhedron_axes(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                       std::span<SatAxis> axes);

}  // namespace hyperplane
