#pragma once

#include <hyperplane/world_query.h>

#include "core/buffer.h"
#include "query/scene.h"

namespace hyperplane {

/// The colliders of a world that intersect a shape: those whose bounds do, from the trees, asked one by one.
/// @param rows ascending. @return `out_of_memory`.
Status find_overlapping(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options,
                        Buffer<std::uint32_t>& rows);

}  // namespace hyperplane
