#pragma once

#include <hyperplane/world_query.h>

#include "core/buffer.h"
#include "query/scene.h"

namespace hyperplane {

/// The first impact of a moving shape; the colliders stand still.
///
/// The shape's bounds move through the trees along a ray (bvh/ray_descent.h); for a turning shape they contain its
/// sweep around its origin. The time of impact of the pair decides for each collider that they hit before the earliest
/// impact so far.
///
/// The result equals a test of every collider; of equal times the lowest row wins. The distance limit is in metres
/// along the path of the shape's origin, and does not apply if the origin stays.
WorldImpact cast_shape(const Scene& scene, const Shape& shape, const Sweep& sweep, const QueryOptions& options);

/// The first impact with each collider. @param hits replaced; in order of time, then by row. @return `out_of_memory`.
Status cast_shape_through(const Scene& scene, const Shape& shape, const Sweep& sweep, const QueryOptions& options,
                          Buffer<WorldImpact>& hits);

}  // namespace hyperplane
