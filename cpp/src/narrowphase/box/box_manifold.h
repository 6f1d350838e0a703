#pragma once

#include <hyperplane/pair.h>

#include "narrowphase/box/sat_box_box.h"
#include "narrowphase/convex/segment.h"

/// The contact of two boxes whose least overlap is known. Everything in the frame of A.
///
/// For a face axis, the reference face is the face with the axis as its normal. The incident face is the face of the
/// other box that points most against it (ties: the lower axis). The incident face is clipped by the side planes of the
/// reference face (clip.h). Its vertices on or below the reference face, or within a margin, are the contact points,
/// reduced to at most four (reduce_manifold.h). For an edge-edge axis the point is the closest pair on the two
/// supporting edges; where a face looks along it, or nearly so, also those of the faces, projected along it.
///
/// The depth of the manifold is the overlap along the axis, never that of a point; the depth of the deepest point
/// equals it up to rounding. There is always a point: if rounding clips the whole incident face away, its deepest
/// vertex is used.

namespace hyperplane {

/// @param sat of two boxes that intersect.
/// @param manifold is written; points beyond the count are unchanged.
void box_manifold(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat,
                  ContactManifold& manifold);
/// The manifold of boxes that may be apart, as that of all convex shapes (convex_manifold.h): with a face along the
/// normal or nearly so the other face projected along the normal, otherwise the closest points.
/// @param apart their distance in the frame of A, at most the margin.
/// @param is_exchanged whether the manifold is that of (B, A). It is written, in world space; points beyond the count
/// are unchanged.
/// @return false for boxes without thickness, and where parallel edges may touch along a line: those are left to
/// convex_manifold.h.
bool box_manifold_within(const Vec3& half_a, const Vec3& half_b, const PairFrames& frames, const Distance& apart,
                         double margin, bool is_exchanged, ContactManifold& manifold);
/// The same of a box and a capsule.
bool box_capsule_manifold_within(const Vec3& half, const Shape& capsule, const PairFrames& frames,
                                 const Distance& apart, double margin, bool is_exchanged, ContactManifold& manifold);

/// A pair of points on the supporting faces of a face axis, or on the supporting edges of an edge axis. For boxes that
/// intersect it is the deepest point of the manifold, with on_a - on_b = normal * depth.
struct BoxWitness {
  Vec3 on_a, on_b;
};
/// @param sat of boxes that intersect, or of separated boxes whose widest gap is along a face axis. In the second case
/// the points lie on the boxes, and are the closest points if the projections of the supporting faces overlap.
BoxWitness box_witness(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat);

/// An edge, with the axis of its box that it runs along and the octant that it lies in, as in Box::edge_feature.
struct BoxEdge : Segment {
  int axis = 0;
  unsigned octant = 0;
};
/// The supporting edges of an edge-edge axis.
BoxEdge supporting_edge_a(const Vec3& half_a, const BoxSat& sat);
BoxEdge supporting_edge_b(const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat);

}  // namespace hyperplane
