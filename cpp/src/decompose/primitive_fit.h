#pragma once

#include <cstdint>

#include <hyperplane/decompose.h>

#include "core/buffer.h"
#include "decompose/polytope.h"
#include "decompose/solid.h"
#include "decompose/void_depth.h"

namespace hyperplane {

/// Searches for a sphere, a box, a capsule or a cylinder that replaces a convex hull, within a permitted distance from
/// the solid.
///
/// One candidate of each kind: the ball by least squares of its squared distances (Kåsa, "A circle fitting procedure
/// and its error analysis", 1976), the least of the boxes along faces and principal axes, and, about the axis around
/// which the hull is roundest, a capsule and a cylinder. Radii lie halfway between the vertices and the faces of the
/// hull. A candidate holds if no vertex of the hull is farther from it than permitted, and no point of a polytope
/// around it is farther from the solid: by what the hull keeps, or else by a search (void_depth.h). The one with the
/// least error wins.
class PrimitiveFit {
 public:
  /// @param hull must stay until the end. @param depth bound on the distance of its points from the solid, or -1: still
  /// to be measured. @param allowed distance, in the model's units. @return `out_of_memory` or ok.
  [[nodiscard]] Status start(const Polytope& hull, double depth, double allowed, double tolerance);
  /// @param work boxes to look at. @return `out_of_memory` or ok.
  [[nodiscard]] Status step(const Solid& solid, std::uint32_t work);
  bool is_done() const { return at_ == candidates_.size(); }

  /// The best, in the model's units: convex_hull if none holds.
  const PartShape& shape() const { return best_; }
  double error() const { return error_; }

 private:
  struct Candidate {
    PartShape shape;
    Mat3 frame;
    /// Greatest distance of a vertex of the hull.
    double distance;
  };

  [[nodiscard]] bool add(const Polytope& hull, ShapeType type, const Mat3& frame, const Vec3& centre,
                         const Vec3& parameters);
  [[nodiscard]] Status build_around(const Candidate& candidate);
  double error_beside_hull(const Candidate& candidate) const;
  void judge(const Candidate& candidate, double error);
  [[nodiscard]] Status build_unit_ball();

  Buffer<Candidate> candidates_;
  std::size_t at_ = 0;
  const Polytope* hull_ = nullptr;
  double depth_of_hull_ = 0.0, allowed_ = 0.0, tolerance_ = 0.0, error_ = 0.0;
  PartShape best_;
  /// Points of a polytope around the unit ball; made once.
  Buffer<Vec3> unit_ball_;
  Polytope around_;
  VoidDepth depth_;
  bool is_measuring_ = false;
};

}  // namespace hyperplane
