#pragma once

#include <hyperplane/shape.h>

#include "math/transform.h"
#include "narrowphase/convex/axes_verdict.h"

namespace hyperplane {

/// Whether two triangles overlap, by the normals of both and the cross products of an edge of each: eleven separating
/// axes (Gottschalk, Lin, Manocha, "OBBTree", 1996). Unsure of triangles in one plane, which these axes do not tell
/// apart, of prisms, needles, and what is not clear of rounding.
PairAxes compare_triangles(const Shape& a, const Shape& b, const Transform& b_in_a);

}  // namespace hyperplane
