#pragma once

#include "narrowphase/convex/minimize_depth.h"

/// Least penetration depth of a polytope and a round core, for any number of vertices: an enumeration of all candidate
/// directions of least depth, in linear time and without memory.
///
/// A direction of least depth points from the origin to a point of the Minkowski difference along the normal there, and
/// no direction near it is less deep. So the surface there is curved less than a sphere about the origin, and has no
/// edge across. The normals of the polytope give the candidates:
/// - at a normal of a face: all of them are tried;
/// - on the arc of normals of an edge: a function of one angle. EPA in two dimensions splits the arc until the bound of
///   each part exceeds the best depth known, or is within k_depth_arc_gap of the depth. So no valley is missed;
/// - in the cone of normals of a vertex: only if the round core itself is flat or curved there, not edged. The
///   candidates are the normals of flat caps, and those at the points of a cylinder's or a cone's side or of an
///   ellipsoid nearest to the vertex. An ellipsoid has up to two: one on the vertex's own side, and one across the
///   plane of its two longer axes. Both are roots of Eberly's function (see Ellipsoid::closest_point), which has no
///   other root that is a local minimum.

namespace hyperplane {

/// @param pair one polytope and one round shape, in either order.
/// @param start the best direction known, with its depth.
/// @return a direction of least depth within k_depth_arc_gap; never deeper than `start`.
DirectionalDepth polytope_round_depth(ConvexPair& pair, const DirectionalDepth& start);

}  // namespace hyperplane
