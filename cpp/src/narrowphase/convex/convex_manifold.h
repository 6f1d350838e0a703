#pragma once

#include <hyperplane/pair.h>

#include "narrowphase/convex/convex_pair.h"

/// The contact area of any two convex shapes whose least depth is known.
///
/// Each shape gives the flat feature that looks most at the other: a face (a cap as a polygon of points on its rim), a
/// line of a round side, a point. If one of them is a polygon that looks along the normal, or nearly so, it is the
/// reference: the other feature is projected along the normal onto its plane, clipped by its sides (clip.h), and what
/// lies below the plane is kept, at most four points of it (reduce_manifold.h). If neither is, two lines or edges that
/// are parallel give the ends of the part in which they run beside each other. In all other cases the shapes touch in
/// one point, the witness points of the depth.
///
/// The projection is along the normal of the contact, not along that of the face: so the two points of a pair lie on
/// their shapes and are the stated depth apart along the normal, even where the normal is not quite that of a face. No
/// pair can be deeper than the contact, since no point of B lies farther below A's supporting plane.
///
/// The deepest point always is among them: where no feature has it, the witness point joins them.

namespace hyperplane {

/// @param contact of shapes that overlap. Points here and there relative to A's core origin.
ContactManifold convex_manifold(ConvexPair& pair, const Distance& contact);

}  // namespace hyperplane
