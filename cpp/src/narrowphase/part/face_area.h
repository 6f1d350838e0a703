#pragma once

#include <hyperplane/pair.h>

#include "narrowphase/convex/convex_manifold.h"

namespace hyperplane {

/// The contact area of two convex shapes along the normal of a face of one of them, in the frame of their poses. Its
/// points need not lie on the face. @param normal out of A. @param of_a whether the face is one of A.
void find_face_area(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Vec3& normal,
                    bool of_a, ContactArea& area);

/// The first of the deepest points of an area with points.
ContactPoint deepest_point(const ContactArea& area);

/// Moves the points that `accepts` to the front, in their order, and sets the depth to that of the deepest of them.
/// @return their number.
template <class Accepts>
int keep_points(ContactArea& area, const Accepts& accepts) {
  int kept = 0;
  area.depth = 0.0;
  for (int i = 0; i < area.point_count; ++i) {
    const ContactPoint point = area.points[i];
    if (!accepts(point)) continue;
    area.points[kept++] = point;
    if (point.depth > area.depth) area.depth = point.depth;
  }
  return kept;
}

}  // namespace hyperplane
