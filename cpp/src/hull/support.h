#pragma once

#include <cstdint>

#include "hull/hull.h"

/// Support mapping of a hull: the vertex that lies farthest along a direction (of any length; some vertex for zero).
///
/// Small hulls are scanned, two vertices at a time and without a branch that could be mispredicted, at about half a
/// nanosecond a vertex. On larger ones the way climbs from vertex to neighbouring vertex as long as one is higher. On a
/// convex polyhedron that ends at a highest vertex: if none of the edges at a vertex leads upwards, the polyhedron lies
/// in the cone that they span, below it. Equally high neighbours need not be looked into, so that flat tops are no
/// trap; and the neighbours are those of an exactly convex triangulation (quickhull.h), so that merged faces, which are
/// flat only within a tolerance, are none either.

namespace hyperplane {

/// Of several highest vertices: the same one for the same direction.
std::uint32_t highest_vertex(const Hull& hull, const Vec3& direction);

/// @param start a vertex where a climb sets out: the answer to a similar question saves most of the way. Of several
/// highest vertices, which one comes back may depend on it.
std::uint32_t highest_vertex(const Hull& hull, const Vec3& direction, std::uint32_t start);

/// The climb alone, for hulls of any size.
std::uint32_t climb(const Hull& hull, const Vec3& direction, std::uint32_t start);

}  // namespace hyperplane
