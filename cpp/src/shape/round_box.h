#pragma once

#include "shape/box.h"
#include "shape/rounding.h"

namespace hyperplane {

/// All points within a distance of a box, which is its core. Its members are described in shape_class.h.
struct RoundBox : Box {
  double rounding;

  explicit constexpr RoundBox(const Shape& shape) : Box(shape), rounding(shape.parameters[3]) {}

  constexpr double radius() const { return rounding; }

  static constexpr unsigned k_thickness_parameters = 0u;
  constexpr RoundedBox rounded_box() const { return {true, half, rounding}; }

  Aabb bounds(const Transform& pose) const;
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint closest_point(const Vec3& point) const { return grown(Box::closest_point(point), rounding); }
};

/// Whether the core of a shape of this type is a box.
constexpr bool has_box_core(ShapeType type) { return type == ShapeType::box || type == ShapeType::round_box; }

}  // namespace hyperplane
