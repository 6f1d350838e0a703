#pragma once

#include "colliders/collider_rows.h"
#include "core/function_ref.h"

namespace hyperplane {

/// Moves the local origin of a world's 32-bit bounds among the colliders, if they are so far from it that the bounds
/// get coarse. Call when positions and bounds are up to date.
/// @param axes numbers of a position, at most 3. @param position_of a row's position.
/// @return whether it moved: all bounds must then be computed again.
bool move_local_origin(const ColliderRows& rows, int axes, FunctionRef<const double*(std::uint32_t)> position_of,
                       double* origin);

}  // namespace hyperplane
