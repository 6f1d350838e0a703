#include "narrowphase/part/containment.h"

#include <cmath>
#include <limits>

#include <hyperplane/shape_query.h>

#include "composite/compound.h"
#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/solid_cells.h"
#include "core/constants.h"
#include "core/workspace.h"
#include "math/pose.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/part/part_pairs.h"

namespace hyperplane {
namespace {

/// Calls `visit(shape, pose, part)` for a shape that is no compound, or for every part of a compound.
template <class Visit>
void for_each_member(const Shape& shape, const Pose& pose, const Visit& visit) {
  if (shape.type != ShapeType::compound) {
    visit(shape, pose, -1);
    return;
  }
  std::int32_t number = 0;
  for (const CompoundPart& part : shape.compound->parts()) {
    Shape one = part.shape;
    one.kinds = shape.kinds;
    visit(one, pose * part.pose, number++);
  }
}

/// A point of a convex shape, inside if the shape has an inside.
Vec3 inner_point(const Shape& shape, const Pose& pose) {
  Vec3 sum;
  for (int i = 0; i < 3; ++i) sum += support(shape, pose, unit_axis(i)) + support(shape, pose, -unit_axis(i));
  return sum * (1.0 / 6.0);
}

/// The bounds of a solid in the frame of what has a pose in its frame.
Aabb bounds_from(const Surface& solid, const Pose& pose_in_solid) {
  const Transform frame = to_transform(pose_in_solid);
  return rotated(transpose(frame.rotation),
                 {solid.bounds().min - frame.translation, solid.bounds().max - frame.translation});
}

/// Whether a shape that does not touch the surface of a solid, or barely, lies inside; or behind a one-sided surface.
/// Parts of a surface may be inside and others outside.
bool is_inside(const Surface& solid, const Shape& shape, const Pose& pose_in_solid) {
  const Surface surface(shape);
  if (!solid.is_solid()) {
    return solid.is_behind(frame_of(pose_in_solid) * inner_point_of(shape));
  }
  if (!surface.exists()) return solid.contains(inner_point(shape, pose_in_solid));
  const Transform frame = to_transform(pose_in_solid);
  bool found = false;
  surface.visit_within(bounds_from(solid, pose_in_solid), nullptr, [&](std::uint32_t i) {
    Vec3 corners[3];
    surface.corners(i, corners);
    found = solid.contains(frame * corners[0]);
    return !found;
  });
  return found;
}

/// Visits the cells of a grid whose middles lie behind a one-sided surface. Few bodies are there: boxes of cells and
/// cells are first compared with the planes of the triangles near by. @param pose of the grid in the frame of the
/// surface.
void visit_cells_behind(const Surface& surface, const SolidCells& cells, const Pose& pose, CellBoxSearch visit) {
  struct Plane {
    Vec3 normal, at;
  };
  constexpr std::size_t k_most = 32;
  const Transform frame = frame_of(pose);
  const double thickness = surface.thickness();
  cells.visit_lasting_within(bounds_from(surface, pose), [&](const CellBox& box) {
    const Aabb local = cells.bounds_of(box);
    const Vec3 middle = frame * ((local.min + local.max) * 0.5), half = (local.max - local.min) * 0.5;
    const Aabb turned = rotated(frame.rotation, {-half, half});
    const double rounding = (surface.reach() + length(middle) + length(half)) * k_bounds_rounding;
    Workspace<Plane, k_most> planes;
    std::size_t count = 0;
    const auto add = [&](std::uint32_t i) {
      Vec3 corners[3];
      surface.corners(i, corners);
      const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
      const double reach = dot(abs(transpose_times(frame.rotation, normal)), half) + rounding * length(normal);
      if (dot(normal, middle - corners[0]) < reach) planes.data()[count++] = {normal, corners[0]};
      return count < k_most;
    };
    surface.visit_within(grown_by({middle + turned.min, middle + turned.max}, thickness + rounding), nullptr, add);
    // With too many planes, any cell may be behind one.
    const auto may_be_behind = [&](const Vec3& point) {
      bool may = count == k_most;
      for (std::size_t i = 0; i < count && !may; ++i) {
        const auto& [normal, at] = planes.data()[i];
        const double far = length(normal), height = dot(normal, point - at);
        may = height < rounding * far && height > -(thickness + rounding) * far;
      }
      return may;
    };
    for (std::int32_t y = box.low[1]; y < box.high[1] && count > 0; ++y) {
      for (std::int32_t z = box.low[2]; z < box.high[2]; ++z) {
        for (std::int32_t x = box.low[0]; x < box.high[0]; ++x) {
          const CellBox cell{{x, y, z}, {x + 1, y + 1, z + 1}};
          const Aabb bounds = cells.bounds_of(cell);
          const Vec3 inner = frame * ((bounds.min + bounds.max) * 0.5);
          if (may_be_behind(inner) && surface.is_behind(inner)) visit(cell);
        }
      }
    }
    return true;
  });
}

/// What a solid contains, or a one-sided surface has behind it, of a grid that does not touch the surface, in the frame
/// of that: cells may be inside and others outside. @param last the point that leaves last. @return not closer than
/// infinitely far if there is nothing.
Distance find_cells_inside(const Shape& of_solid, const SolidCells& cells, const Pose& pose, Vec3& last) {
  const Surface solid(of_solid);
  Distance closest;
  closest.distance = std::numeric_limits<double>::infinity();
  double most = -closest.distance;
  for (const bool knows_way : {false, true}) {
    const auto add = [&](const CellBox& box) {
      Vec3 middle;
      const Shape shape = cells.to_shape(box, middle);
      const Pose place = GridPart::pose_of(pose, middle);
      if (solid.is_solid() && !solid.contains(place.position)) return true;
      if (!knows_way) {
        const Distance found = nearest_parts(of_solid, shape, place, closest.distance);
        if (!(found.distance < closest.distance)) return true;
        // Beside a boundary edge a cell's middle may be behind a face, and the cell in front of the edge.
        if (!solid.is_solid() && !solid.is_behind(found.point_b)) return true;
        closest = found;
        closest.features.triangle_b = static_cast<std::int32_t>(cells.grid().index(box.low[0], box.low[1], box.low[2]));
      } else if (const Vec3 point = support(shape, place, closest.normal); dot(point, closest.normal) > most) {
        most = dot(point, closest.normal);
        last = point;
      }
      return true;
    };
    if (solid.is_solid()) {
      cells.visit_within(bounds_from(solid, pose), add);
    } else {
      // Cell by cell: which of them are merged depends on what is beside them.
      visit_cells_behind(solid, cells, pose, add);
    }
    if (!std::isfinite(closest.distance)) break;
  }
  return closest;
}

/// The closest triangle of a solid to a shape inside it, or of a surface to one behind it, as a contact of the solid as
/// A. @param closest points of both. @param last the point of the shape that leaves last.
ContactManifold contact_inside(const Distance& closest, const Vec3& last) {
  ContactManifold contact;
  contact.normal = -closest.normal;
  contact.depth = dot(contact.normal, closest.point_a - last);
  contact.features = closest.features;
  contact.point_count = 1;
  contact.points[0] = {last + contact.normal * contact.depth, last, contact.depth, 0};
  return contact;
}

/// Containment of a part of B in a part of A.
ContactManifold find_inside(const Shape& a, const Shape& b, const Pose& b_in_a) {
  ContactManifold deepest;
  for_each_member(a, {}, [&](const Shape& of_a, const Pose& pose_a, std::int32_t part_a) {
    const Surface solid(of_a);
    if (!solid.exists() || !(solid.is_solid() || solid.thickness() > 0.0)) return;
    for_each_member(b, b_in_a, [&](const Shape& of_b, const Pose& pose_b, std::int32_t part_b) {
      const Pose in_solid = relative_pose(pose_a, pose_b);
      const Aabb around = bounds(of_b, in_solid);
      if (!overlaps(around, solid.bounds())) return;
      Distance closest;
      Vec3 last;
      if (const SolidCells cells(of_b, of_a.kinds); cells.exists()) {
        closest = find_cells_inside(of_a, cells, in_solid, last);
        if (!std::isfinite(closest.distance)) return;
        to_world(to_transform(pose_a), closest);
        last = to_transform(pose_a) * last;
      } else {
        if (!is_inside(solid, of_b, in_solid)) return;
        closest = nearest_parts(of_a, of_b, in_solid, std::numeric_limits<double>::infinity());
        // Beside a boundary edge the body's inner point may be behind a face, and the body in front of the edge.
        if (!solid.is_solid() && !solid.is_behind(closest.point_b)) return;
        to_world(to_transform(pose_a), closest);
        // A convex shape leaves as a whole; of a surface, what is nearest.
        last = Surface(of_b).exists() ? closest.point_b : support(of_b, pose_b, closest.normal);
      }
      ContactManifold contact = contact_inside(closest, last);
      contact.features.part_a = part_a;
      contact.features.part_b = part_b;
      if (deepest.point_count == 0 || contact.depth > deepest.depth) deepest = contact;
    });
  });
  return deepest;
}

}  // namespace

bool may_contain(const Shape& shape) {
  return shape.type == ShapeType::compound ? shape.compound->has_surface() : Surface(shape).is_solid();
}

ContactManifold find_containment(const Shape& a, const Shape& b, const Pose& b_in_a) {
  ContactManifold of_a = find_inside(a, b, b_in_a);
  if (of_a.point_count > 0) return of_a;
  ContactManifold of_b = find_inside(b, a, relative_pose(b_in_a, {}));
  if (of_b.point_count == 0) return of_b;
  flip(to_transform(b_in_a), of_b);
  return of_b;
}

}  // namespace hyperplane
