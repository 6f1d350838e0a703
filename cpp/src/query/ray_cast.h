#pragma once

#include <hyperplane/world_query.h>

#include "core/buffer.h"
#include "query/scene.h"

namespace hyperplane {

/// The first hit of a ray. The trees provide candidate rows (bvh/ray_descent.h), and the shape's ray cast in 64 bits
/// decides. The result equals a test of every collider; of equal distances the lowest row wins.
/// @param direction any length but zero.
WorldRayHit cast_ray(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options);

/// All hits, nearest first. @return `out_of_memory`.
Status cast_ray_through(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options,
                        Buffer<WorldRayHit>& hits);

}  // namespace hyperplane
