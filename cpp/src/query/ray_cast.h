#pragma once

#include <hyperplane/world.h>

#include "core/buffer.h"
#include "query/scene.h"

namespace hyperplane {

/// Rays into a world. The trees are descended four children at a time in 32 bits, nearest child first, by the slab test
/// (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986); what remains is decided by the shape's own ray cast in 64
/// bits.
///
/// The 32-bit test errs towards hitting only. The ray enters it from where it meets the bounds of the tree, so that its
/// origin is near; the origin's rounding is made up for by a margin on both sides of every slab, and the roundings of
/// the direction and of the products by a relative one on the interval (after Ize, "Robust BVH Ray Traversal", 2013).
/// An axis along which the ray does not move counts as one along which it moves by next to nothing, which with the
/// margin on the slabs hits whatever a ray in the plane of a face hits.
///
/// The answer is that of asking every collider: of equal distances the lowest row's.
/// @param direction any length but zero.
WorldRayHit cast_ray(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options);

/// All hits, nearest first. @return `out_of_memory`.
Status cast_ray_through(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options,
                        Buffer<WorldRayHit>& hits);

}  // namespace hyperplane
