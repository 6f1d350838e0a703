#pragma once

#include <hyperplane/pair.h>

#include "core/function_ref.h"
#include "narrowphase/composite/part_pairs.h"

namespace hyperplane {

/// The contact of a surface and a shape that have barely met, where the rule for surfaces (surface_contact.h) leads far
/// away.
///
/// A triangle of a surface pushes towards the side that the middle of the whole other shape is on, for a shape that has
/// sunk through a wall shall return to where most of it is. A part may lie on the other side from the start: an arm
/// that reaches around a blade touches it from there, and the rule would push the whole arm through. So may a hull or a
/// triangle, which the middle of its bounds need not lie in. No translation that takes the shapes apart is shorter than
/// the least overlap of any two parts, so the greatest of those overlaps is the only one of them that can be a way out;
/// the caller finds out whether it is.
///
/// @param visit_candidates visits the pairs of parts that may touch, until its visitor returns false.
/// @param limit m: the search ends at the first two parts that are deeper.
/// @return the contact, in the frame of the pairs. No points: no two parts touch, two are deeper than the limit, or
/// only a prism behind a triangle is touched; or the direction leads behind the triangle of a one-sided surface.
ContactManifold find_way_out_of_parts(FunctionRef<void(PartPairSearch)> visit_candidates, double limit);

}  // namespace hyperplane
