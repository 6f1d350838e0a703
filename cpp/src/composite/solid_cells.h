#pragma once

#include <cstdint>

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "bvh/ray_descent.h"
#include "composite/voxels.h"
#include "core/function_ref.h"
#include "math/aabb.h"
#include "math/pose.h"

namespace hyperplane {

/// Returns whether to go on.
using CellBoxSearch = FunctionRef<bool(const CellBox&)>;

/// The solid cells of a grid, or none: those of some kinds. By value. All functions work in the frame of the grid;
/// without a grid only `exists` may be called.
///
/// For the narrow phase the solid is a union of convex parts: boxes of cells, merged anew around each body. Which boxes
/// depends on how far the body reaches, but not the solid, and the contacts with a union are those of the solid:
/// whether a direction counts at a point is asked of the cells themselves (`rises_above`). The last bits do depend on
/// the boxes: what is kept for other bounds than those of a query has boxes of fixed bricks (`visit_lasting_within`).
class SolidCells {
 public:
  SolidCells() = default;
  /// None for other shapes. @param other what the grid meets: its kinds count too.
  explicit SolidCells(const Shape& shape, const KindMask* other = nullptr)
      : grid_(shape.voxels), kinds_{shape.kinds, other} {}

  bool exists() const { return grid_ != nullptr; }
  const Voxels& grid() const { return *grid_; }
  bool is_solid(std::int32_t x, std::int32_t y, std::int32_t z) const;
  /// The solid cells of a brick of the lowest level. @param x, y, z place of the brick, within the grid.
  std::uint64_t brick(std::int32_t x, std::int32_t y, std::int32_t z) const;

  /// Bounds of the whole grid, whatever is solid.
  Aabb bounds() const;
  /// m: as those of a compound.
  double size() const;
  double reach() const;
  std::uint64_t hash() const { return grid_->hash(); }

  /// Visits boxes of solid cells that cover all that overlap bounds, until `visit` returns false. Boxes may overlap.
  /// Where bounds lie wholly inside the solid, the box reaches as far along each axis as what has those bounds has to
  /// move to be free.
  void visit_within(const Aabb& bounds, CellBoxSearch visit) const;
  /// The same for a caller that keeps the boxes: they are merged brick by brick, so that bounds only choose among them.
  void visit_lasting_within(const Aabb& bounds, CellBoxSearch visit) const;
  /// Visits boxes that cover all solid cells within `end` of bounds, roughly the nearest first.
  /// @param end m; `visit` may lower it.
  void visit_near(const Aabb& bounds, const double& end, CellBoxSearch visit) const;
  /// Visits boxes that cover all solid cells that bounds meet along a path, roughly the nearest first.
  /// @param end m along the path; `visit` may lower it.
  void visit_along(const ray_descent::Path& path, const double& end, CellBoxSearch visit) const;

  Aabb bounds_at(const Pose& pose) const;
  /// First hit: a walk from cell to cell, and over empty bricks. @param direction unit length.
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates) const {
    static_cast<void>(coordinates);
    return walk(origin, direction, max_distance, nullptr);
  }
  /// The same. @param steps receives all that the ray walks over; may be null.
  RayHit walk(const Vec3& origin, const Vec3& direction, double max_distance, RaySteps* steps) const;
  /// Of the surface of the solid; infinitely far if nothing is solid. @param within as for `closest_point_within`.
  ClosestPoint closest_point(const Vec3& point, double within) const;
  /// @param direction unit length. @return the middle of the grid if nothing is solid.
  Vec3 support(const Vec3& direction) const;

  /// Whether a solid cell that contains a point rises above the plane through it. @param near m: how close it is to the
  /// point, and by how much it rises.
  bool rises_above(const Vec3& point, const Vec3& normal, double near) const;
  /// Whether a solid cell contains a point, or is so near.
  bool contains(const Vec3& point, double near) const;

  /// m: corners of a box of cells.
  Aabb bounds_of(const CellBox& box) const;
  /// A box of cells as a convex shape, and its middle.
  Shape to_shape(const CellBox& box, Vec3& middle) const;
  /// The cell of a number, as a box.
  CellBox cell(std::uint32_t index) const;
  /// The number of the cell of a box that a contact at a point is with. @param outwards normal of the contact.
  std::int32_t index_at(const CellBox& box, const Vec3& point, const Vec3& outwards) const;

 private:
  class RayWalk;
  /// The solid cells of a region that is no larger than a brick, nor empty, as those of a brick from its first cell on.
  std::uint64_t bits_within(const CellBox& region) const;
  bool for_boxes(const CellBox& region, CellBoxSearch visit) const;
  void descend_nearest(int level, const std::int32_t (&place)[3], const Vec3& low, const Vec3& high, const double& end,
                       CellBoxSearch visit) const;
  /// The cells that overlap bounds, within the grid.
  CellBox cells_within(const Aabb& bounds) const;
  bool is_any_solid(const CellBox& box) const;
  /// A box grown in all directions up to where there is room for bounds.
  CellBox grown_to_exits(const CellBox& box, const Aabb& bounds) const;
  /// Calls `is` for the solid cells that are as near to a point, until it returns true.
  template <class Is>
  bool any_around(const Vec3& point, double near, const Is& is) const;
  ClosestPoint closest_from_inside(const Vec3& point, const CellBox& cell) const;

  bool has_kinds() const { return kinds_[0] != nullptr || kinds_[1] != nullptr; }
  bool has(std::uint8_t kind) const {
    return kind != 0 && (kinds_[0] == nullptr || kinds_[0]->has(kind)) &&
           (kinds_[1] == nullptr || kinds_[1]->has(kind));
  }

  const Voxels* grid_ = nullptr;
  const KindMask* kinds_[2] = {};
};

/// A box of solid cells as a convex part, or none. Functions work in the frame that its pose is in.
struct GridPart {
  SolidCells cells;
  CellBox box;

  bool exists() const { return cells.exists(); }
  /// Of the box. @param grid pose of the grid.
  static Pose pose_of(const Pose& grid, const Vec3& middle) {
    return {grid.position + rotate(grid.rotation, middle), grid.rotation};
  }
  /// A point in the frame of the grid. @param frame of the box.
  Vec3 local_point(const Transform& frame, const Vec3& point) const;
  /// As those of SolidCells.
  bool rises_above(const Pose& pose, const Vec3& point, const Vec3& normal, double near) const;
  bool contains(const Pose& pose, const Vec3& point, double near) const;
  std::int32_t index_at(const Pose& pose, const Vec3& point, const Vec3& outwards) const;
};

}  // namespace hyperplane
