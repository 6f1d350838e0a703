#pragma once

#include <span>

#include <hyperplane/geometry.h>
#include <hyperplane/shape.h>

/// Shapes in motion. Input as in pair.h; both poses of a sweep are valid.

namespace hyperplane {

/// Motion over one step, whose time runs from 0 to 1: from a pose to another at constant linear and angular velocity,
/// the shorter way round.
struct Sweep {
  Pose from, to;
};

struct Impact {
  bool hit = false;
  /// False where the search reached its bound on iterations, which no known motion does. `hit` is true then, the shapes
  /// are apart until `time`, and it is not known whether they touch later. Casts into a world and the impacts of
  /// continuous colliders take such a touch only where nothing else is hit.
  bool converged = true;
  /// Of the search; 0 where a closed form answered.
  int iterations = 0;
  /// 0 to 1. The shapes are apart until then.
  double time = 0.0;
  /// Where the shapes touch at that time, and the unit normal from A to B. For shapes that overlap at the start a point
  /// that lies in both, within 1e-6 of their size (the middle of the witness points of the depth where that does), and
  /// the normal of the depth. World space.
  Vec3 point, normal;
};

/// Pose on a sweep at a time in [0, 1].
Pose pose_at(const Sweep& sweep, double time);

/// First time at which two moving shapes touch. Shapes that overlap at the start hit at time 0. So do shapes that touch
/// there and move towards or along each other; shapes that touch and move apart do not, and are searched on from where
/// they have come apart.
Impact time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b);

/// One iteration of the search: at `time` the shapes are at least `gap` apart along `normal`, which certifies that they
/// stay apart through `step`.
struct ImpactStep {
  double time = 0.0, gap = 0.0, step = 0.0;
  Vec3 normal;
  /// Witness points of the gap, world space.
  Vec3 point_a, point_b;
};

/// As time_of_impact, by the search even where a closed form would do, with its first iterations for teaching and
/// debugging. @param steps the first `iterations` of them are written, as far as there is room.
Impact explain_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                              std::span<ImpactStep> steps);

}  // namespace hyperplane
