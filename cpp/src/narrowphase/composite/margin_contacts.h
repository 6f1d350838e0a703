#pragma once

#include <hyperplane/pair.h>

#include "core/function_ref.h"

namespace hyperplane {

/// Visits the contacts of the parts of two shapes that are apart, but within a margin, in world space. As for a mover
/// (query/mover_contacts.cpp), closest points have a contact if it is along the normal of a face, or no other part of
/// the union that holds the point rises above the plane through it. Triangles of a surface are merged to patches.
/// @param margin m, above 0.
void visit_margin_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                           FunctionRef<void(ContactManifold& contact)> visit);

}  // namespace hyperplane
