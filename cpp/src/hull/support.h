#pragma once

#include <cstdint>

#include "hull/hull.h"

/// Support mapping of a hull, in its own frame: the point farthest along a direction of any length (some vertex for
/// zero).
///
/// Small hulls are scanned (support_cells.h). Larger ones are climbed: a table by direction gives a start vertex, then
/// the search moves to higher neighbours. On a convex polyhedron this ends at a highest vertex: if no edge rises, the
/// polyhedron lies below the vertex, in the cone of its edges. Equally high neighbours need no visit, so flat tops are
/// no trap; and the neighbours come from an exactly convex triangulation (quickhull.h), so merged faces, flat only
/// within a tolerance, are no trap either.

namespace hyperplane {

/// Among several highest vertices the choice depends on the direction only.
Vec3 highest_point(const Hull& hull, const Vec3& direction);

/// The climb alone, for hulls of any size. Among several highest vertices the choice may depend on `start`.
std::uint32_t climb(const Hull& hull, const Vec3& direction, std::uint32_t start);

}  // namespace hyperplane
