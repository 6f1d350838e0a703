#pragma once

#include <hyperplane/sweep.h>

#include "ccd/moving_body.h"

/// Times of impact of shapes that are parts of a moving frame.

namespace hyperplane {

/// A shape at a fixed pose in a moving frame. If the frame turns, the origin of the shape moves on an arc.
///
/// The axis and the angle of the rotation are those of the frame: all shapes of a frame turn in the same sense, also by
/// half a turn.
struct MountedShape {
  const Shape& shape;
  /// Motion of the frame.
  const Sweep& sweep;
  /// Pose of the shape in the frame, any length of the quaternion but zero. Null: the frame is that of the shape.
  const Pose* mount = nullptr;
};

/// `time_of_impact` of sweep.h for mounted shapes. Without a mount, the same bits.
/// @param latest in [0, 1]: impacts after this time do not count. Does not change the bits of other impacts.
Impact time_of_impact(const MountedShape& a, const MountedShape& b, double latest = 1.0);
/// The first impact of shapes that touch after they have parted (motion/parting.h), at `from` or later.
/// @param touch an impact of theirs.
Impact impact_once_parted(const MountedShape& a, const MountedShape& b, const Impact& touch, double from,
                          double latest);
/// `time_of_impact` for a body that meets many shapes. @param a not composite, nor `b`. @param origin where A starts.
Impact time_of_impact(MovingBody& a, const Vec3& origin, const Shape& b, const Sweep& sweep_b, double latest);

}  // namespace hyperplane
