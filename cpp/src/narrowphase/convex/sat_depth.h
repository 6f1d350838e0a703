#pragma once

#include "narrowphase/convex/minimize_depth.h"

/// Least penetration depth of two cores that are segments, triangles or boxes, by the separating axis theorem: along
/// the normals of the faces, and along the cross products of an edge of each. Unlike EPA it needs no volume: the
/// Minkowski difference may be flat, as for two triangles in one plane. (A sphere and a triangle have a closed form.)
///
/// The list is complete for two boxes, and for a pair that has a triangle, whose normal and edges cover the directions
/// across a segment.

namespace hyperplane {

/// Whether `sat_depth` takes these cores.
bool has_sat_depth(const ConvexPair& pair);

/// @return the direction of least depth, negative if an axis separates the cores. Of axes that tie, the first wins:
/// faces of A, faces of B, edges.
DirectionalDepth sat_depth(ConvexPair& pair);

}  // namespace hyperplane
