#pragma once

#include <cstdint>
#include <optional>

#include "composite/surface.h"
#include "composite/triangle_lanes.h"
#include "core/function_ref.h"
#include "core/workspace.h"
#include "math/aabb.h"
#include "math/lanes3.h"
#include "narrowphase/convex/box_triangle_filter.h"
#include "shape/triangle.h"

namespace hyperplane {

/// Returns whether to go on.
using TriangleSearch = FunctionRef<bool(const Triangle&)>;
/// Visits at least the triangles of a surface within a distance of a point, in the frame of the surface: those whose
/// bounds are.
using TrianglesAround = FunctionRef<void(const Vec3& point, double distance, TriangleSearch visit)>;

/// A triangle of a surface.
struct SurfaceTriangle {
  std::uint32_t place;
  Vec3 corners[3];

  Triangle triangle() const { return {corners[0], corners[1], corners[2]}; }
};

/// The triangles of a surface near a convex shape, gathered once: the parts that may touch it, and what lies around the
/// points of contact. All in the frame of the surface.
class SurfaceVicinity {
 public:
  static constexpr int k_capacity = 128;

  /// @param shape convex. @param pose of the shape. @param bounds of the shape in its own frame.
  SurfaceVicinity(const Surface& surface, const Shape& shape, const Pose& pose, const Aabb& bounds);

  /// Gathers the triangles.
  /// @return whether there are few enough for a list; if not, only the triangles around a point may be asked for.
  bool gather();
  /// Whether any of the triangles has an open edge, if they are few; of many, false.
  bool has_open_edge() const;
  /// Visits the triangles that may touch the shape, in the order of the surface, until `visit` returns false.
  /// @param visit is told what is known of the shape, if that is a box.
  void visit_candidates(FunctionRef<bool(const SurfaceTriangle& triangle, const BoxTriangleHint& hint)> visit) const;
  /// As TrianglesAround, in the order of the surface.
  void operator()(const Vec3& point, double distance, TriangleSearch visit) const;

 private:
  static constexpr int k_few = 32;

  /// Four members in 32 bits, relative to the middle of the shape; the last member again in the lanes that are left.
  struct Group {
    Lanes3 corners[3];
    /// Bounds, rounded outwards.
    Lanes3 low, high;
  };

  void pack();
  /// Bits of the members of a group that do not touch the shape. @param filter none: it is a ball.
  std::uint32_t rejected(const Group& group, const std::optional<BoxTriangleFilter>& filter,
                         BoxTriangleHint* hints) const;

  Surface surface_;
  const Shape* shape_ = nullptr;
  Pose pose_;
  /// In the frame of the shape; in that of the surface, with the tolerance of touches.
  Aabb bounds_, region_;
  /// Of the shape's bounds, in the frame of the surface.
  Vec3 middle_;
  /// 0: no list.
  int count_ = 0;
  Workspace<SurfaceTriangle, k_capacity> members_;
  Workspace<Group, k_capacity / 4> groups_;
};

/// As TrianglesAround, through the tree of a surface.
void visit_around(const Surface& surface, const Vec3& point, double distance, TriangleSearch visit);

}  // namespace hyperplane
