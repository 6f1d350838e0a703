#pragma once

#include "math/vec3.h"
#include "narrowphase/convex/tolerances.h"

/// A step of Newton's method for the least depth over the unit sphere, damped as by Levenberg (1944) and Marquardt
/// (1963): a multiple of the identity is added to the matrix of second derivatives.

namespace hyperplane {

/// A depth around a unit normal, along two directions perpendicular to it and to each other.
struct DepthModel {
  Vec3 u, v;
  double slope_u, slope_v;
  /// Second derivatives.
  double uu, vv, uv;

  double mean() const { return 0.5 * (uu + vv); }
  /// Half the difference of the greatest and the least second derivative.
  double spread() const { return std::sqrt(0.25 * (uu - vv) * (uu - vv) + uv * uv); }

  /// @param damping added to the matrix. @param step across the normal, no longer than k_longest_depth_step.
  /// @return false if the matrix is not positive definite.
  bool find_step(double damping, Vec3& step) const {
    const double at_u = uu + damping, at_v = vv + damping, determinant = at_u * at_v - uv * uv;
    if (!(determinant > 0.0)) return false;
    step = (u * (uv * slope_v - at_v * slope_u) + v * (uv * slope_u - at_u * slope_v)) * (1.0 / determinant);
    const double reach = length(step);
    if (reach > k_longest_depth_step) step = step * (k_longest_depth_step / reach);
    return true;
  }
};

}  // namespace hyperplane
