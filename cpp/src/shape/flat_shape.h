#pragma once

#include <array>
#include <cstddef>

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "math/vec3.h"

/// Shapes with a size of zero: points, segments, rectangles, discs. They have a surface and no inside.

namespace hyperplane {

/// The parameters of a type, as bits, without which a shape has no volume. A capsule without height is a ball.
constexpr unsigned thickness_parameters(ShapeType type) {
  switch (type) {
    case ShapeType::sphere:
    case ShapeType::capsule:
      return 1u;
    case ShapeType::cylinder:
    case ShapeType::cone:
      return 3u;
    case ShapeType::box:
    case ShapeType::ellipsoid:
      return 7u;
    default:
      return 0u;
  }
}

/// Whether a size of the shape is zero, so that it has no volume. Free of branches.
inline bool is_flat(const Shape& shape) {
  constexpr auto k_needed = [] {
    std::array<unsigned, k_shape_type_count> needed{};
    for (int i = 0; i < k_shape_type_count; ++i) {
      needed[static_cast<std::size_t>(i)] = thickness_parameters(static_cast<ShapeType>(i));
    }
    return needed;
  }();
  const double* const p = shape.parameters;
  const unsigned zeros = (p[0] == 0.0 ? 1u : 0u) | (p[1] == 0.0 ? 2u : 0u) | (p[2] == 0.0 ? 4u : 0u);
  return (zeros & k_needed[static_cast<std::size_t>(shape.type)]) != 0;
}

/// `raycast` of shape_query.h for a flat shape, in its frame. A ray hits a surface from both sides, an edge in its
/// plane, a segment and a point. Along its zero sizes the shape is as thick as the rounding of the ray
/// (k_flat_ray_margin), so that a ray aimed at it hits it at any pose.
/// @param direction unit length. @param coordinates magnitude of the coordinates that the ray was given in, m.
RayHit raycast_flat(const Shape& shape, const Vec3& origin, const Vec3& direction, double max_distance,
                    double coordinates);

}  // namespace hyperplane
