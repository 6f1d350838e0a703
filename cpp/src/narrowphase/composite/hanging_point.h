#pragma once

#include <hyperplane/pair.h>

namespace hyperplane {

/// Deepens a contact with a face of a surface to the deepest point of the other shape, where that point hangs below
/// another triangle in the same plane, which the shape does not touch: a sharp corner that leans below flat ground. The
/// contact keeps its triangle.
/// @param contact of a patch, in the frame of A, as b_in_a.
void add_hanging_point(const Shape& a, const Shape& b, const Pose& b_in_a, ContactManifold& contact);

}  // namespace hyperplane
