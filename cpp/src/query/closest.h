#pragma once

#include <hyperplane/world_query.h>

#include "query/scene.h"

namespace hyperplane {

/// The collider with the least signed distance to a point: the nearest, or the collider that contains the point
/// deepest. The trees are descended nearest bounds first (bvh/visit.h); a conservative 32-bit distance to the
/// bounds culls nodes, and the shape's closest point in 64 bits decides. Of equal distances the lowest row wins.
WorldClosestPoint find_closest(const Scene& scene, const Vec3& point, const QueryOptions& options);

}  // namespace hyperplane
