#pragma once

#include <cstddef>

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "shape/dispatch.h"

/// Shapes with a size of zero: points, segments, rectangles, discs. They have a surface and no inside.

namespace hyperplane {

/// Whether a size of the shape is zero, so that it has no volume. Free of branches.
inline bool is_flat(const Shape& shape) {
  constexpr unsigned k_needed[] = {
#define HYPERPLANE_THICKNESS_PARAMETERS(Type, name) Type::k_thickness_parameters,
      HYPERPLANE_SHAPES(HYPERPLANE_THICKNESS_PARAMETERS)
#undef HYPERPLANE_THICKNESS_PARAMETERS
  };
  constexpr unsigned k_rounding[] = {
#define HYPERPLANE_ROUNDING_PARAMETER(Type, name) Type::k_rounding_parameter,
      HYPERPLANE_SHAPES(HYPERPLANE_ROUNDING_PARAMETER)
#undef HYPERPLANE_ROUNDING_PARAMETER
  };
  const double* const p = shape.parameters;
  const auto type = static_cast<std::size_t>(shape.type);
  const unsigned zeros = (p[0] == 0.0 ? 1u : 0u) | (p[1] == 0.0 ? 2u : 0u) | (p[2] == 0.0 ? 4u : 0u);
  return ((zeros & k_needed[type]) != 0) & ((~zeros & k_rounding[type]) == 0);
}

/// `raycast` of shape_query.h for a flat shape, in its frame. A ray hits a surface from both sides, an edge in its
/// plane, a segment and a point. Along its zero sizes the shape is as thick as the rounding of the ray
/// (k_flat_ray_margin), so that a ray aimed at it hits it at any pose.
/// @param direction unit length. @param coordinates magnitude of the coordinates that the ray was given in, m.
RayHit raycast_flat(const Shape& shape, const Vec3& origin, const Vec3& direction, double max_distance,
                    double coordinates);

}  // namespace hyperplane
