#include "narrowphase/composite/triangle_prism.h"

#include "narrowphase/convex/convex_convex.h"

namespace hyperplane {
bool reaches_into_prism(const Surface& surface, const Shape& triangle, const Shape& body, const Transform& frame) {
  if (!surface.exists() || !(surface.thickness() > 0.0)) return false;
  return ConvexConvex::intersects(prism_behind(triangle, surface.thickness()), body, frame);
}

}  // namespace hyperplane
