#pragma once

#include <hyperplane/world_query.h>

#include "core/buffer.h"
#include "query/scene.h"

namespace hyperplane {

/// The collider with the least signed distance to a shape. The trees are descended nearest bounds first (bvh/visit.h),
/// and a collider that is certainly farther than the nearest so far is dropped by a lower bound of its distance. Of
/// equal distances the lowest row wins.
WorldDistance find_nearest(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options);

/// All colliders within the maximum distance. @param found replaced; nearest first, then by row.
/// @return `out_of_memory`.
Status find_all_near(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options,
                     Buffer<WorldDistance>& found);

}  // namespace hyperplane
