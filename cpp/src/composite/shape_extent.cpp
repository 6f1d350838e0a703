#include "composite/shape_extent.h"

#include <hyperplane/shape_query.h>

#include "composite/composite.h"
#include "composite/surface.h"
#include "core/hash.h"
#include "hull/hull.h"
#include "shape/support.h"
#include "shape/triangle.h"

namespace hyperplane {

double size_of(const Shape& shape) {
  if (is_composite(shape.type)) return visit_composite(shape, [](const auto& c) { return c.size(); });
  const CoreSize core = core_size_of(shape);
  return core.radius + core.extent;
}

double reach_of(const Shape& shape) {
  if (is_composite(shape.type)) return visit_composite(shape, [](const auto& c) { return c.reach(); });
  const CoreSize core = core_size_of(shape);
  return length(core.origin) + core.extent + core.radius;
}

Vec3 inner_point_of(const Shape& shape) {
  if (shape.type == ShapeType::half_space) return {0.0, -k_max_shape_size, 0.0};
  const Hull* const hull = shape.hull != nullptr ? shape.hull : hull_of(shape);
  if (hull != nullptr) return hull->centre() + hull->centroid();
  if (is_composite(shape.type)) {
    const Aabb around = bounds(shape, {});
    return (around.min + around.max) * 0.5;
  }
  if (shape.type != ShapeType::triangle) return {};
  const Triangle flat(shape);
  return flat.origin + (flat.to_b + flat.to_c) * (1.0 / 3.0);
}

Vec3 inner_point_of(const Shape& shape, std::int32_t part, std::int32_t triangle) {
  if (shape.type == ShapeType::compound && part >= 0) {
    const CompoundPart& one = shape.compound->parts()[static_cast<std::size_t>(part)];
    return one.pose.position + rotate(one.pose.rotation, inner_point_of(one.shape, -1, triangle));
  }
  if (triangle < 0) return inner_point_of(shape);
  if (is_surface(shape.type)) {
    return inner_point_of(Surface(shape).triangle_shape(static_cast<std::uint32_t>(triangle)));
  }
  if (shape.type != ShapeType::voxels) return inner_point_of(shape);
  const SolidCells cells(shape);
  const Aabb cell = cells.bounds_of(cells.cell(static_cast<std::uint32_t>(triangle)));
  return (cell.min + cell.max) * 0.5;
}

bool has_surface(const Shape& shape) {
  return is_surface(shape) || (shape.type == ShapeType::compound && shape.compound->has_surface());
}

bool may_change(const Shape& shape) {
  return shape.type == ShapeType::voxels || is_surface(shape.type) ||
         (shape.type == ShapeType::compound && shape.compound->may_change());
}

std::uint64_t hash_of(const Shape& shape) {
  if (is_composite(shape.type)) return visit_composite(shape, [](const auto& c) { return c.hash(); });
  Hash hash;
  hash.add(static_cast<std::uint32_t>(shape.type));
  for (int i = 0; i < parameter_count(shape.type); ++i) hash.add(shape.parameters[i]);
  if (shape.hull != nullptr) hash.add(shape.hull->hash());
  return hash.value();
}

}  // namespace hyperplane
