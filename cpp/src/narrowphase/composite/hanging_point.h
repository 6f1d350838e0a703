#pragma once

#include <optional>

#include <hyperplane/pair.h>

#include "narrowphase/composite/placed_body.h"
#include "narrowphase/composite/surface_vicinity.h"

namespace hyperplane {

/// Deepens a contact with a face of a surface to the deepest point of the other shape, where that point hangs below
/// another triangle in the same plane, which the shape does not touch: a sharp corner that leans below flat ground. The
/// contact keeps its triangle.
/// @param contact of a patch, in the frame of A, as b_in_a.
void add_hanging_point(const Shape& a, const Shape& b, const Pose& b_in_a, ContactManifold& contact);

/// The same for a surface as A and a convex shape, in the frame of the surface. @param around none: the tree.
void add_hanging_point(const Surface& surface, const std::optional<TrianglesAround>& around, const PlacedBody& body,
                       ContactManifold& contact);

}  // namespace hyperplane
