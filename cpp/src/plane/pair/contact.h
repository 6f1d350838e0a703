#pragma once

#include <hyperplane/plane_pair.h>

#include "plane/pair/separation.h"

namespace hyperplane::plane {

/// The contact of a pair that touches, in world space: where an edge faces the other shape, the other's opposite edge
/// is clipped to it (Sutherland, Hodgman, "Reentrant Polygon Clipping", 1974), which leaves one or two points.
/// @param frame of A. @param margin m: how far apart the pair and its points may be.
Contact contact_of(const Pair& pair, const Frame& frame, const Separation& separation, double margin = 0.0);

/// `contact_of` along the normal of an edge that need not be that of the least overlap. The deepest point of the other
/// shape may then lie outside the edge's span: the contact points are the deepest over the edge, and less deep than the
/// contact.
/// @param separation along an edge.
Contact contact_over_edge(const Pair& pair, const Frame& frame, const Separation& separation);

}  // namespace hyperplane::plane
