#pragma once

#include "core/function_ref.h"
#include "math/vec3.h"

namespace hyperplane {

inline constexpr int k_directions_all_round = 26;

/// Visits unit directions evenly all round. @return the angle between them, rad.
double visit_all_round(FunctionRef<void(const Vec3&)> visit);

/// Visits four directions at an angle from a unit direction. @param angle small, rad.
void visit_beside(const Vec3& direction, double angle, FunctionRef<void(const Vec3&)> visit);

}  // namespace hyperplane
