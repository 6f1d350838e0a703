#pragma once

#include "narrowphase/convex/penetration_depth.h"

/// Least penetration depth of a box and a cylinder, a cone or an ellipsoid, by the same candidates as
/// polytope_round_depth.h: the normals of the box's faces and of flat caps, the arcs of normals of the box's edges, and
/// in the octant of each corner the normals of the round core towards the corner. They are few enough to do without a
/// first bound by EPA, which would take fifteen support points of both shapes and a polytope.
///
/// A box makes this cheaper: in its frame the depth along a normal needs a support point of the round core only; the
/// six points along the face normals serve as the ends of all arcs; and they bound the depth in an octant from below:
/// the depth along a normal is at least the normal times the corner minus any mean of points of the core.
///
/// Deviations from polytope_round_depth.h: the normal on an arc is refined until the support points face each other
/// (secants of the slope, Illinois: Dowell and Jarratt, "A Modified Regula Falsi Method for Computing the Root of an
/// Equation", 1971), normals at which a line of the side meets an edge are computed directly, and witness points are
/// taken from a support point or a line of the side where its foot on the other shape exists.
///
/// Ties: faces win over caps, caps over lines of the side, these over edges, edges over corners.

namespace hyperplane {

/// Whether `box_round_depth` answers: one is a box with volume, so that the difference is not flat, the other a round
/// core without rounding.
bool has_box_round_depth(const ConvexPair& pair);

/// @param pair touches.
/// @param is_witness_set whether `on_a` is set. If not, no support point has a foot on the other shape: only areas
/// overlap.
PenetrationDepth box_round_depth(const ConvexPair& pair, bool& is_witness_set);

}  // namespace hyperplane
