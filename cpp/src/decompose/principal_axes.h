#pragma once

#include <span>

#include "math/mat3.h"

namespace hyperplane {

/// The principal axes of points, the longest first: the eigenvectors of their covariance. Columns of a rotation.
/// @param points at least one.
Mat3 principal_axes(std::span<const Vec3> points);

}  // namespace hyperplane
