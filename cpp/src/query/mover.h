#pragma once

#include <hyperplane/mover.h>
#include <hyperplane/shape.h>
#include <hyperplane/status.h>

#include "query/scene.h"

namespace hyperplane {

/// A kinematic body that moves through a scene and does not turn: collide and slide.
///
/// Source: Fauerby, "Improved Collision Detection and Response", 2003: cast the body, stop a skin's width before a
/// collider, continue along it. Deviations:
///
/// - Every contact has a gap, so that its normal is that of the closest points, accurate to many digits.
/// - A direction is chosen against all contact planes at once, as the projection of the motion onto the cone between
///   them (solve_planes.h), not against the last plane hit: the body follows creases, stops in corners and does not
///   oscillate. For convex colliders the planes are exact: a motion along or away from one comes no nearer.
/// - Gaps from k_mover_push of the skin to the full skin neither push the body nor let it come closer. In that range
///   casts ignore contacts that the body only grazes (Surroundings::cast): 32-bit rotations tilt walls by 1e-7, and a
///   body beside such a wall can still rise, fall and walk along it.
///
/// A body that stands on ground and does not rise walks: its motion is horizontal, and its height follows the ground,
/// so that slopes neither slow it down nor make it slide. Walls and ground that is too steep only bound the horizontal
/// motion. There the body tries to step: up by the step height, forward, and down onto ground; where a low ceiling
/// stops that, up by no more than the height of the obstacle. At the end it is put down onto ground within reach. Other
/// bodies fly: they move along a straight line until a contact bounds it, and walk once they meet ground from above.
///
/// Ground can be walked on if the contact's normal is no steeper than the limit, or if the contact is with an edge
/// beside such a face, found by a ray just beside the edge. An edge too steep to stand on does not stop the body.
///
/// Every motion is a cast, so that no speed makes a body tunnel, and no motion ends closer to a collider than the skin
/// unless it started closer. A walk is horizontally no longer than the delta; only sliding down steep ground adds to
/// it. A body that starts closer than half of the skin is pushed out of all overlaps at once by the shortest way (their
/// minimum translation vectors); if there is no way out, the best position found is kept.
///
/// The answer depends neither on colliders that are filtered out nor on the order of the rows.
MoverResult move_and_slide(const Scene& scene, const Shape& shape, const Pose& pose, const Vec3& delta,
                           const MoverOptions& options);

/// @return `invalid_argument`, with the reason.
Result<bool> check_move(const Pose& pose, const Vec3& delta, const MoverOptions& options);

}  // namespace hyperplane
