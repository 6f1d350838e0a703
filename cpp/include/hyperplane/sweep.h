#pragma once

#include <span>

#include <hyperplane/geometry.h>
#include <hyperplane/pair.h>
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
  /// False if the search reached its iteration limit, which no known motion does. `hit` is then true, the shapes are
  /// apart until `time`, and may or may not touch later. Shape casts and impacts of continuous colliders report such a
  /// hit only if there is no other.
  bool converged = true;
  /// Iterations of the search; 0 for closed forms.
  int iterations = 0;
  /// In [0, 1]. The shapes are apart before this time.
  double time = 0.0;
  /// Point of contact at that time, and unit normal from A to B, world space. For shapes that overlap at the start: a
  /// point in both, within 1e-6 of their size (if possible the midpoint of the witness points of the penetration
  /// depth), and the normal of the penetration.
  Vec3 point, normal;
  PairFeatures features{};
};

/// Pose on a sweep at a time in [0, 1].
Pose pose_at(const Sweep& sweep, double time);

/// First time at which two moving shapes touch. Shapes that overlap at the start hit at time 0, and so do shapes that
/// touch at the start and move towards or along each other. For shapes that touch at the start and move apart, the
/// search starts when they have separated.
Impact time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b);

/// One iteration of the search: at `time` the shapes are at least `gap` apart along `normal`, which certifies that they
/// stay apart through `step`.
struct ImpactStep {
  double time = 0.0, gap = 0.0, step = 0.0;
  Vec3 normal;
  /// Witness points of the gap, world space.
  Vec3 point_a, point_b;
};

/// Like time_of_impact, but always by the iterative search; records its first iterations for teaching and debugging.
/// @param steps receives min(iterations, steps.size()) entries.
Impact explain_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                              std::span<ImpactStep> steps);

}  // namespace hyperplane
