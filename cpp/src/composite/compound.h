#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "bvh/tree.h"
#include "bvh/visit.h"
#include "core/buffer.h"

namespace hyperplane {

/// Shapes at poses of their own, as one shape. Made by `build_compound`; only vertices and heights of surfaces among
/// them change.
///
/// A tree over the bounds of the parts serves all queries. Its 32-bit bounds are relative to the middle of the
/// compound. All functions work in the compound's own frame.
class Compound {
 public:
  Compound() = default;
  Compound(const Compound&) = delete;
  Compound& operator=(const Compound&) = delete;

  /// @param parts as for `build_compound`, and valid. Call once.
  Status build(std::span<const CompoundPart> parts);
  /// As `refresh_compound`.
  void refresh();

  /// The parts; their quaternions have unit length.
  std::span<const CompoundPart> parts() const { return parts_.span(); }
  /// Parts whose touch bounds overlap bounds.
  void visit_within(const Aabb& bounds, RowSearch visit) const;
  /// Parts whose touch bounds are within `end` of bounds, the nearest first. @param end m; `visit` may lower it.
  /// @param accepts decides whether to look at what lies within bounds; null: at all.
  void visit_near(const Aabb& bounds, const double& end, RowVisitor visit, const BoundsFilter* accepts = nullptr) const;
  /// Whether any part may be within `end` of bounds; false: certainly none.
  bool has_near(const Aabb& bounds, double end) const { return hyperplane::has_near(tree_, to_tree(bounds), end); }
  /// Parts whose touch bounds meet a path, roughly the nearest first.
  /// @param end m along the path; `visit` may lower it.
  void visit_along(ray_descent::Path path, const double& end, RowVisitor visit) const;

  const Aabb& bounds() const { return bounds_; }
  /// m: bounds on the distance of its points from the middle of its bounds, and from the origin of its frame.
  double size() const { return size_; }
  double reach() const { return reach_; }
  std::uint64_t hash() const { return hash_; }
  /// Whether a part is a surface of triangles.
  bool has_surface() const { return has_surface_; }
  /// Whether a part is a surface or voxels.
  bool may_change() const { return may_change_; }
  /// Whether the touch bounds of two parts overlap.
  bool has_neighbours() const { return has_neighbours_; }

  /// Bounds at a pose, rounded outwards. @param pose its quaternion has unit length.
  Aabb bounds_at(const Pose& pose) const;
  /// First hit over all parts. @param direction unit length. @param coordinates as for `raycast_at`.
  /// @param kinds of cells that count, as those of a shape.
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates,
                 const KindMask* kinds) const;
  /// Of the nearest part; inside, of the part that contains the point deepest. @param within as for
  /// `closest_point_within`.
  ClosestPoint closest_point(const Vec3& point, double within, const KindMask* kinds) const;
  /// @param direction unit length.
  Vec3 support(const Vec3& direction) const;

 private:
  /// Sets everything derived from the parts except the tree, and the parts' bounds in the frame of the tree.
  void measure(std::span<FloatBounds> bounds);
  /// Sets `has_neighbours_`. @param bounds in the frame of the tree.
  void find_neighbours(std::span<const FloatBounds> bounds);
  /// Bounds in the frame of the tree.
  FloatBounds to_tree(const Aabb& bounds) const { return to_float_bounds(bounds, middle_); }

  Buffer<CompoundPart> parts_;
  /// Over the parts' touch bounds; rows are the indices of parts.
  Tree tree_;
  /// Bounds and layers of the parts, for a refit; only if a part may change.
  Buffer<FloatBounds> part_bounds_;
  Buffer<std::uint32_t> part_layers_;
  Aabb bounds_;
  Vec3 middle_;
  double size_ = 0.0, reach_ = 0.0;
  std::uint64_t hash_ = 0;
  bool has_surface_ = false, may_change_ = false, has_neighbours_ = false;
};

}  // namespace hyperplane
