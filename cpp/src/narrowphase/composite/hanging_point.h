#pragma once

#include <optional>

#include <hyperplane/pair.h>

#include "narrowphase/composite/placed_body.h"
#include "narrowphase/composite/siblings.h"
#include "narrowphase/composite/surface_vicinity.h"

namespace hyperplane {

/// Deepens a contact with a face of a surface to the deepest point of the other shape, where that point hangs below
/// another triangle or a sibling in the same plane, which the shape does not touch: a sharp corner that leans below
/// flat ground. The contact keeps its triangle.
/// @param around none: the tree. @param siblings of the surface, may be null.
/// @param contact of a patch with a surface as A and a convex shape, in the frame of the surface.
void add_hanging_point(const Surface& surface, const std::optional<TrianglesAround>& around, SurfaceSiblings* siblings,
                       const PlacedBody& body, ContactManifold& contact);

}  // namespace hyperplane
