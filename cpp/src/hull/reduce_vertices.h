#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "math/vec3.h"

/// Chooses the vertices of a hull that stay when it may have only so many: those whose hull loses little volume.
///
/// To find the best set is hard; this is greedy twice. Upwards: quickhull that always takes the farthest point of all,
/// up to some multiple of the number wanted. Then downwards: the vertex whose removal loses the least volume goes
/// first. When a vertex goes, the triangles around it give way to the outer hull of its neighbours, which is found by
/// flipping edges of any triangulation of that hole until it is convex; what lies between is the volume lost. A removal
/// changes the costs of the neighbours only, and a heap keeps them.
///
/// Measured on spheres, balls, cubes, rounded boxes, tori, ellipsoids and cylinders of 2,000 and 100,000 points, with 8
/// to 256 vertices to stay: starting downwards from four times the number loses as little volume as starting from the
/// full hull (within a few per cent of the loss, either way) and takes a fortieth of the time at 100,000 vertices;
/// going upwards alone loses up to 4 times as much on shapes with rounded edges, and now and then a little less on
/// spheres. So multiples of 1, 2 and 4 are tried, and the set with the greatest volume is taken.

namespace hyperplane {

/// @param points on the grid; all of them vertices of their hull.
/// @param tie as for quickhull.
/// @param max_vertices at least 4.
/// @param keep by point: 1 where it stays.
/// @return `out_of_memory` or ok.
[[nodiscard]] Status reduce_vertices(std::span<const Vec3> points, double tie, std::uint32_t max_vertices,
                                     Buffer<std::uint8_t>& keep);

}  // namespace hyperplane
