#pragma once

#include "narrowphase/convex/penetration_depth.h"

/// Least penetration depth of two cores with straight sides around an axis: cylinders, cones and segments. Each is the
/// hull of two discs around its axis (a point is a disc without radius), so that its support function along a unit
/// normal n is the greater of two r |n x axis| + y n . axis. The depth is that of both, minus the translation times n.
///
/// Both are symmetric to the plane through their axes' directions, so normals on one side of it suffice: that of the
/// translation. A least depth lies
/// - at the normal of a flat cap;
/// - on the crease of one, the circle of normals to its side, along which its own support function is constant;
/// - or where a rim of one touches a rim of the other. Around any other normal two discs at the most make the depth,
///   and where one of them is a point, or the normal lies in the plane of the axes, the depth bends down along some
///   great circle, as a cosine does at its top.
///
/// On a crease the depth d, as a function of the angle, satisfies d + d'' = r + k: r is the other's radius of curvature
/// in the direction of the crease, and k the cosine of the side's slope times the own radius at the height of the
/// other's support point. On a part of it with a lower bound q of r + k, d - q is at least the sinusoid with the same
/// value and slope at one end (Sturm's comparison). Parts are split, at a step of Newton's method or where the
/// sinusoids of both ends meet, until the bound exceeds the least depth known. The depth along one support point alone
/// is also a lower bound, and decides most parts.
///
/// For rims, the depth is the distance of the two circles where it has a local least. The point of the larger circle
/// closest to a point of the smaller one is known, so the distance is a function of one angle. Intervals rule out most
/// of the four pairs of rims. On a remaining part the distance changes no faster than the point moves, and half of its
/// square has a bounded third derivative; the part is split until it contains no minimum, none that is less deep, or
/// exactly one, which Newton's method finds.
///
/// Fails (`is_proven` is false) where too many parts are about equally deep, and where the cores barely touch: there
/// points may be the closest features.
///
/// Sources: branch and bound after Land and Doig, "An Automatic Method of Solving Discrete Programming Problems"
/// (1960); the bound by the rate of change is that of Piyavskii, "An Algorithm for Finding the Absolute Extremum of a
/// Function" (1972). The rest is our own.

namespace hyperplane {

struct RevolvedDepth {
  /// Whether no direction is less deep than `least` by more than k_revolved_depth_gap of the size.
  bool is_proven;
  /// The least depth found.
  DirectionalDepth least;
  /// Whether `on_a` is set. If not, only areas overlap, away from the support points.
  bool is_witness_set;
  /// As in PenetrationDepth.
  Vec3 on_a;
};

/// Whether both are cylinders, cones or segments, and one has volume.
bool has_revolved_depth(const ConvexPair& pair);

/// @param pair touches.
RevolvedDepth revolved_depth(ConvexPair& pair);

}  // namespace hyperplane
