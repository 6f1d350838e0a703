#pragma once

#include "support/convex_shapes.h"
#include "support/moving_pair.h"

/// Oracle for two moving shapes: poses along a sweep by the standard library, and gaps by the extents of the shapes
/// along directions. Any direction along which the extents leave a gap proves that the shapes are apart. The normal of
/// `distance` is tried; if it is wrong, the oracle reports an overlap and the test fails.

namespace hyperplane::test {

Pose oracle_pose(const Sweep& sweep, double time);
/// World pose of a shape at a pose in the moving frame.
Pose oracle_pose(const Sweep& sweep, double time, const Pose& mount);

class MotionOracle {
 public:
  /// @param pair outlives the oracle.
  explicit MotionOracle(const MovingPair& pair);

  /// Widest proved gap at a time; if negative, minus the least overlap found.
  double gap(double time);
  /// Least gap from time 0 to `end`, from `samples` even steps, refined around the least of them.
  double least_gap(double end, int samples);
  /// Distance of a point from the farther of the two shapes at a time, 0 or less in both; for hulls see OracleShape.
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
