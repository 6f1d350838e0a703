#pragma once

#include "core/function_ref.h"
#include "math/trigonometry.h"
#include "narrowphase/part/surface_part.h"
#include "shape/support.h"

/// What contacts with unions ask of single parts.

namespace hyperplane {

/// Visits the normals of a part's faces, out of it and in its frame; none of round sides.
void visit_face_normals(const Shape& shape, FunctionRef<void(const Vec3&)> visit);
/// m: height of a shape along a direction.
double height_of(const Shape& shape, const Pose& pose, const Vec3& direction);
/// The same for a triangle in its own frame.
double height_of_triangle(const Shape& triangle, const Vec3& direction);
inline double height_of_triangle(const Vec3 (&corners)[3], const Vec3& direction) {
  return max(dot(direction, corners[0]), max(dot(direction, corners[1]), dot(direction, corners[2])));
}
/// Whether a part that contains a point rises above the plane through it.
/// @param near m: how close it is to the point, and by how much it rises.
bool rises_above(const Shape& shape, const Pose& pose, const Vec3& point, const Vec3& normal, double near);
/// Whether any triangle of a surface contains a point: the body's deepest point may lie below a neighbour that it does
/// not touch. @param vicinity of the surface, around the point; null: none.
bool is_on_surface(const Surface& surface, const SurfaceVicinity* vicinity, const Pose& pose, const Vec3& point,
                   double closeness);
/// The directions at an edge of a triangle that a surface may push along: those between the normal of its face and the
/// plane that a neighbour lies in. @return the angle by which they turn from the normal, over the edge.
SineCosine turn_at_edge(const SurfacePart& part, int edge, const Vec3& outwards);
/// Whether a point of a face is within the triangle, and so far from its outer edges that no other direction of the
/// surface leads out of the depth sooner. Over an edge at the distance s, a normal that is turned by an angle t leaves
/// cos(t) depth + sin(t) s, which is least where the neighbour's face begins or at the face itself. A two-sided surface
/// that is hollow here bends away on its other side, out of which the body is when its highest point is.
/// @param high the point of the body that is highest above the face, on the side that pushes.
bool is_far_inside(const SurfacePart& part, const Vec3& foot, double depth, const Vec3& high);

}  // namespace hyperplane
