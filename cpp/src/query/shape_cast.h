#pragma once

#include <hyperplane/world_query.h>

#include "query/scene.h"

namespace hyperplane {

/// A moving shape into a world whose colliders stand still: the first one that it touches.
///
/// The bounds of the shape travel through the trees as a ray does (ray_descent.h); where the shape turns they hold all
/// that it sweeps around its origin. Each collider that they meet before the best touch so far is decided by the time
/// of impact of the pair.
///
/// The answer is that of asking every collider: of equal times the lowest row's. A distance limit is in metres along
/// the way of the shape's origin; where the origin stays, it does not limit.
WorldImpact cast_shape(const Scene& scene, const Shape& shape, const Sweep& sweep, const QueryOptions& options);

}  // namespace hyperplane
