#pragma once

#include <span>

#include <hyperplane/batch.h>

/// Common to all batches of pairs.

namespace hyperplane::bindings {

/// @param poses of A and B in turn. @return whether all are valid; if not, the fault record names the first pair's.
bool accept_poses_of_pairs(std::span<const Pose> poses);

/// Turns -0 into +0, as web/src/memory.ts does for single calls.
void drop_signs_of_zeros(std::span<BatchAnswer> answers);

}  // namespace hyperplane::bindings
