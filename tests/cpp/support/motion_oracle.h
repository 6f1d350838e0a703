#pragma once

#include "support/convex_shapes.h"
#include "support/moving_pair.h"

/// Oracle for two moving shapes: the poses along a sweep by the functions of the standard library, and the gap by the
/// heights of the shapes along directions. A direction along which the heights leave a gap proves that the shapes are
/// apart, wherever it comes from: the normal of `distance` is tried, and a wrong one makes the oracle report an
/// overlap, loudly.

namespace hyperplane::test {

Pose oracle_pose(const Sweep& sweep, double time);

class MotionOracle {
 public:
  /// @param pair outlives the oracle.
  explicit MotionOracle(const MovingPair& pair);

  /// Widest gap that is proved at a time; negative: the least overlap that is left open.
  double gap(double time);
  /// Least of all gaps from time 0 to `end`: of `samples` even steps, refined around the least of them.
  double least_gap(double end, int samples);
  /// How far a point is from the farther of the two shapes at a time, 0 or less in both; of hulls see OracleShape.
  double distance_from_both(double time, const Vec3& point);

 private:
  void set_time(double time);
  double gap_along(const Vec3& normal) const;

  const MovingPair& pair_;
  OracleShape a_, b_;
  Pose pose_a_, pose_b_;
  Vec3 last_normal_{1.0, 0.0, 0.0};
};

}  // namespace hyperplane::test
