#pragma once

#include "composite/surface.h"
#include "math/transform.h"

namespace hyperplane {

/// A triangle with the prism behind it, as a shape for verdicts and support points.
inline Shape prism_behind(const Shape& triangle, double thickness) {
  Shape prism = triangle;
  prism.thickness = thickness;
  return prism;
}

/// Whether a convex shape reaches into the prism behind a one-sided triangle.
/// @param frame of the shape, in that of the surface.
bool reaches_into_prism(const Surface& surface, const Shape& triangle, const Shape& body, const Transform& frame);

}  // namespace hyperplane
