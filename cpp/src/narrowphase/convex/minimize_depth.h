#pragma once

#include "narrowphase/convex/convex_pair.h"

/// Least penetration depth of two round cores, where EPA alone does not end: about equally deep along all directions of
/// a circle (a capsule on the axis of a cylinder), or of the whole sphere (two ellipsoids that are almost balls and
/// almost concentric).
///
/// The depth along a unit normal n, d(n) = max n . A - min n . B, is an upper bound of the penetration depth for
/// *every* n, and the least of them is the depth itself. d is continuous, but has creases: along the circle of
/// directions for which a whole line of a cylinder's or a cone's side is farthest, or that are at a right angle to a
/// capsule's axis, its slope jumps. A least point lies
/// - where two creases cross, or in the middle of a flat cap: a few directions, tried one by one;
/// - or on one crease: a function of one angle, sampled all round and then bracketed by the sign of its slope;
/// - or on none: d is smooth there, and Newton's method on the sphere finds it, from the best direction that is known
///   and from beside the axes of both shapes (damped as by Levenberg and Marquardt, so that it always descends).
/// The slope of d is known with it: it is the support point itself.
///
/// What it cannot prove is that no other valley is deeper; the start, EPA's best of some hundred directions spread by
/// its own bounds, and the samples all round make that a matter of valleys narrower than their spacing.

namespace hyperplane {

struct DirectionalDepth {
  /// Unit, from A to B.
  Vec3 normal;
  double depth;
};

/// @param start the best direction known, with its depth.
/// @param lower a bound that the depth is known not to fall below. Where the first descent comes near to it, no other
/// valley is looked for.
/// @return a direction along which the depth is least; never more than that of `start`.
DirectionalDepth minimize_depth(ConvexPair& pair, const DirectionalDepth& start, double lower);

}  // namespace hyperplane
