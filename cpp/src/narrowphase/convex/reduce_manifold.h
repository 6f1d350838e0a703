#pragma once

#include <hyperplane/pair.h>

#include "narrowphase/convex/clip.h"

/// Reduction of a contact polygon to at most four points: the deepest, and the three that span the largest area with
/// it.
///
/// The polygon is in the frame of clip.h (x, y on the reference plane, z the depth below it) and convex in x, y. With
/// the deepest vertex fixed, the largest quadrilateral is found exactly: for each choice of the opposite vertex, the
/// two others are the vertices farthest from the diagonal on either side, and all three only move forward round the
/// polygon (rotating calipers; Shamos, "Computational Geometry", 1978). Ties in depth or area: the earlier vertex. For
/// the choice, depths that differ by less than the tolerance count as equal, so that the choice does not flicker while
/// a flat face rests on another.

namespace hyperplane {

/// Works in place. The deepest vertex comes first, the others follow in the polygon's order.
/// @param tolerance m; vertices closer to each other than this are merged.
/// @return the number of remaining vertices, 0 to 4.
int reduce_contact_polygon(ClipVertex* vertices, int count, double tolerance);

/// Puts a point in front of others. If there is no room it takes the place of the one that is nearest to it.
void put_first(const ContactPoint& first, ContactPoint* points, int& count, int capacity);

}  // namespace hyperplane
