#pragma once

#include "narrowphase/convex/minimize_depth.h"

/// Least penetration depth of two ellipsoids: Newton's method finds a valley of the depth, and bounds around sampled
/// directions prove that no other one is less deep. Where the ellipsoids overlap less than they are curved, the bound
/// around the valley itself holds up to a right angle.
///
/// Along a unit normal n the depth is d(n) = |A n| + |B n| - c . n, with the matrices A and B that stretch the unit
/// ball to the ellipsoids. Its slope and its second derivatives are closed forms.
///
/// The bound: at an angle t from n, along any great circle, an ellipsoid's support function is that of an ellipse,
///   h(t) = sqrt(x^2 + (q sin t)^2) = x + (q sin t)^2 / (h(t) + x),  x = h cos t + p sin t,
/// where p is the part of the support point along the circle, and q^2 / h the radius of curvature. x summed over both
/// ellipsoids and the translation is d(n) cos t plus the slope times sin t; and h(t) + x is at most
/// 2 h (cos t + k sin t), with 2 h k the longest half axis plus the length of p. In terms of z = tan(t / 2), with the
/// least radius of curvature r of both ellipsoids together, the depth at t is at least d* where
///   d(n) - d* - 2 |slope| z + (2 r / (1 - z^2 + 2 k z) - d(n) - d*) z^2 >= 0.
/// At a least depth, where the slope is zero, that is 1 - z^2 + 2 k z <= r / d*.
///
/// The directions form squares on a cube, split in four until the bound around the middle of each holds. Where the
/// middle is less deep than the least depth known, Newton's method starts from there. Directions against c need no
/// proof: the opposite ones are less deep.
///
/// Fails (`is_proven` is false) where many directions are about equally deep, as in ellipsoids that are nearly balls
/// and nearly concentric: the squares would become too many.
///
/// Sources: Levenberg (1944) and Marquardt (1963) for the damping of Newton's method; branch and bound after Land and
/// Doig, "An Automatic Method of Solving Discrete Programming Problems" (1960). The bound is our own.

namespace hyperplane {

struct EllipsoidDepth {
  /// Whether no direction is less deep than `least` by more than k_smooth_epa_gap of the size.
  bool is_proven;
  /// The least depth found.
  DirectionalDepth least;
};

/// @param pair two ellipsoids with volume that touch.
EllipsoidDepth ellipsoid_depth(ConvexPair& pair);

}  // namespace hyperplane
