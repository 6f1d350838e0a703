#include "composite/ray_exit.h"

#include "composite/compound.h"
#include "composite/half_space.h"
#include "composite/leave_union.h"
#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/solid_cells.h"
#include "composite/surface.h"
#include "composite/surface_query.h"
#include "composite/tolerances.h"
#include "shape/flat_shape.h"

namespace hyperplane {
namespace {

RayHit leave_convex(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction) {
  if (is_flat(shape) || shape.type == ShapeType::triangle) return {};
  const double far = dot(support(shape, pose, direction) - origin, direction) + size_of(shape);
  RayHit hit = raycast(shape, pose, origin + direction * far, -direction, far + size_of(shape));
  hit.distance = max(far - hit.distance, 0.0);
  return hit;
}

/// In the frame of the mesh.
RayHit leave_mesh(const Surface& mesh, const Vec3& origin, const Vec3& direction) {
  RayHit best;
  best.distance = ray_descent::k_infinity;
  const double thickness = k_touch_margin * mesh.reach();
  const Vec3 margin{thickness, thickness, thickness};
  mesh.visit_along({origin, direction, -margin, margin}, best.distance, nullptr, [&](std::uint32_t i) {
    const Triangle front(mesh.triangle_shape(i));
    const Triangle back(front.origin + front.corner(0), front.origin + front.corner(2), front.origin + front.corner(1));
    hit_triangle(back, i, true, origin, direction, best);
  });
  best.normal = -best.normal;
  return best;
}

/// Of a union of parts, in their frame. @param size m: of the union. @param visit_parts visits the parts within bounds:
/// each with its pose, and what it names of a hit.
template <class VisitParts>
RayHit leave_parts(double size, const Vec3& origin, const Vec3& direction, const VisitParts& visit_parts) {
  const double slack = k_touch_margin * size;
  const Vec3 margin{slack, slack, slack};
  return leave_union<RayHit>(slack, [&](double distance) {
    RayHit farthest;
    const Vec3 from = origin + direction * distance;
    visit_parts({from - margin, from + margin}, [&](const Shape& shape, const Pose& pose, const auto& name) {
      if (!raycast(shape, pose, from, direction, slack).hit) return;
      RayHit end = leave_shape(shape, pose, from, direction);
      end.distance += distance;
      name(end);
      const bool is_first = end.distance == farthest.distance && end.feature.part < farthest.feature.part;
      if (end.hit && (!farthest.hit || end.distance > farthest.distance || is_first)) farthest = end;
    });
    return farthest;
  });
}

/// In the frame of the compound. @param kinds of cells that are there.
RayHit leave_compound(const Compound& compound, const KindMask* kinds, const Vec3& origin, const Vec3& direction) {
  return leave_parts(compound.size(), origin, direction, [&](const Aabb& bounds, const auto& visit) {
    compound.visit_within(bounds, [&](std::uint32_t i) {
      Shape shape = compound.parts()[i].shape;
      if (shape.type == ShapeType::voxels) shape.kinds = kinds;
      visit(shape, compound.parts()[i].pose, [i](RayHit& end) { end.feature.part = static_cast<std::int32_t>(i); });
      return true;
    });
  });
}

/// In the frame of the grid.
RayHit leave_cells(const SolidCells& cells, const Vec3& origin, const Vec3& direction) {
  return leave_parts(cells.size(), origin, direction, [&](const Aabb& bounds, const auto& visit) {
    // The boxes of `visit_within` may reach over empty cells.
    cells.visit_lasting_within(bounds, [&](const CellBox& box) {
      Vec3 middle;
      const Shape shape = cells.to_shape(box, middle);
      visit(shape, {middle, {}},
            [&](RayHit& end) { end.feature.triangle = cells.index_at(box, end.point, end.normal); });
      return true;
    });
  });
}

}  // namespace

RayHit leave_shape(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction) {
  if (!is_composite(shape.type)) return leave_convex(shape, pose, origin, direction);
  const Transform frame = frame_of(pose);
  const Vec3 from = inverse_times(frame, origin), along = transpose_times(frame.rotation, direction);
  RayHit hit;
  if (shape.type == ShapeType::compound) {
    hit = leave_compound(*shape.compound, shape.kinds, from, along);
  } else if (shape.type == ShapeType::voxels) {
    hit = leave_cells(SolidCells(shape), from, along);
  } else if (shape.type == ShapeType::half_space) {
    hit = HalfSpaceShape::leave(from, along);
  } else if (const Surface surface(shape); surface.is_solid()) {
    hit = leave_mesh(surface, from, along);
  }
  hit.point = frame * hit.point;
  hit.normal = frame.rotation * hit.normal;
  return hit;
}

}  // namespace hyperplane
