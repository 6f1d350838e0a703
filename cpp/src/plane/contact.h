#pragma once

#include <hyperplane/plane_pair.h>

#include "plane/separation.h"

namespace hyperplane::plane {

/// The contact of a pair that overlaps, in world space: where an edge faces the other shape, the other's opposite edge
/// is clipped to it (Sutherland, Hodgman, "Reentrant Polygon Clipping", 1974), which leaves one or two points.
/// @param frame of A.
Contact contact_of(const Pair& pair, const Frame& frame, const Separation& separation);

}  // namespace hyperplane::plane
