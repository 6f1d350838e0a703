#pragma once

#include <cstdint>
#include <span>

#include "world/storage.h"

namespace hyperplane {

/// Bounds of colliders at their seen poses, relative to `origin`, rounded outwards: of two shapes that touch, the
/// bounds overlap, wherever the world is.
///
/// Most shapes are a box, rounded by a radius: along each axis of the world it reaches as far as the sum of its half
/// sizes times the absolute entries of its rotation matrix, and the radius. That is done in 32 bits, four colliders at
/// a time, and made larger by what its rounding may cost: about a millionth of the size. The centre is moved to the
/// local origin in 64 bits. Other shapes know their bounds themselves (shape_query.h).
void compute_bounds(Storage& storage, std::span<const std::uint32_t> rows, const Vec3& origin);

}  // namespace hyperplane
