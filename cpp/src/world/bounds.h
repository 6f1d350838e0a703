#pragma once

#include <cstdint>
#include <span>

#include "world/storage.h"

namespace hyperplane {

/// Computes the bounds of colliders at their seen poses, relative to `origin`, rounded outwards: bounds of touching
/// shapes overlap at any distance from the origin. With the margins of the colliders.
///
/// Most shapes are boxes rounded by a radius. Their reach along a world axis is the radius plus the sum of half sizes
/// times absolute entries of the rotation matrix. It is computed in 32 bits for four colliders at a time, and enlarged
/// by the bound on its rounding, about a millionth of the size. The centre is made relative to the local origin in 64
/// bits. Other shapes compute their own bounds (touch_bounds.h).
void compute_bounds(Storage& storage, std::span<const std::uint32_t> rows, const Vec3& origin);

}  // namespace hyperplane
