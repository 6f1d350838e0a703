#pragma once

#include <hyperplane/world_query.h>

#include "core/buffer.h"
#include "query/scene.h"

namespace hyperplane {

/// Finds the colliders that intersect a shape: the trees provide candidates by bounds, which are tested one by one.
/// @param rows replaced; ascending. @return `out_of_memory`.
Status find_overlapping(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options,
                        Buffer<std::uint32_t>& rows);

}  // namespace hyperplane
