#pragma once

#include <hyperplane/pair.h>

#include "narrowphase/box/sat_box_box.h"
#include "narrowphase/box/segment.h"

/// The contact of two boxes whose least overlap is known. Everything in the frame of A.
///
/// The reference face is the one whose normal is the axis; the incident face is the face of the other box that points
/// most against it (ties: the lower axis). The incident face is clipped by the side planes of the reference face
/// (clip.h), and those of its vertices that lie on or below the reference face are the points, at most four of them
/// (reduce_manifold.h). For an edge-edge axis the point is the closest pair on the two supporting edges.
///
/// The depth of the manifold is the overlap along the axis, never that of a point; the deepest point has it up to
/// rounding. There always is a point: where rounding leaves nothing of the incident face, its deepest vertex is taken.

namespace hyperplane {

/// @param sat of two boxes that intersect.
/// @param manifold is written; points beyond the count keep what they hold.
void box_manifold(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat,
                  ContactManifold& manifold);

/// A pair of points on the supporting faces of a face axis, or the supporting edges of an edge axis: for boxes that
/// intersect the deepest point of the manifold, with on_a - on_b = normal * depth.
struct BoxWitness {
  Vec3 on_a, on_b;
};
/// @param sat of boxes that intersect; or of separated ones, if the widest gap is along a face axis. Then the points
/// lie on
///        the boxes, and are the closest ones if the supporting faces lie over each other.
BoxWitness box_witness(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat);

/// An edge, with the axis of its box that it runs along and the octant that it lies in, as in Box::edge_feature.
struct BoxEdge : Segment {
  int axis = 0;
  unsigned octant = 0;
};
/// The edges that belong to an edge-edge axis.
BoxEdge supporting_edge_a(const Vec3& half_a, const BoxSat& sat);
BoxEdge supporting_edge_b(const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat);

}  // namespace hyperplane
