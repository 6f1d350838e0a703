#pragma once

#include <cstdint>

#include <hyperplane/plane.h>

/// Moving shapes in the plane. Preconditions as in plane_pair.h.

namespace hyperplane::plane {

/// Motion over one step at constant velocity. The turn is to.angle - from.angle as they are: it may be more than one
/// revolution.
struct Sweep {
  Pose from, to;
};

struct Impact {
  bool hit = false;
  /// False: the search gave up; the shapes are apart until `time`, unknown after.
  bool converged = true;
  double time = 0.0;
  Vec2 point, normal;
  /// Which part of a composite; -1: the shape has none.
  std::int32_t part_a = -1, part_b = -1;
};

/// First time at which two moving shapes touch. Shapes that overlap at the start hit at 0; shapes that touch there and
/// part do not hit there.
Impact time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b);

}  // namespace hyperplane::plane
