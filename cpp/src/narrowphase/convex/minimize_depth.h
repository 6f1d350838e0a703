#pragma once

#include "narrowphase/convex/convex_pair.h"

/// Least penetration depth of two round cores for which EPA alone does not end: cores that are about equally deep along
/// all directions of a circle (a capsule on the axis of a cylinder), or of the whole sphere (two ellipsoids that are
/// almost balls and almost concentric).
///
/// The depth along a unit normal n, d(n) = max n . A - min n . B, is an upper bound of the penetration depth for
/// *every* n, and its minimum is the penetration depth. d is continuous, but has creases, where its slope jumps: the
/// circles of directions for which a whole line of a cylinder's or a cone's side is farthest, or that are perpendicular
/// to a capsule's axis. A minimum lies
/// - where two creases cross, or in the middle of a flat cap: a few directions, tried one by one;
/// - or on one crease: a function of one angle, sampled all round and then bracketed by the sign of its slope;
/// - or on no crease: d is smooth there. Newton's method on the sphere finds the minimum, started from the best known
///   direction and from near the axes of both shapes (damped as by Levenberg and Marquardt, so that it always
///   descends). The slope of d comes for free: it is the support point itself.
///
/// The search cannot prove that no other valley is deeper. It starts from EPA's best of about a hundred directions,
/// spread by EPA's own bounds, and samples all round, so it can only miss valleys narrower than their spacing.

namespace hyperplane {

struct DirectionalDepth {
  /// Unit, from A to B.
  Vec3 normal;
  double depth;
};

/// @param start the best direction known, with its depth.
/// @param lower a lower bound of the depth. If the first descent comes close to it, other valleys are not searched.
/// @return a direction of least depth; never deeper than `start`.
DirectionalDepth minimize_depth(ConvexPair& pair, const DirectionalDepth& start, double lower);

}  // namespace hyperplane
