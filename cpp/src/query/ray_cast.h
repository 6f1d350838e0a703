#pragma once

#include <hyperplane/world_query.h>

#include "core/buffer.h"
#include "query/scene.h"

namespace hyperplane {

/// Rays into a world: the trees name the rows that a ray may meet (ray_descent.h), and the shape's own ray cast in 64
/// bits decides.
///
/// The answer is that of asking every collider: of equal distances the lowest row's.
/// @param direction any length but zero.
WorldRayHit cast_ray(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options);

/// All hits, nearest first. @return `out_of_memory`.
Status cast_ray_through(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options,
                        Buffer<WorldRayHit>& hits);

}  // namespace hyperplane
