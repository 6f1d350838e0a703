#pragma once

#include <hyperplane/pair.h>

namespace hyperplane {

/// Whether a shape may have parts that are solids of triangles.
bool may_contain(const Shape& shape);

/// The contact of a shape that lies inside a solid mesh and touches none of its triangles: along the normal of the
/// closest point of the surface, as deep as the whole shape has to move to be outside. One point.
/// @return in the frame of A; no points if neither shape has a part inside the other.
ContactManifold find_containment(const Shape& a, const Shape& b, const Pose& b_in_a);

}  // namespace hyperplane
