#pragma once

#include <hyperplane/world_query.h>

#include "query/scene.h"

namespace hyperplane {

/// The collider of a world whose surface is nearest to a point, by signed distance: outside of all the nearest one,
/// inside of some the one in which the point lies deepest. The trees are descended nearest bounds first; a bound on the
/// distance from bounds in 32 bits, widened as in ray_cast.h, leaves out what is farther than the best so far, and the
/// shape's own closest point in 64 bits decides. Source: Roussopoulos, Kelley and Vincent, "Nearest Neighbor Queries"
/// (1995). Of equal distances the lowest row's.
WorldClosestPoint find_closest(const Scene& scene, const Vec3& point, const QueryOptions& options);

}  // namespace hyperplane
