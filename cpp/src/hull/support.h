#pragma once

#include <cstdint>

#include "hull/hull.h"

/// Support mapping of a hull: its point that lies farthest along a direction (of any length; some vertex for zero), in
/// the hull's own frame.
///
/// Small hulls are scanned (support_cells.h). On larger ones a table by direction gives a vertex, from which the way
/// climbs from vertex to neighbouring vertex as long as one is higher. On a
/// convex polyhedron that ends at a highest vertex: if none of the edges at a vertex leads upwards, the polyhedron lies
/// in the cone that they span, below it. Equally high neighbours need not be looked into, so that flat tops are no
/// trap; and the neighbours are those of an exactly convex triangulation (quickhull.h), so that merged faces, which are
/// flat only within a tolerance, are none either.

namespace hyperplane {

/// Of several highest vertices: the same one for the same direction.
Vec3 highest_point(const Hull& hull, const Vec3& direction);

/// The climb alone, for hulls of any size. Of several highest vertices, which one comes back may depend on `start`.
std::uint32_t climb(const Hull& hull, const Vec3& direction, std::uint32_t start);

}  // namespace hyperplane
