#pragma once

#include <hyperplane/pair.h>

#include "core/workspace.h"
#include "narrowphase/convex/convex_pair.h"
#include "shape/supporting_face.h"

/// The contact area of any two convex shapes whose least depth is known.
///
/// Each shape supplies the flat feature that faces the other shape most: a face (a cap as a polygon of points on its
/// rim), a line of a round side, or a point. If one of them is a polygon whose normal is along the contact normal, or
/// nearly so, it is the reference face: the other feature is projected along the contact normal onto its plane and
/// clipped by its sides (clip.h). The part below the plane is kept, reduced to at most four points (reduce_manifold.h).
/// If neither is such a polygon, two parallel lines or edges give the ends of their common part. In all other cases the
/// shapes touch in one point, the witness points of the depth.
///
/// The projection is along the contact normal, not along the face normal. So the two points of a pair lie on their
/// shapes and are the stated depth apart along the contact normal, even if it deviates slightly from the face normal.
/// No pair can be deeper than the contact, since no point of B lies farther below A's supporting plane.
///
/// The deepest point is always among them: if no feature contains it, the witness point is added.

namespace hyperplane {

/// All points of a contact area: those of a manifold are chosen from them.
struct ContactArea {
  static constexpr int k_capacity = 16;

  Vec3 normal;
  double depth = 0.0;
  int point_count = 0;
  Workspace<ContactPoint, k_capacity> points;
};

/// The area of `convex_manifold`, not reduced unless it has more points than an area holds. The deepest point need not
/// be the first. Points relative to A's core origin.
void find_contact_area(ConvexPair& pair, const Distance& contact, ContactArea& area, double margin = 0.0);

/// Distance along a unit direction from a point of a core's face, line or vertex to the surface of its rounding.
/// @param face of the shape; of a tapered capsule its axis. @param radius m: of the rounding.
double rounding_exit(const Shape& shape, const SupportingFace& face, double radius, const Vec3& point,
                     const Vec3& direction);

/// @param contact of shapes that overlap, or are no farther apart than a margin. Its points are relative to A's core
/// origin, those of the manifold are in A's frame. @param margin m: up to which distance points belong to the area.
/// @param manifold is written; points beyond the count are unchanged.
void set_convex_manifold(ConvexPair& pair, const Distance& contact, double margin, ContactManifold& manifold);
/// The same without a margin.
ContactManifold convex_manifold(ConvexPair& pair, const Distance& contact);

}  // namespace hyperplane
