#pragma once

#include "composite/triangle_mesh.h"

namespace hyperplane {

/// Whether a convex shape stays farther than a distance from a triangle of a mesh and from the prism behind it, by the
/// support points along the normal of the face and the outward normals of the edges. Sooner known than their distance.
/// @param pose of the shape in the frame of the mesh; unit length. @param way m: how far the shape moves on a straight
/// line, in that frame. @param distance m, not negative. @return false if these axes do not tell.
bool is_farther(const Shape& triangle, double thickness, const Shape& shape, const Pose& pose, const Vec3& way,
                double distance);

}  // namespace hyperplane
