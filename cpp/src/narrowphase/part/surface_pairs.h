#pragma once

#include "narrowphase/part/part_pairs.h"

namespace hyperplane {

/// Visits the pairs of triangles of two surfaces but for those that are apart beyond doubt, in the order of
/// `visit_touching_candidates`, until `visit` returns false.
/// @return false if B has too many triangles near A; then none has been visited.
bool visit_surface_pairs(const Shape& a, const Shape& b, const Pose& b_in_a, PartPairSearch visit);

}  // namespace hyperplane
