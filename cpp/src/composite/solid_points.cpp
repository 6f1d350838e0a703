#include <algorithm>
#include <cmath>

#include "bvh/ray_descent.h"
#include "composite/solid_cells.h"

/// Points of the solid of a grid: the nearest to a point, and the farthest along a direction.

namespace hyperplane {

ClosestPoint SolidCells::closest_from_inside(const Vec3& point, const CellBox& cell) const {
  ClosestPoint closest;
  closest.feature.triangle = static_cast<std::int32_t>(grid_->index(cell.low[0], cell.low[1], cell.low[2]));
  double least = ray_descent::k_infinity;
  // Rings of cells, until no empty one can be nearer.
  const double smallest = min(grid_->cell_size().x, min(grid_->cell_size().y, grid_->cell_size().z));
  for (std::int32_t ring = 1; least > smallest * (ring - 1); ++ring) {
    std::int32_t at[3];
    for (at[1] = -ring; at[1] <= ring; ++at[1]) {
      for (at[2] = -ring; at[2] <= ring; ++at[2]) {
        const bool is_side = std::abs(at[1]) == ring || std::abs(at[2]) == ring;
        for (at[0] = -ring; at[0] <= ring; at[0] += is_side ? 1 : 2 * ring) {
          const std::int32_t place[3] = {cell.low[0] + at[0], cell.low[1] + at[1], cell.low[2] + at[2]};
          const Aabb empty = bounds_of({{place[0], place[1], place[2]}, {place[0] + 1, place[1] + 1, place[2] + 1}});
          const Vec3 there = nearest_in(empty, point);
          const double distance = length(there - point);
          if (!(distance < least) || is_solid(place[0], place[1], place[2])) continue;
          least = distance;
          closest.point = there;
          // On a face itself, the normal of that.
          int axis = 0;
          for (int k = 1; k < 3; ++k)
            axis = at[axis] == 0 || (at[k] != 0 && std::abs(at[k]) > std::abs(at[axis])) ? k : axis;
          closest.normal =
              distance > 0.0 ? (there - point) * (1.0 / distance) : unit_axis(axis) * (at[axis] < 0 ? -1.0 : 1.0);
        }
      }
    }
  }
  closest.distance = -least;
  return closest;
}

ClosestPoint SolidCells::closest_point(const Vec3& point, double within) const {
  ClosestPoint best;
  best.distance = max(within, 0.0);
  CellBox inside;
  visit_near({point, point}, best.distance, [&](const CellBox& box) {
    const Vec3 there = nearest_in(bounds_of(box), point);
    const double distance = length(there - point);
    if (distance > best.distance) return true;
    best.distance = distance;
    best.point = there;
    inside = box;
    return distance > 0.0;
  });
  if (inside.is_empty()) {
    best.distance = ray_descent::k_infinity;
    return best;
  }
  if (best.distance == 0.0) {
    return closest_from_inside(point, cell(static_cast<std::uint32_t>(index_at(inside, point, {}))));
  }
  best.normal = (point - best.point) * (1.0 / best.distance);
  best.feature.triangle = index_at(inside, best.point, best.normal);
  return best;
}

Vec3 SolidCells::support(const Vec3& direction) const {
  const Aabb all = bounds();
  Vec3 farthest = (all.min + all.max) * 0.5;
  double most = -ray_descent::k_infinity;
  // The bricks near the corner farthest along the direction come first.
  const auto look = [&](auto&& self, int level, std::int32_t x, std::int32_t y, std::int32_t z) -> void {
    const std::uint64_t bits = level == 0 ? brick(x, y, z) : grid_->brick(level, x, y, z);
    std::int32_t size = 1;
    for (int k = 0; k < level; ++k) size *= Voxels::k_side;
    const std::int32_t turn[3] = {direction.x > 0.0 ? 3 : 0, direction.y > 0.0 ? 3 : 0, direction.z > 0.0 ? 3 : 0};
    for (int n = 0; n < 64; ++n) {
      const std::int32_t at[3] = {(n & 3) ^ turn[0], (n >> 4) ^ turn[1], (n >> 2 & 3) ^ turn[2]};
      if ((bits >> Voxels::bit_of(at[0], at[1], at[2]) & 1) == 0) continue;
      CellBox box;
      const std::int32_t place[3] = {Voxels::k_side * x + at[0], Voxels::k_side * y + at[1],
                                     Voxels::k_side * z + at[2]};
      for (int k = 0; k < 3; ++k) {
        box.low[k] = place[k] * size;
        box.high[k] = std::min(box.low[k] + size, grid_->count(k));
      }
      const Aabb of = bounds_of(box);
      const Vec3 corner{direction.x > 0.0 ? of.max.x : of.min.x, direction.y > 0.0 ? of.max.y : of.min.y,
                        direction.z > 0.0 ? of.max.z : of.min.z};
      const double along = dot(corner, direction);
      if (!(along > most)) continue;
      if (level > 0) {
        self(self, level - 1, place[0], place[1], place[2]);
      } else {
        most = along;
        farthest = corner;
      }
    }
  };
  look(look, grid_->level_count() - 1, 0, 0, 0);
  return farthest;
}

}  // namespace hyperplane
