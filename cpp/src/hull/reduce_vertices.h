#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "math/vec3.h"

/// Selects the vertices to keep under a vertex limit, losing little volume.
///
/// The optimal set is hard to find; this is greedy twice. Upwards: quickhull by the globally farthest point, up to a
/// multiple of the limit. Downwards: remove the vertex that loses the least volume, again and again. A removed vertex's
/// triangles are replaced by the outer hull of its neighbours, found by flipping edges until convex; the volume between
/// is the loss. A removal changes only the costs of its neighbours; a heap keeps them.
///
/// Measured on spheres, balls, cubes, rounded boxes, tori, ellipsoids and cylinders of 2,000 and 100,000 points, for
/// limits of 8 to 256: going down from four times the limit loses as little volume as going down from the full hull
/// (within a few per cent of the loss) in a fortieth of the time at 100,000 vertices. Going upwards alone loses up to
/// 4 times as much on shapes with rounded edges, and occasionally slightly less on spheres. So multiples of 1, 2 and 4
/// are tried, and the set with the largest volume wins.

namespace hyperplane {

/// @param points on the grid, all of them vertices of their hull.
/// @param tie as for quickhull.
/// @param max_vertices at least 4.
/// @param keep by point: 1 if kept.
/// @return `out_of_memory` or ok.
[[nodiscard]] Status reduce_vertices(std::span<const Vec3> points, double tie, std::uint32_t max_vertices,
                                     Buffer<std::uint8_t>& keep);

}  // namespace hyperplane
