#pragma once

#include <cstdint>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "decompose/polytope.h"
#include "decompose/solid.h"
#include "math/mat3.h"

namespace hyperplane {

/// The greatest distance of a point of a convex hull from a solid: the depth of the void that the hull encloses.
///
/// Branch and bound: boxes that meet the hull are halved along their longer sides, level by level. The distance from
/// the solid is a Lipschitz function, so the distance at the middle of a box bounds that of all of its points. That
/// alone would need tiny boxes wherever the hull lies on the solid. There a box counts as filled if one of its points
/// is enclosed and no triangle reaches into the hull within it, except those of bodies that are not needed to enclose
/// it. At a sheet, the distance from one triangle, a convex function, is greatest at a corner of the box or of the
/// hull. The boxes of oblique thin hulls have the hull's own axes. Both bounds hold at any time; the work is done in
/// steps.
class VoidDepth {
 public:
  /// When to stop: as soon as upper() <= enough, lower() > too_much, upper() - lower() <= tolerance, or after about
  /// `boxes` boxes.
  struct Goal {
    double enough, too_much, tolerance;
    std::uint32_t boxes;
  };

  [[nodiscard]] Status start(const Polytope& hull, const Solid& solid, const Goal& goal);
  /// @param work number of boxes to process, fewer where triangles are compared with a large hull. @return
  /// `out_of_memory` or ok.
  [[nodiscard]] Status step(const Polytope& hull, const Solid& solid, std::uint32_t work);
  bool is_done() const { return done_; }

  /// Bounds of the greatest distance.
  double upper() const { return upper_; }
  double lower() const { return lower_; }

 private:
  enum class Side : std::uint8_t { unknown, outside, inside };
  struct Box {
    Vec3 middle;
    /// Bound on the distance from the solid within.
    double bound;
    /// Distance of its middle from the surface, and whether the solid encloses it, if known.
    double distance = 0.0;
    Side side = Side::unknown;
  };

  void judge();
  void bound_by_triangle(const Polytope& hull, const Solid& solid);
  double share_to_hull(const Polytope& hull, const Vec3& point) const;
  void raise_lower(const Polytope& hull, const Solid& solid, Box& box);
  static bool is_enclosed(const Solid& solid, Box& box, const Vec3& point);
  bool reaches_in(const Polytope& hull, const Solid& solid, std::uint32_t place);
  enum class Filling : std::uint8_t { unknown, filled, interrupted };
  Filling filling_of(const Polytope& hull, const Solid& solid, Box& box);
  void set_frame(const Polytope& hull);
  void set_half(const Vec3& half);
  bool misses(const Polytope& hull, const Vec3& middle) const;
  double greatest_distance(const Solid& solid, std::uint32_t place, const Vec3& middle) const;

  Goal goal_{};
  Buffer<Box> level_, next_;
  /// By place of the solid's triangles: whether it reaches into the hull, if known.
  Buffer<std::uint8_t> reaches_;
  std::size_t at_ = 0;
  int depth_ = 0;
  /// Axes of the boxes, and the middle of the one that holds the hull.
  Mat3 axes_;
  Vec3 origin_;
  bool is_turned_ = false;
  /// Half the sizes of the level's boxes, also as vectors, and half the sizes of the bounds of a box.
  Vec3 half_, sides_[3], reach_;
  Vec3 centre_;
  double radius_ = 0.0, upper_ = 0.0, lower_ = 0.0;
  std::uint32_t looked_ = 0;
  /// Planes that triangles may be compared with before the step ends.
  std::uint32_t comparisons_ = 0;
  bool done_ = true;
};

}  // namespace hyperplane
