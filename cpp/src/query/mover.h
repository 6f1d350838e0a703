#pragma once

#include <hyperplane/mover.h>
#include <hyperplane/shape.h>
#include <hyperplane/status.h>

#include "query/mover_cache.h"
#include "query/scene.h"

namespace hyperplane {

/// A kinematic body that moves through a scene and does not turn, by collide and slide (motion/collide_and_slide.h).
///
/// The answer depends neither on colliders that are filtered out nor on the order of the rows nor on the cache.
/// @param cache null: none.
MoverResult move_and_slide(const Scene& scene, const Shape& shape, const Pose& pose, const Vec3& delta,
                           const MoverOptions& options, MoverCache* cache = nullptr);

/// @return `invalid_argument`, with the reason.
Result<bool> check_move(const Pose& pose, const Vec3& delta, const MoverOptions& options);

}  // namespace hyperplane
