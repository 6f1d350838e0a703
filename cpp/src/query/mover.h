#pragma once

#include <hyperplane/mover.h>
#include <hyperplane/shape.h>
#include <hyperplane/status.h>

#include "query/scene.h"

namespace hyperplane {

/// A kinematic body that moves through a scene and does not turn: collide and slide.
///
/// The idea is old (Fauerby, "Improved Collision Detection and Response", 2003): cast the body, stop a skin's width
/// before what is in the way, and go on with what is left of the way along it. What makes it robust here:
///
/// - Every contact is one with a gap, so that its normal is that of the closest points, which is good to many digits.
/// - A direction is chosen against all planes that the body touches at once, as the projection of the way onto the cone
///   that they leave (solve_planes.h), and not against the last one hit: a crease is followed, a corner ends the
///   motion, and nothing goes to and fro. For convex colliders such a plane is exact: whatever moves along it, or away
///   from it, comes no nearer to the collider.
/// - What lies between touching and pushing is left as it is, to the bit: a gap between k_mover_push of the skin and
///   1 + k_mover_slop of it neither pushes nor lets closer.
///
/// A body that stands on ground and does not rise walks: its way is horizontal, and its height follows from the ground,
/// so that slopes neither slow it down nor make it slide. Walls, and ground that is too steep, only bound the
/// horizontal way. Where one does, the body tries to step: up, on, and down onto ground. In the end it is put down onto
/// ground within reach. All others fly: their way is a straight line until something bounds it, and becomes a walk
/// where it meets ground from above.
///
/// Ground can be walked on if the contact's normal is no steeper than the limit, or if the contact is with an edge
/// beside a face that is not: a ray just beside the edge tells.
///
/// Everything is a cast: nothing is passed at any speed, and no end is nearer to anything than the start but for the
/// skin. Only a body that starts closer than that is pushed, along the shortest way out of all overlaps at once (their
/// minimum translation vectors); where there is no way out the least bad position of the way is kept.
MoverResult move_and_slide(const Scene& scene, const Shape& shape, const Pose& pose, const Vec3& delta,
                           const MoverOptions& options);

/// @return `invalid_argument`, with the reason.
Result<bool> check_move(const Pose& pose, const Vec3& delta, const MoverOptions& options);

}  // namespace hyperplane
