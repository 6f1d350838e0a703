#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "decompose/model.h"

namespace hyperplane {

/// Closes the holes of bodies with triangles, so that what is inside a vessel has one meaning: its mouth ends at a fan
/// of triangles around the middle of its rim, one triangle if the rim has three edges.
///
/// The rims of an oriented surface run into each vertex as often as out of it, so they are closed ways. A way that
/// meets itself is closed there first: holes that touch at a vertex get caps of their own. Fans lie in the convex hull
/// of their rims, so no hull of a part grows by them. Caps may cross the surface; winding numbers stay whole.
///
/// @param twins of the model's triangles. @param gaps by body: zero for those that have no holes.
/// @return whether all holes are closed: false for surfaces that cannot be oriented; or `out_of_memory`.
Result<bool> cap_holes(Model& model, std::span<const std::uint32_t> twins, std::span<const std::uint64_t> gaps);

}  // namespace hyperplane
