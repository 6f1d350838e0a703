#pragma once

#include "narrowphase/convex/clip.h"

/// Reduction of a contact polygon to at most four points: the deepest, and with it the three that span the largest
/// area.
///
/// The polygon is in the frame of clip.h (x, y on the reference plane, z the depth below it) and convex in x, y. With
/// the deepest vertex fixed, the largest quadrilateral is found exactly: for every choice of the vertex opposite to it,
/// the two others are the ones farthest from the diagonal on either side, and all three only move forward round the
/// polygon (rotating calipers; Shamos, "Computational Geometry", 1978). Equal depths and areas: the earlier vertex.
/// Depths that differ by less than the tolerance count as equal while the four are chosen, so that the choice does not
/// flicker where a flat face rests on another.

namespace hyperplane {

/// Works in place. The deepest vertex comes first, the others follow in the polygon's order.
/// @param tolerance m; vertices closer to each other than this are one.
/// @return the number of vertices that are left, 0 to 4.
int reduce_contact_polygon(ClipVertex* vertices, int count, double tolerance);

}  // namespace hyperplane
