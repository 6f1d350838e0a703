#pragma once

#include <hyperplane/sweep.h>

#include "math/transform.h"
#include "math/trigonometry.h"

namespace hyperplane {

/// A sweep as the pose at time 0 and constant linear and angular velocities, per step.
struct Motion {
  Vec3 position;
  /// Unit length.
  Quat rotation;
  /// m per step.
  Vec3 velocity;
  /// Unit axis of the rotation (arbitrary without rotation) and its angle, rad per step, in [0, pi]. World space.
  Vec3 axis{0.0, 1.0, 0.0};
  double angle = 0.0;

  Vec3 angular_velocity() const { return axis * angle; }

  /// @param time in [0, 1].
  Pose at(double time) const {
    const Vec3 moved = position + velocity * time;
    if (angle * time == 0.0) return {moved, rotation};
    const SineCosine half = sine_cosine(0.5 * angle * time);
    const Quat turn{axis.x * half.sine, axis.y * half.sine, axis.z * half.sine, half.cosine};
    return {moved, turn * rotation};
  }
};

/// @param origin subtracted from both positions, so that accuracy does not depend on the distance from the world's
/// origin.
inline Motion motion_of(const Sweep& sweep, const Vec3& origin) {
  Motion motion{.position = sweep.from.position - origin,
                .rotation = normalized(sweep.from.rotation),
                .velocity = sweep.to.position - sweep.from.position};
  if (sweep.to.rotation == sweep.from.rotation) return motion;

  Quat turn = normalized(sweep.to.rotation) * conjugate(motion.rotation);
  if (turn.w < 0.0) turn = -turn;  // the same rotation, the shorter way round
  const Vec3 vector{turn.x, turn.y, turn.z};
  const double sine = length(vector);
  if (sine > 0.0) {
    motion.axis = vector * (1.0 / sine);
    motion.angle = 2.0 * arc_tangent(sine, turn.w);
  }
  return motion;
}

}  // namespace hyperplane
