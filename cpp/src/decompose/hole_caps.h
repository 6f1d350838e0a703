#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "decompose/model.h"

namespace hyperplane {

/// Closes the holes of bodies, so that the inside of a vessel is well defined: each boundary loop gets a fan of
/// triangles around its middle, or one triangle if it has three edges.
///
/// The boundary edges of an oriented surface enter each vertex as often as they leave it, so they form closed loops. A
/// loop that meets itself is closed there first: holes that touch at a vertex get caps of their own. Fans lie in the
/// convex hull of their loops, so no hull of a part grows. Caps may cross the surface; winding numbers stay whole.
///
/// @param twins of the model's triangles. @param gaps by body: zero for bodies without holes.
/// @return whether all holes are closed: false for surfaces that cannot be oriented; or `out_of_memory`.
Result<bool> cap_holes(Model& model, std::span<const std::uint32_t> twins, std::span<const std::uint64_t> gaps);

}  // namespace hyperplane
