#pragma once

#include <hyperplane/pair.h>

#include "core/function_ref.h"

namespace hyperplane {

/// Contacts of a ball with the solid cells of a grid in closed form: those of BodyContacts, where the ball's centre is
/// outside and what has a contact frees all it touches. World space, with the grid as A.
///
/// By the principle of depenetration/union_contacts.h: the least overlap with a box of cells leads from its nearest
/// point to the centre. It counts unless a cell at that point rises above it, and the others are dropped after a test
/// that the depenetration by those frees them. The rest has no closed form: a part that is not freed, a contact that
/// may be redundant, and directions that merge.
/// @param a, b a grid and a sphere; of others false.
/// @return false if there is no closed form. Then none was visited.
bool visit_ball_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         FunctionRef<void(ContactManifold&)> visit);

}  // namespace hyperplane
